/** When a wallet is asked again, and when an invoice is unpaid. */
import { expect, test } from 'vitest';
import type { LookUp, UnknownReason } from '#core/lightning/wallet.ts';
import { isOver, nextLateLook, nextLook } from './rules.ts';

const HOUR = 3_600_000;
const MS = 1 / HOUR;
const expiresAt = new Date('2026-11-22T12:00:00Z');
const invoice = { expiresAt, connectionId: 'wallet-1' };
const after = (hours: number) => new Date(expiresAt.getTime() + hours * HOUR);
const unknown = (reason: UnknownReason): LookUp => ({ state: 'unknown', reason, message: '' });
const over = (found: LookUp, hours: number, by: string | undefined = 'wallet-1') =>
  isOver(invoice, found, { by, now: after(hours) });

test.each(['unreachable', 'no-answer', 'bad-answer', 'unclear', 'not-offered'] as const)(
  'an invoice for which the wallet reports "%s" stays open, however long (T28)',
  (reason) => {
    expect(over(unknown(reason), 10_000)).toBe(false);
  },
);

test('only its own wallet, a day later, can say that it does not know an invoice (T28)', () => {
  expect(over(unknown('not-found'), 24)).toBe(false);
  expect(over(unknown('not-found'), 1_000, 'wallet-2')).toBe(false);
  const nobodysInvoice = { expiresAt, connectionId: null };
  const answered = { by: undefined, now: after(1_000) };
  expect(isOver(nobodysInvoice, unknown('not-found'), answered)).toBe(false);
  expect(over(unknown('not-found'), 24 + MS)).toBe(true);
});

test('"not paid" counts from an hour after the invoice has expired, whoever says it (T28)', () => {
  for (const state of ['open', 'expired'] as const) {
    expect(over({ state }, -1)).toBe(false);
    expect(over({ state }, 1)).toBe(false);
    expect(over({ state }, 1 + MS, 'wallet-2')).toBe(true);
  }
});

test('a wallet is asked every few seconds at first, and once a day in the end', () => {
  const wait = (hours: number) =>
    nextLook(expiresAt, after(hours)).getTime() - after(hours).getTime();
  expect([wait(0), wait(0.5), wait(3), wait(7 * 24 - MS), wait(7 * 24)]).toEqual([
    ...[5_000, 60_000, 15 * 60_000, 15 * 60_000],
    24 * HOUR,
  ]);
});

test('a payment that counts as failed is checked every hour, for the 14 days in which it could still be made (T28)', () => {
  const wait = (hours: number) => nextLateLook(expiresAt, after(hours));
  expect([wait(0), wait(14 * 24 - 1)]).toEqual([after(1), after(14 * 24)]);
  expect(wait(14 * 24 - 1 + MS)).toBeNull();
});
