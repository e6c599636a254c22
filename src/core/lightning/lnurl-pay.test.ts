/** Paying an LNURL: an honest server, and every kind of dishonest one. */
import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, test } from 'vitest';
import {
  bytesField,
  CREATED_AT,
  type Draft,
  type Field,
  ORDINARY,
  PAYMENT_HASH,
  PREIMAGE,
  writeInvoice,
} from '#tests/support/invoice.ts';
import { decodeInvoice } from './bolt11.ts';
import { invoiceUrl, readOfferedInvoice, readPayRequest } from './lnurl-pay.ts';
import { readVerification } from './lnurl-verify.ts';
import { utf8Bytes } from './text.ts';

const ASKED = new URL('https://example.org/.well-known/lnurlp/mia');
const METADATA = '[["text/plain","For Mia’s goal"],["text/identifier","mia@example.org"]]';
const ANSWER = {
  tag: 'payRequest',
  callback: 'https://pay.example.org/cb?kid=mia',
  minSendable: 1000,
  maxSendable: 100_000_000,
  metadata: METADATA,
  commentAllowed: 20,
};
const request = readPayRequest(ASKED, ANSWER);
const AMOUNT = 2_100_000n;
const EXPECTED = { network: 'bcrt', nowSeconds: CREATED_AT + 60 } as const;

const hashField = (text: string): Field => bytesField('h', sha256(utf8Bytes(text)));
const secretFields = ['p', 's', '9'].map((letter) => ORDINARY[letter] as Field);
const invoiceOf = ({ fields = [hashField(METADATA)], ...draft }: Draft = {}) =>
  writeInvoice({ ...draft, fields: [...secretFields, ...fields] });
const HONEST = { pr: invoiceOf(), routes: [] };

const refusal = (code: string, why: RegExp) =>
  expect.objectContaining({ name: 'LightningError', code, message: expect.stringMatching(why) });

const badAnswers: [string, unknown, string, RegExp][] = [
  ['nothing', undefined, 'BAD_ANSWER', /JSON object/],
  ['a list', [ANSWER], 'BAD_ANSWER', /JSON object/],
  ['a refusal', { status: 'ERROR', reason: 'Unknown user' }, 'SERVICE_REFUSED', /^Unknown user$/],
  ['a refusal without words', { status: 'error' }, 'SERVICE_REFUSED', /without giving/],
  ['a long refusal', { status: 'ERROR', reason: 'x'.repeat(5000) }, 'SERVICE_REFUSED', /^x{299}…$/],
  ['another tag', { ...ANSWER, tag: 'withdrawRequest' }, 'BAD_ANSWER', /no pay request/],
  ['no tag', { ...ANSWER, tag: undefined }, 'BAD_ANSWER', /"tag"/],
  ['a least amount of 0', { ...ANSWER, minSendable: 0 }, 'BAD_ANSWER', /minSendable/],
  ['more than the most', { ...ANSWER, minSendable: 2e9 }, 'BAD_ANSWER', /minSendable/],
  ['half a millisatoshi', { ...ANSWER, minSendable: 1.5 }, 'BAD_ANSWER', /"minSendable"/],
  ['an amount as text', { ...ANSWER, maxSendable: '1000' }, 'BAD_ANSWER', /"maxSendable"/],
  ['an amount beyond numbers', { ...ANSWER, maxSendable: 1e300 }, 'BAD_ANSWER', /"maxSendable"/],
  ['a negative amount', { ...ANSWER, maxSendable: -1 }, 'BAD_ANSWER', /"maxSendable"/],
  ['no callback', { ...ANSWER, callback: null }, 'BAD_ANSWER', /"callback"/],
  ['plain http', { ...ANSWER, callback: 'http://example.org' }, 'BAD_ANSWER', /https:/],
  [
    'its host as user',
    { ...ANSWER, callback: 'https://example.org@evil.org' },
    'BAD_ANSWER',
    /user/,
  ],
  ['this machine', { ...ANSWER, callback: 'http://127.0.0.1:3010/' }, 'BAD_ANSWER', /https:/],
  ['an onion', { ...ANSWER, callback: 'https://abcdefghij234567.onion' }, 'BAD_ANSWER', /onion/],
  ['an amount of its own', { ...ANSWER, callback: `${ASKED}?amount=1` }, 'BAD_ANSWER', /itself/],
  ['metadata that is no text', { ...ANSWER, metadata: [] }, 'BAD_ANSWER', /"metadata"/],
  ['metadata that is no JSON', { ...ANSWER, metadata: '[[' }, 'BAD_ANSWER', /not JSON/],
  ['metadata that is no list', { ...ANSWER, metadata: '{}' }, 'BAD_ANSWER', /list/],
  ['metadata of texts', { ...ANSWER, metadata: '["text/plain"]' }, 'BAD_ANSWER', /list of lists/],
  ['no text in it', { ...ANSWER, metadata: '[["text/x","a"]]' }, 'BAD_ANSWER', /no text\/plain/],
  [
    'two texts in it',
    { ...ANSWER, metadata: '[["text/plain","a"],["text/plain","b"]]' },
    'BAD_ANSWER',
    /more than one/,
  ],
  [
    'a text that is none',
    { ...ANSWER, metadata: '[["text/plain",1]]' },
    'BAD_ANSWER',
    /no text in/,
  ],
  [
    'a text of 5,000 characters',
    { ...ANSWER, metadata: JSON.stringify([['text/plain', 'a'.repeat(5000)]]) },
    'BAD_ANSWER',
    /more than 4096/,
  ],
  ['metadata of 200 kB', { ...ANSWER, metadata: ' '.repeat(200_001) }, 'BAD_ANSWER', /more than/],
  ['a comment length of -1', { ...ANSWER, commentAllowed: -1 }, 'BAD_ANSWER', /commentAllowed/],
];

