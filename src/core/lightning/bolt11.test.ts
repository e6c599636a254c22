/** Invoices: BOLT 11's own examples, and refusals. */
import { readFileSync } from 'node:fs';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import {
  bytesField,
  CREATED_AT,
  type Draft,
  type Field,
  featureField,
  highS,
  NODE_ID,
  numberField,
  ORDINARY,
  PAYMENT_HASH,
  writeInvoice,
} from '#tests/support/invoice.ts';
import { decodeInvoice, type Invoice } from './bolt11.ts';
import { LightningError } from './error.ts';

type Example = {
  readonly title: string;
  readonly invoice: string;
  readonly expect: Record<string, unknown>;
};
type Examples = { readonly valid: Example[]; readonly invalid: { invoice: string; why: string }[] };

const read = (name: string): Examples =>
  JSON.parse(readFileSync(`tests/fixtures/lightning/${name}`, 'utf8'));
const official = read('bolt11.official.json');
const own = read('bolt11.json');

/** The decoded invoice in fixture form. */
const inFixtureWords = (invoice: Invoice) => ({
  network: invoice.network,
  amountMsat: invoice.amountMsat?.toString() ?? null,
  timestamp: invoice.createdAt,
  expirySeconds: invoice.expirySeconds,
  minFinalCltvExpiryDelta: invoice.minFinalCltvExpiryDelta,
  description: invoice.description ?? null,
  descriptionHash: invoice.descriptionHash ?? null,
  paymentHash: invoice.paymentHash,
  paymentSecret: invoice.paymentSecret,
  metadata: invoice.metadata ?? null,
  featureBits: invoice.featureBits,
  payee: invoice.payee,
  routes: invoice.routeHints.length,
  amountSats: invoice.amountMsat === undefined ? null : (invoice.amountMsat / 1000n).toString(),
  timestampISO: new Date(invoice.createdAt * 1000).toISOString(),
  expiresAtISO: new Date(invoice.expiresAt * 1000).toISOString(),
  ...(invoice.fallbackAddresses[0] && { fallbackAddress: invoice.fallbackAddresses[0] }),
});

function refusalOf(input: string): LightningError | undefined {
  try {
    decodeInvoice(input);
    return undefined;
  } catch (error) {
    if (!(error instanceof LightningError)) throw error;
    return error;
  }
}

const codeOf = (input: string) => refusalOf(input)?.code;

describe('BOLT 11: the official examples', () => {
  test.each(official.invalid)('refused: $why (T23)', ({ invoice, why }) => {
    expect(codeOf(invoice)).toBe(/feature/.test(why) ? 'UNSUPPORTED_INVOICE' : 'BAD_INVOICE');
  });

  test.each(official.valid)('read: $title (T23)', (example) => {
    expect(inFixtureWords(decodeInvoice(example.invoice))).toEqual(example.expect);
  });

  test('all 26 of them (T23)', () => {
    expect(official.valid).toHaveLength(16);
    expect(official.invalid).toHaveLength(10);
  });

  test('the two hops of the sixth example, as BOLT 11 breaks them down (T23)', () => {
    const [hint] = decodeInvoice(official.valid[5]?.invoice ?? '').routeHints;
    expect(hint).toEqual([
      {
        nodeId: '029e03a901b85534ff1e92c43c74431f7ce72046060fcf7a95c37e148f78c77255',
        shortChannelId: '66051x263430x1800',
        feeBaseMsat: 1n,
        feeProportionalMillionths: 20,
        cltvExpiryDelta: 3,
      },
      {
        nodeId: '039e03a901b85534ff1e92c43c74431f7ce72046060fcf7a95c37e148f78c77255',
        shortChannelId: '197637x395016x2314',
        feeBaseMsat: 2n,
        feeProportionalMillionths: 30,
        cltvExpiryDelta: 4,
      },
    ]);
  });
});

const without = (letter: string): Field[] =>
  Object.entries(ORDINARY).flatMap(([key, field]) => (key === letter ? [] : [field]));
const withField = (...fields: Field[]): Field[] => [
  ...Object.values(ORDINARY).filter(([letter]) => !fields.some(([own]) => own === letter)),
  ...fields,
];
const hop = new Uint8Array(51).fill(2);
const OTHER_NODE = `02${NODE_ID.slice(2)}`;
const zeros = (count: number): number[] => new Array(count).fill(0);

