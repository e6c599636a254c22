/** When an invoice counts as not paid, and how often a browser asks. */
import { expect, test } from 'vitest';
import type { LookUp, UnknownReason } from '#core/lightning/wallet.ts';
import { askAgainMs, isOver } from './rules.ts';

const HOUR = 3_600_000;
/** A millisecond, in hours. */
const MS = 1 / HOUR;
const expiresAt = new Date('2026-11-22T12:00:00Z');
const invoice = { expiresAt, connectionId: 'wallet-1' };
const after = (hours: number) => new Date(expiresAt.getTime() + hours * HOUR);
const unknown = (reason: UnknownReason): LookUp => ({ state: 'unknown', reason, message: '' });
const over = (found: LookUp, hours: number, by: string | undefined = 'wallet-1') =>
  isOver(invoice, found, { by, now: after(hours) });

test.each(['unreachable', 'no-answer', 'bad-answer', 'unclear', 'not-offered'] as const)(
  'an invoice of which the wallet says "%s" stays open, however long (T28)',
  (reason) => {
    expect(over(unknown(reason), 10_000)).toBe(false);
  },
);

test('only its own wallet, a day later, can say that it does not know an invoice (T28)', () => {
  expect(over(unknown('not-found'), 24)).toBe(false);
  expect(over(unknown('not-found'), 1_000, 'wallet-2')).toBe(false);
  const nobodysInvoice = { expiresAt, connectionId: null };
  const heard = { by: undefined, now: after(1_000) };
  expect(isOver(nobodysInvoice, unknown('not-found'), heard)).toBe(false);
  expect(over(unknown('not-found'), 24 + MS)).toBe(true);
});

test('"not paid" counts from an hour after the invoice has expired, whoever says it (T28)', () => {
  for (const state of ['open', 'expired'] as const) {
    expect(over({ state }, -1)).toBe(false);
    expect(over({ state }, 1)).toBe(false);
    expect(over({ state }, 1 + MS, 'wallet-2')).toBe(true);
  }
});

test('a browser asks often at first, then ever more rarely, and uses up no day (T25)', () => {
  const MINUTE = 60_000;
  expect([0, 2, 3, 5, 6, 12, 24, 48, 96, 1_440].map((age) => askAgainMs(age * MINUTE))).toEqual([
    ...[5_000, 5_000, 30_000, 30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000],
  ]);
  let questions = 0;
  for (let shownMs = 0; shownMs < 24 * HOUR; shownMs += askAgainMs(shownMs)) questions += 1;
  // Of 1,024 blocks, at least one each.
  expect(questions).toBeLessThan(250);
});