describe('the first answer (LUD-06)', () => {
  test.each(badAnswers)('refused: %s (T23)', (_, answer, code, why) => {
    expect(() => readPayRequest(ASKED, answer)).toThrow(refusal(code, why));
  });

  test('read, with its host, limits and words (T23)', () => {
    expect(request).toEqual({
      host: 'example.org',
      callback: 'https://pay.example.org/cb?kid=mia',
      minMsat: 1000n,
      maxMsat: 100_000_000n,
      metadata: METADATA,
      text: 'For Mia’s goal',
      longText: undefined,
      identifier: 'mia@example.org',
      maxCommentChars: 20,
    });
  });

  test('LUD-06, LUD-20: unknown kinds are skipped, a long text is kept, no comment is none', () => {
    const metadata = '[["x",{}],["text/plain","a"],["text/long-desc","b\\nc"],["y"]]';
    const { commentAllowed: _, ...rest } = ANSWER;
    expect(readPayRequest(ASKED, { ...rest, metadata })).toMatchObject({
      longText: 'b\nc',
      maxCommentChars: 0,
    });
  });

  test('the callback may be on another host; the payee remains the host that was asked (LUD-06)', () => {
    const answer = { ...ANSWER, callback: 'https://wallet.example/cb?user=7' };
    expect(readPayRequest(ASKED, answer)).toMatchObject({
      host: 'example.org',
      callback: 'https://wallet.example/cb?user=7',
    });
  });
});

