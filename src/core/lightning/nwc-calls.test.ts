/** The methods of NIP-47: requests, real wallets' replies, and untrusted claims. */
import { describe, expect, test } from 'vitest';
import { PAYMENT_HASH, PREIMAGE, writeInvoice } from '#tests/support/invoice.ts';
import {
  getBalance,
  getBudget,
  getInfo,
  listTransactions,
  lookupInvoice,
  makeInvoice,
  payInvoice,
} from './nwc-calls.ts';
import { type NwcCall, readReply, requestText } from './nwc-reply.ts';
import { isProofOf } from './proof.ts';

const badReply = expect.objectContaining({ name: 'LightningError', code: 'BAD_REPLY' });

/** The reply of a wallet with this result. */
const answered = <Params, Result>(
  call: NwcCall<Params, Result>,
  params: Params,
  result: unknown,
) => {
  const reply = readReply(call, params, JSON.stringify({ result_type: call.method, result }));
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.result;
};

const refusedWith = (error: unknown) => {
  const reply = readReply(payInvoice, { invoice: 'x' }, JSON.stringify({ error }));
  if (reply.ok) throw new Error('not refused');
  return reply.error;
};

describe('the envelope (NIP-47)', () => {
  test('a reply that is none, or to another method, is not read (T24)', () => {
    const result = { balance: 1 };
    const wrong = [
      '',
      'null',
      '[]',
      '"paid"',
      '{',
      '{}',
      JSON.stringify({ result }),
      JSON.stringify({ result_type: 'get_info', result }),
      JSON.stringify({ result_type: 'get_balance' }),
      JSON.stringify({ result_type: 'get_balance', result: null }),
      JSON.stringify({ result_type: 'get_balance', result: [] }),
      JSON.stringify({ result_type: 'get_balance', result: { balance: '1' } }),
      JSON.stringify({ result_type: 'get_balance', result: { balance: -1 } }),
      JSON.stringify({ result_type: 'get_balance', result: { balance: 1.5 } }),
      '{"result_type":"get_balance","result":{"balance":9007199254740993}}',
      '{"result_type":"get_balance","result":{"__proto__":{"balance":1}}}',
      JSON.stringify({ result_type: 'get_balance', error: 'no', result }),
    ];
    for (const text of wrong)
      expect(() => readReply(getBalance, undefined, text), text).toThrow(badReply);
  });

  test('a request is a method with its parameters (NIP-47)', () => {
    expect(requestText(getBalance, undefined)).toBe('{"method":"get_balance","params":{}}');
    expect(JSON.parse(requestText(listTransactions, { offset: 20, type: 'incoming' }))).toEqual({
      method: 'list_transactions',
      params: { offset: 20, type: 'incoming', limit: 20, unpaid: false },
    });
    expect(JSON.parse(requestText(lookupInvoice, { paymentHash: PAYMENT_HASH }))).toEqual({
      method: 'lookup_invoice',
      params: { payment_hash: PAYMENT_HASH },
    });
  });

  test('amounts that JSON cannot carry are refused (NIP-47)', () => {
    for (const amountMsat of [0n, -1n, 2n ** 53n, 2_100_000_000_000_000_000n])
      expect(() => requestText(payInvoice, { invoice: 'x', amountMsat })).toThrow(
        expect.objectContaining({ code: 'BAD_AMOUNT' }),
      );
    expect(requestText(payInvoice, { invoice: 'lnbc1', amountMsat: 21_000n })).toBe(
      '{"method":"pay_invoice","params":{"invoice":"lnbc1","amount":21000}}',
    );
  });
});

