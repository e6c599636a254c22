/** A wallet's replies for a payment, and its fee's hold and booking. */
import { describe, expect, test } from 'vitest';
import type { LookUp } from '#core/lightning/wallet.ts';
import { CREATED_AT, numberField, ORDINARY, writeInvoice } from '#tests/support/invoice.ts';
import { readInvoice } from './invoices.ts';
import { afterLookUp } from './outcome.ts';
import { bookedFee, feeLimitOf } from './rules.ts';

const HOUR = 3_600_000;
const expiresAt = new Date('2026-11-22T12:00:00Z');
const payment = { expiresAt, connectionId: 'wallet-1', failure: null };
const later = (hours: number) => new Date(expiresAt.getTime() + hours * HOUR);
const NOT_FOUND: LookUp = { state: 'unknown', reason: 'not-found', message: '' };

describe('a payment that the wallet does not know (T28)', () => {
  test('is still being checked until its invoice has expired and a day has gone', () => {
    const at = (hours: number) =>
      afterLookUp(NOT_FOUND, payment, { by: 'wallet-1', now: later(hours) }).is;
    expect([at(-1), at(1), at(23.9)]).toEqual(['unknown', 'unknown', 'unknown']);
    expect(at(24.1)).toBe('failed');
  });

  test.each([
    ['another wallet answers', 'wallet-2', 'wallet-1'],
    ['no wallet is connected', undefined, 'wallet-1'],
    ['nobody noted which wallet was told to pay', undefined, null],
  ])('stays unknown for ever if %s: a person has to say', (_, by, connectionId) => {
    const answered = { by, now: later(1_000) };
    expect(afterLookUp(NOT_FOUND, { ...payment, connectionId }, answered).is).toBe('unknown');
  });

  test('stays unknown however long the wallet is silent', () => {
    const silent: LookUp = { state: 'unknown', reason: 'unreachable', message: '' };
    const answered = { by: 'wallet-1', now: later(1_000) };
    expect(afterLookUp(silent, payment, answered)).toEqual({
      is: 'unknown',
      failure: 'unreachable',
    });
  });
});

test('a wallet’s no ends a payment once its invoice has expired by more than five minutes (T28)', () => {
  const after = (ms: number, found: LookUp, failure: 'said-refused' | null) => {
    const answered = { by: 'wallet-1', now: new Date(expiresAt.getTime() + 300_000 + ms) };
    return afterLookUp(found, { ...payment, failure }, answered);
  };
  for (const found of [NOT_FOUND, { state: 'failed' }] as const) {
    expect(after(0, found, 'said-refused').is).toBe('unknown');
    const ended = { is: 'failed', failure: 'said-refused', by: 'wallet' };
    expect(after(1, found, 'said-refused')).toEqual(ended);
  }
  expect(after(1, { state: 'failed' }, null)).toMatchObject({ is: 'failed', by: 'wallet' });
});

test('the fee limit is one percent, and ten sats at least; it is never booked itself', () => {
  expect([feeLimitOf(1n), feeLimitOf(1_000n), feeLimitOf(50_000n)]).toEqual([10n, 10n, 500n]);
  expect([feeLimitOf(1_099n), feeLimitOf(1_100n), feeLimitOf(1_199n)]).toEqual([10n, 11n, 11n]);
  expect([bookedFee(null, 10n), bookedFee(3n, 10n), bookedFee(30n, 10n)]).toEqual([0n, 3n, 10n]);
  expect([bookedFee(10n, 10n), bookedFee(11n, 10n)]).toEqual([10n, 10n]);
});

describe('an invoice is read to be paid (T23)', () => {
  const made = CREATED_AT * 1_000;
  const refusal = (reason: string) =>
    expect.objectContaining({ why: expect.objectContaining({ reason }) });
  const read = (text: string, nowMs = made) => readInvoice(text, 'regtest', new Date(nowMs));

  test('over ten million sats, and not over a millisat more', () => {
    expect(() => read(writeInvoice({ prefix: 'lnbcrt100000000010p' }))).toThrow(
      refusal('INVOICE_TOO_LARGE'),
    );
    expect(read(writeInvoice({ prefix: 'lnbcrt100m' })).amountSats).toBe(10_000_000n);
  });

  test('a fraction of a sat counts as a whole one, because that much must be available', () => {
    const sats = (prefix: string) => read(writeInvoice({ prefix })).amountSats;
    expect([sats('lnbcrt21000000p'), sats('lnbcrt21000010p'), sats('lnbcrt10p')]).toEqual([
      ...[2_100n, 2_101n, 1n],
    ]);
  });

  test('until it expires, and not in that moment', () => {
    const text = writeInvoice();
    expect(() => read(text, made + HOUR)).toThrow(refusal('INVOICE_EXPIRED'));
    expect(read(text, made + HOUR - 1).amountSats).toBe(2_100n);
  });

  test('if it expires within seven days and five minutes, and not a second later', () => {
    const lasting = (seconds: number) =>
      writeInvoice({ fields: Object.values({ ...ORDINARY, x: numberField('x', seconds) }) });
    const longest = 7 * 86_400 + 300;
    expect(() => read(lasting(longest + 1))).toThrow(refusal('INVOICE_TOO_LONG'));
    expect(read(lasting(longest)).expirySeconds).toBe(longest);
  });
});