describe('LUD-06, LUD-12 the second question', () => {
  test('an amount outside the limits and a comment that is too long are refused (T23)', () => {
    for (const amount of [999n, 100_000_001n, 0n, -1000n])
      expect(() => invoiceUrl(request, amount)).toThrow(refusal('BAD_AMOUNT', /1000 to 100000000/));
    const long = 'a'.repeat(21);
    expect(() => invoiceUrl(request, AMOUNT, long)).toThrow(refusal('COMMENT_TOO_LONG', /20/));
    const roomy = { ...request, maxCommentChars: 5000 };
    expect(() => invoiceUrl(roomy, AMOUNT, '€'.repeat(300))).toThrow(
      refusal('COMMENT_TOO_LONG', /21\d/),
    );
  });

  test('LUD-06, LUD-12 the smallest amount, the largest and the longest comment that a server accepts', () => {
    for (const amount of [1000n, 100_000_000n])
      expect(invoiceUrl(request, amount)).toContain(`amount=${amount}`);
    for (const amount of [999n, 100_000_001n])
      expect(() => invoiceUrl(request, amount)).toThrow(refusal('BAD_AMOUNT', /100000000/));
    expect(invoiceUrl(request, AMOUNT, 'a'.repeat(20))).toContain(`comment=${'a'.repeat(20)}`);
    const one = { ...ANSWER, minSendable: 1, maxSendable: 1 };
    expect(readPayRequest(ASKED, one)).toMatchObject({ minMsat: 1n, maxMsat: 1n });
  });

  test('what the callback asks stays (LUD-06)', () => {
    expect(invoiceUrl(request, AMOUNT)).toBe('https://pay.example.org/cb?kid=mia&amount=2100000');
    const plain = { ...request, callback: 'https://example.org/cb' };
    expect(invoiceUrl(plain, AMOUNT)).toBe('https://example.org/cb?amount=2100000');
  });

  test('a comment arrives unchanged (LUD-12)', () => {
    for (const comment of ['&amount=1#?', 'für Mia 🎂', '\ud800'.toWellFormed()]) {
      const url = new URL(invoiceUrl(request, AMOUNT, comment));
      expect(url.searchParams.get('comment')).toBe(comment);
      expect(url.searchParams.getAll('amount')).toEqual(['2100000']);
      expect(url.hash).toBe('');
    }
    expect(invoiceUrl(request, AMOUNT, '\ud800')).toContain('comment=%EF%BF%BD');
  });
});

const tampered: [string, unknown, string, RegExp][] = [
  [
    'ten times the amount',
    { pr: invoiceOf({ prefix: 'lnbcrt210u' }) },
    'OTHER_INVOICE',
    /21000000/,
  ],
  [
    'one millisatoshi more',
    { pr: invoiceOf({ prefix: 'lnbcrt21000010p' }) },
    'OTHER_INVOICE',
    /2100001/,
  ],
  ['less', { pr: invoiceOf({ prefix: 'lnbcrt20u' }) }, 'OTHER_INVOICE', /2000000/],
  ['any amount', { pr: invoiceOf({ prefix: 'lnbcrt' }) }, 'OTHER_INVOICE', /any number/],
  ['mainnet', { pr: invoiceOf({ prefix: 'lnbc21u' }) }, 'OTHER_INVOICE', /network bc/],
  ['testnet', { pr: invoiceOf({ prefix: 'lntb21u' }) }, 'OTHER_INVOICE', /network tb/],
  [
    'another purpose',
    { pr: invoiceOf({ fields: [hashField('x')] }) },
    'OTHER_INVOICE',
    /described/,
  ],
  [
    'metadata with a blank more',
    { pr: invoiceOf({ fields: [hashField(`${METADATA} `)] }) },
    'OTHER_INVOICE',
    /described/,
  ],
  [
    'a text instead of the hash',
    { pr: invoiceOf({ fields: [bytesField('d', utf8Bytes('For Mia’s goal'))] }) },
    'OTHER_INVOICE',
    /described/,
  ],
  [
    'an old invoice',
    { pr: invoiceOf({ timestamp: CREATED_AT - 7200 }) },
    'OTHER_INVOICE',
    /expired/,
  ],
  [
    'a wrong signature',
    { pr: invoiceOf({ sign: (s) => s.fill(0, 0, 32) }) },
    'BAD_INVOICE',
    /sign/,
  ],
  ['a changed character', { pr: HONEST.pr.replace(/.$/, 'b') }, 'BAD_INVOICE', /wrong or missing/],
  [
    'no payment secret',
    { pr: writeInvoice({ fields: [ORDINARY.p as Field, hashField(METADATA)] }) },
    'BAD_INVOICE',
    /secret/,
  ],
  ['no invoice', { routes: [] }, 'BAD_ANSWER', /"pr"/],
  ['an invoice that is a number', { pr: 21 }, 'BAD_ANSWER', /"pr"/],
  ['8,000 characters', { pr: `lnbcrt1${'q'.repeat(8000)}` }, 'BAD_ANSWER', /more than/],
  ['a refusal', { status: 'ERROR', reason: 'Sold out', pr: HONEST.pr }, 'SERVICE_REFUSED', /Sold/],
  ['a verify on this machine', { ...HONEST, verify: 'http://localhost/v' }, 'BAD_ANSWER', /https/],
  ['a verify without TLS', { ...HONEST, verify: 'http://example.org/v' }, 'BAD_ANSWER', /https/],
];