const broken: [string, RegExp, Draft][] = [
  ['no payment hash', /no payment hash/, { fields: without('p') }],
  ['no payment secret', /no payment secret/, { fields: without('s') }],
  ['a short payment hash', /no payment hash/, { fields: withField(['p', zeros(51)]) }],
  ['neither description nor hash of one', /either a desc/, { fields: without('d') }],
  ['both', /either a desc/, { fields: withField(bytesField('h', new Uint8Array(32))) }],
  ['no UTF-8', /not UTF-8/, { fields: withField(bytesField('d', hexToBytes('c328'))) }],
  ['bits left over', /padded/, { fields: withField(['d', [1, 31]]) }],
  ['a word left over', /padded/, { fields: withField(['d', [1, 0, 0]]) }],
  ['an expiry that begins with zeros', /field x/, { fields: withField(['x', [0, 28]]) }],
  ['an expiry in 2,000 years', /too far/, { fields: withField(numberField('x', 2 ** 36)) }],
  ['an expiry beyond numbers', /large/, { fields: withField(['x', Array(200).fill(31)]) }],
  ['a delta that begins with zeros', /field c/, { fields: withField(['c', [0, 18]]) }],
  ['features that begin with zeros', /field 9/, { fields: withField(['9', [0, 16, 8, 0]]) }],
  ['parts without a secret', /features 16/, { fields: withField(featureField(8, 17)) }],
  ['half a route hint', /cut off/, { fields: withField(bytesField('r', hop.subarray(1))) }],
  ['an empty route hint', /cut off/, { fields: withField(['r', []]) }],
  ['a payee on no curve', /signature/, { fields: withField(bytesField('n', new Uint8Array(33))) }],
  ['a payee who did not sign', /signature/, { fields: withField(payee(OTHER_NODE)) }],
  ['a high S beside a payee', /signature/, { fields: withField(payee()), sign: highS }],
  ['a recovery id of 4', /signature/, { sign: (signature) => signature.with(64, 4) }],
  [
    'a recovery id of 4 beside a payee',
    /signature/,
    { fields: withField(payee()), sign: (signature) => signature.with(64, 4) },
  ],
  ['an R of zero', /signature/, { sign: (signature) => signature.fill(0, 0, 32) }],
  ['a field cut off after its letter', /inside a field/, { tail: [2] }],
  ['a field cut off in its length', /inside a field/, { tail: [2, 0] }],
  ['a field longer than the rest', /longer than/, { tail: [2, 0, 5, 0, 0, 0, 0] }],
  ['an amount of zero', /zero/, { prefix: 'lnbcrt0u' }],
  ['an amount with a zero in front', /zero/, { prefix: 'lnbcrt021u' }],
  ['half a millisatoshi', /whole number/, { prefix: 'lnbcrt5p' }],
  ['22 million bitcoin', /ever be/, { prefix: 'lnbc22000000' }],
  ['an amount of 20 digits', /digits/, { prefix: `lnbc${'9'.repeat(20)}p` }],
  ['no Lightning prefix', /begins with lnbc/, { prefix: 'bc20m' }],
  ['a sign', /begins with lnbc/, { prefix: 'lnbc-20m' }],
  ['Litecoin', /begins with lnbc/, { prefix: 'lnltc20m' }],
  ['an unknown feature', /feature 50/, { fields: withField(featureField(8, 14, 50)) }],
];

function payee(nodeId = NODE_ID): Field {
  return bytesField('n', hexToBytes(nodeId));
}

describe('BOLT 11: what a reader must not pay', () => {
  test.each(broken)('refused: %s (T23)', (_, why, draft) => {
    expect(refusalOf(writeInvoice(draft))?.message).toMatch(why);
  });

  test('unknown is distinguished from wrong (T23)', () => {
    expect(codeOf(writeInvoice({ prefix: 'lnltc20m' }))).toBe('UNSUPPORTED_INVOICE');
    expect(codeOf(writeInvoice({ fields: without('p') }))).toBe('BAD_INVOICE');
  });

  test('anything but one invoice (T23)', () => {
    const invoice = writeInvoice();
    const hostile = [
      '',
      ' ',
      'lnbc1',
      'lnbc',
      'lightning:',
      `lightning://${invoice}`,
      `${invoice}${invoice}`,
      `${invoice.slice(0, -1)}${invoice.endsWith('q') ? 'p' : 'q'}`,
      `${invoice.slice(0, 40).toUpperCase()}${invoice.slice(40)}`,
      invoice.replace('1', 'ł'),
      'bitcoin:bcrt1qq?amount=1',
      'bitcoin:?lightning=',
      '1'.repeat(8000),
      'lnbc1'.padEnd(7000, 'q'),
    ];
    for (const text of hostile) expect(codeOf(text), text.slice(0, 60)).toBe('BAD_INVOICE');
  });
});