const POOR = 'INSUFFICIENT_BALANCE';
const errors: [unknown, string, string, string?][] = [
  [{ code: 'RATE_LIMITED', message: 'slow down' }, 'RATE_LIMITED', 'slow down', 'said-busy'],
  [{ code: 'NOT_IMPLEMENTED', message: 'no' }, 'NOT_IMPLEMENTED', 'no', 'said-restricted'],
  [{ code: POOR, message: 'poor' }, POOR, 'poor', 'said-insufficient'],
  [{ code: 'QUOTA_EXCEEDED', message: 'over' }, 'QUOTA_EXCEEDED', 'over', 'said-over-budget'],
  [{ code: 'RESTRICTED', message: 'not you' }, 'RESTRICTED', 'not you', 'said-restricted'],
  [{ code: 'UNAUTHORIZED', message: 'who?' }, 'UNAUTHORIZED', 'who?', 'said-refused'],
  [{ code: 'UNSUPPORTED_ENCRYPTION', message: '?' }, 'UNSUPPORTED_ENCRYPTION', '?', 'said-refused'],
  [{ code: 'EXPIRED', message: 'gone' }, 'EXPIRED', 'gone', 'said-refused'],
  [{ code: 'PAYMENT_FAILED', message: 'no route' }, 'PAYMENT_FAILED', 'no route', 'said-failed'],
  [{ code: 'NOT_FOUND', message: 'none' }, 'NOT_FOUND', 'none'],
  [{ code: 'INTERNAL', message: 'oops' }, 'INTERNAL', 'oops'],
  [{ code: 'OTHER', message: 'hm' }, 'OTHER', 'hm'],
  [{ code: 'BAD_REQUEST', message: 'hm' }, 'OTHER', 'BAD_REQUEST: hm'],
  [{ code: 'UNSUPPORTED_NETWORK' }, 'OTHER', 'UNSUPPORTED_NETWORK'],
  [{ code: 'constructor', message: 'x' }, 'OTHER', 'constructor: x'],
  [{ code: 'quota_exceeded', message: 'x' }, 'OTHER', 'quota_exceeded: x'],
  [{ code: 42, message: 'x' }, 'OTHER', 'x'],
  [{ code: 'INTERNAL' }, 'INTERNAL', 'INTERNAL'],
  [{ code: 'INTERNAL', message: 7 }, 'INTERNAL', 'INTERNAL'],
  [{ message: 'only words' }, 'OTHER', 'only words'],
  [{}, 'OTHER', 'The wallet gives no reason'],
  [{ code: 'OTHER', message: 'x'.repeat(999) }, 'OTHER', `${'x'.repeat(299)}…`],
];

test.each(errors)('the wallet’s refusal %j is recognized (T28)', (error, code, message, claim) => {
  expect(refusedWith(error)).toEqual({ code, message, claim });
});

test('an error counts even if there is also a result (T28)', () => {
  const error = { code: 'QUOTA_EXCEEDED', message: 'over' };
  const reply = { result_type: 'pay_invoice', error, result: { preimage: PREIMAGE } };
  expect(readReply(payInvoice, { invoice: 'x' }, JSON.stringify(reply)).ok).toBe(false);
});

/** Wallets' replacements for a preimage, and invalid ones. */
const noProof = [
  undefined,
  null,
  '',
  '00'.repeat(32),
  '0b1e2c3d-0000-4000-8000-000000000000',
  7,
  {},
];

describe('pay_invoice (T24)', () => {
  const paid = (result: unknown) => answered(payInvoice, { invoice: 'x' }, result);

  test('what is no proof is not passed off as one (T24)', () => {
    for (const preimage of [
      ...noProof,
      PREIMAGE.slice(2),
      `${PREIMAGE}00`,
      `0x${PREIMAGE}`,
      'x'.repeat(999),
    ])
      expect(isProofOf(paid({ preimage }).preimage, PAYMENT_HASH), String(preimage)).toBe(false);
    expect(isProofOf(PREIMAGE, '00'.repeat(32))).toBe(false);
    expect(isProofOf(PAYMENT_HASH, PAYMENT_HASH)).toBe(false);
  });

  test('the preimage of the hash is proof, in either case (T24)', () => {
    for (const preimage of [PREIMAGE, PREIMAGE.toUpperCase()])
      expect(isProofOf(paid({ preimage }).preimage, PAYMENT_HASH)).toBe(true);
    expect(isProofOf(PREIMAGE, PAYMENT_HASH.toUpperCase())).toBe(true);
  });

  test('a missing or fractional fee does not hide the payment (T28)', () => {
    for (const fees_paid of [undefined, null, -1, 0.5, '3', 1e300])
      expect(paid({ preimage: PREIMAGE, fees_paid })).toEqual({
        preimage: PREIMAGE,
        feesMsat: undefined,
      });
    expect(paid({ preimage: PREIMAGE, fees_paid: 0 }).feesMsat).toBe(0n);
    expect(paid({ preimage: PREIMAGE, fees_paid: 3000 }).feesMsat).toBe(3000n);
  });
});

describe('make_invoice', () => {
  const asked = { amountMsat: 2_100_000n, description: 'For Mia', expirySeconds: 600 };
  const made = (result: unknown) => answered(makeInvoice, asked, result);
  const invoice = writeInvoice();

  test('an invoice over another amount, or next to another hash, is refused (T24)', () => {
    const wrong = [
      {},
      { invoice: 'lnbc1' },
      { invoice: writeInvoice({ prefix: 'lnbcrt210u' }) },
      { invoice: writeInvoice({ prefix: 'lnbcrt' }) },
      { invoice, payment_hash: '00'.repeat(32) },
      { invoice, payment_hash: 'none' },
    ];
    for (const result of wrong) expect(() => made(result)).toThrow(badReply);
  });

  test('the invoice is read, whatever else the wallet omits (NIP-47)', () => {
    expect(JSON.parse(requestText(makeInvoice, asked)).params).toEqual({
      amount: 2_100_000,
      description: 'For Mia',
      expiry: 600,
    });
    for (const beside of [{}, { payment_hash: PAYMENT_HASH.toUpperCase(), expires_at: null }])
      expect(made({ invoice, ...beside }).paymentHash).toBe(PAYMENT_HASH);
  });
});