describe('the second answer (LUD-06)', () => {
  test.each(tampered)('refused: %s (T23)', (_, answer, code, why) => {
    expect(() => readOfferedInvoice(request, AMOUNT, answer, EXPECTED)).toThrow(refusal(code, why));
  });

  test('the honest invoice is offered, with where to ask for it (T23)', () => {
    const plain = readOfferedInvoice(request, AMOUNT, HONEST, EXPECTED);
    expect(plain.verifyUrl).toBeUndefined();
    expect(plain.invoice).toMatchObject({ amountMsat: AMOUNT, paymentHash: PAYMENT_HASH });
    const verify = 'https://example.org/verify/1';
    const answer = { ...HONEST, verify };
    expect(readOfferedInvoice(request, AMOUNT, answer, EXPECTED).verifyUrl).toBe(verify);
  });

  test('an invoice is offered until its last second, and not in the one after (T23)', () => {
    const offer = (nowSeconds: number) =>
      readOfferedInvoice(request, AMOUNT, HONEST, { ...EXPECTED, nowSeconds });
    const { expiresAt } = decodeInvoice(HONEST.pr);
    expect(() => offer(expiresAt)).toThrow(refusal('OTHER_INVOICE', /expired/));
    expect(offer(expiresAt - 1).invoice.expiresAt).toBe(expiresAt);
  });

  test('CoinOS writes the metadata itself into the invoice: that binds it as well (LUD-06)', () => {
    const pr = invoiceOf({ fields: [bytesField('d', utf8Bytes(METADATA))] });
    const { invoice } = readOfferedInvoice(request, AMOUNT, { pr }, EXPECTED);
    expect(invoice.description).toBe(METADATA);
  });
});

describe('whether it was paid (LUD-21)', () => {
  const invoice = decodeInvoice(HONEST.pr);
  const answer = { status: 'OK', settled: true, preimage: PREIMAGE, pr: HONEST.pr };

  test('another invoice, no yes or no, and an error say nothing (T24)', () => {
    const pr = invoiceOf({ timestamp: CREATED_AT + 1 });
    const wrong: [unknown, string, RegExp][] = [
      [{ ...answer, pr }, 'BAD_ANSWER', /another invoice/],
      [{ ...answer, pr: undefined }, 'BAD_ANSWER', /"pr"/],
      [{ ...answer, settled: 'true' }, 'BAD_ANSWER', /settled/],
      [{ ...answer, settled: 1 }, 'BAD_ANSWER', /settled/],
      [{ status: 'ERROR', reason: 'Not found' }, 'SERVICE_REFUSED', /Not found/],
    ];
    for (const [said, code, why] of wrong)
      expect(() => readVerification(invoice, said)).toThrow(refusal(code, why));
  });

  test('only the right preimage of a settled invoice is proof (T24)', () => {
    expect(readVerification(invoice, { ...answer, settled: false })).toEqual({ state: 'unpaid' });
    for (const preimage of [null, '', '00'.repeat(32), '0b1e2c3d-0000-4000-8000-000000000000'])
      expect(readVerification(invoice, { ...answer, preimage })).toEqual({ state: 'stated' });
    const shouted = { ...answer, preimage: PREIMAGE.toUpperCase(), pr: HONEST.pr.toUpperCase() };
    for (const said of [answer, shouted])
      expect(readVerification(invoice, said)).toEqual({ state: 'proven', preimage: PREIMAGE });
  });
});