describe('BOLT 11: what is read', () => {
  const invoice = writeInvoice();

  test('the own invoices of the fixtures (T23)', () => {
    for (const { invoice: text, expect: expected } of own.valid)
      expect(inFixtureWords(decodeInvoice(text))).toEqual(expected);
    for (const { invoice: text } of own.invalid) expect(codeOf(text)).toBe('BAD_INVOICE');
  });

  test('every amount to the millisatoshi, and none (T23)', () => {
    const amounts: [string, bigint | undefined][] = [
      ['lnbc', undefined],
      ['lntb1', 100_000_000_000n],
      ['lntbs3m', 300_000_000n],
      ['lnbcrt3u', 300_000n],
      ['lnbc3n', 300n],
      ['lnbc30p', 3n],
      ['lnbc21000000', 2_100_000_000_000_000_000n],
    ];
    for (const [prefix, msat] of amounts)
      expect(decodeInvoice(writeInvoice({ prefix })).amountMsat).toBe(msat);
  });

  test('the four networks (T23)', () => {
    const networks = ['bc', 'tb', 'tbs', 'bcrt'].map(
      (network) => decodeInvoice(writeInvoice({ prefix: `ln${network}20m` })).network,
    );
    expect(networks).toEqual(['bc', 'tb', 'tbs', 'bcrt']);
  });

  test('upper case, lightning: and a bitcoin: URI around it are the same invoice', () => {
    const forms = [
      invoice.toUpperCase(),
      ` ${invoice}\n`,
      `lightning:${invoice}`,
      `LIGHTNING:${invoice.toUpperCase()}`,
      `bitcoin:bcrt1qq?amount=0.1&lightning=${invoice}`,
      `BITCOIN:?LIGHTNING=${invoice.toUpperCase()}`,
    ];
    for (const form of forms) expect(decodeInvoice(form)).toEqual(decodeInvoice(invoice));
    expect(decodeInvoice(invoice)).toMatchObject({
      text: invoice,
      paymentHash: PAYMENT_HASH,
      payee: NODE_ID,
      createdAt: CREATED_AT,
      expiresAt: CREATED_AT + 3600,
    });
  });

  test('a payee who is named and signs with low S; a high S where none is named', () => {
    expect(decodeInvoice(writeInvoice({ fields: withField(payee()) })).payee).toBe(NODE_ID);
    expect(decodeInvoice(writeInvoice({ sign: highS })).payee).toBe(NODE_ID);
  });

  test('the first of several fields applies; unknown letters are skipped', () => {
    const second = bytesField('d', utf8ToBytes('another text'));
    const fields = [...Object.values(ORDINARY), second, ['2', zeros(9)] as const];
    expect(decodeInvoice(writeInvoice({ fields })).description).toBe('Allowance');
  });

  test('an address of each kind and network; unknown versions and lengths are skipped', () => {
    const key: number[] = [...(bytesField('', new Uint8Array(20).fill(1))[1] as number[])];
    const addressOf = (network: string, ...words: number[]) =>
      decodeInvoice(writeInvoice({ prefix: `ln${network}20m`, fields: withField(['f', words]) }))
        .fallbackAddresses[0];
    expect(addressOf('bc', 17, ...key)).toMatch(/^1/);
    expect(addressOf('tb', 17, ...key)).toMatch(/^m|^n/);
    expect(addressOf('bcrt', 18, ...key)).toMatch(/^2/);
    expect(addressOf('bcrt', 0, ...key)).toMatch(/^bcrt1q/);
    expect(addressOf('tbs', 0, ...key)).toMatch(/^tb1q/);
    expect(addressOf('tbs', 16, ...key)).toMatch(/^tb1s/);
    const skipped = [
      [],
      [19, ...key],
      [17],
      [17, ...key.slice(0, 16)],
      [0, ...key.slice(0, 16)],
      [1],
    ];
    for (const words of skipped) expect(addressOf('bc', ...words)).toBeUndefined();
  });
});