describe('lookup_invoice and list_transactions (T28)', () => {
  const row = { type: 'outgoing', payment_hash: PAYMENT_HASH, amount: 21_000 };
  const found = (result: unknown) => answered(lookupInvoice, { paymentHash: PAYMENT_HASH }, result);

  test('another payment, no type, no amount: not read (T24)', () => {
    const wrong = [
      { ...row, payment_hash: '00'.repeat(32) },
      { ...row, payment_hash: undefined },
      { ...row, type: 'paid' },
      { ...row, amount: null },
      { ...row, amount: -21_000 },
      { ...row, settled_at: 'yesterday' },
    ];
    for (const result of wrong)
      expect(() => found(result), JSON.stringify(result)).toThrow(badReply);
  });

  const states: [string, object, string][] = [
    ['the wallet says settled', { state: 'settled' }, 'settled'],
    ['in capitals', { state: 'SETTLED' }, 'settled'],
    ['pending beside a preimage', { state: 'pending', preimage: PREIMAGE }, 'pending'],
    ['failed', { state: 'failed' }, 'failed'],
    ['expired', { type: 'incoming', state: 'expired' }, 'expired'],
    ['accepted', { type: 'incoming', state: 'accepted' }, 'accepted'],
    ['no state, a time of settling', { settled_at: 1_790_000_000 }, 'settled'],
    ['no state, no time', {}, 'pending'],
    ['no state, the time 0', { settled_at: 0 }, 'pending'],
    ['an unknown state', { state: 'dreaming' }, 'pending'],
    ['no state, a proof of what was sent', { preimage: PREIMAGE }, 'settled'],
    ['no state, a preimage that proves nothing', { preimage: '00'.repeat(32) }, 'pending'],
    ['no state, our own preimage', { type: 'incoming', preimage: PREIMAGE }, 'pending'],
  ];

  test.each(states)('%s (T28)', (_, change, state) => {
    expect(found({ ...row, ...change }).state).toBe(state);
  });

  test('everything a wallet may tell (NIP-47)', () => {
    const full = {
      ...row,
      state: 'settled',
      preimage: PREIMAGE,
      description: 'x'.repeat(5000),
      fees_paid: 1000,
      created_at: 1_790_000_000,
      settled_at: 1_790_000_001,
      expires_at: null,
      metadata: { comment: 'hi' },
    };
    expect(found(full)).toEqual({
      type: 'outgoing',
      state: 'settled',
      paymentHash: PAYMENT_HASH,
      amountMsat: 21_000n,
      feesMsat: 1000n,
      preimage: PREIMAGE,
      description: `${'x'.repeat(4095)}…`,
      createdAt: 1_790_000_000,
      settledAt: 1_790_000_001,
      expiresAt: undefined,
    });
  });

  test('rows that cannot be read are counted, the others stay (T28)', () => {
    const list = (transactions: unknown) => answered(listTransactions, {}, { transactions });
    const onChain = { ...row, payment_hash: undefined };
    const page = list([row, onChain, null, { ...row, type: 'incoming' }]);
    expect(page.unreadable).toBe(2);
    expect(page.transactions.map(({ type }) => type)).toEqual(['outgoing', 'incoming']);
    expect(list([])).toEqual({ transactions: [], unreadable: 0 });
    for (const wrong of [undefined, {}, new Array(101).fill(row)])
      expect(() => list(wrong)).toThrow(badReply);
  });
});

describe('get_info and get_budget (T25)', () => {
  const info = (result: unknown) => answered(getInfo, undefined, result);
  const budget = (result: unknown) => answered(getBudget, undefined, result).budget;

  test('a wallet must say what the connection may do (T25)', () => {
    for (const methods of [undefined, null, 'pay_invoice', [1], new Array(201).fill('x')])
      expect(() => info({ methods })).toThrow(badReply);
    expect(
      info({ methods: ['get_info'], alias: 'Hub', network: 'mainnet', color: '#fff' }),
    ).toEqual({
      alias: 'Hub',
      pubkey: undefined,
      network: 'mainnet',
      methods: ['get_info'],
    });
  });

  test('an empty budget and one of zero are no limit (T25)', () => {
    for (const none of [{}, { total_budget: null }, { total_budget: 0, used_budget: 0 }])
      expect(budget(none)).toBeUndefined();
    for (const wrong of [
      { total_budget: '5' },
      { total_budget: 5 },
      { total_budget: 5, used_budget: -1 },
    ])
      expect(() => budget(wrong)).toThrow(badReply);
    expect(budget({ total_budget: 1e9, used_budget: 5000, renewal_period: 'weekly' })).toEqual({
      usedMsat: 5000n,
      totalMsat: 1_000_000_000n,
      renewsAt: undefined,
      renewalPeriod: 'weekly',
    });
  });
});
