/** The first screen's arithmetic: totals, shares, pay days, bands, dollar wording. */
import { expect, test } from 'vitest';
import type { FaceName } from '#core/faces.ts';
import { MAX_SATS } from '#core/money.ts';
import { dollarsAndCents, shareParts, todayFor } from './later-rules.ts';
import {
  familyTotal,
  liquidityAlert,
  nextPayday,
  paydayStrip,
  soonestPayday,
  weeklyTotal,
} from './rules.ts';

function book(name: string, over: Partial<Book> = {}): Book {
  return {
    id: name,
    name,
    savingsBalance: '0.00000000',
    spendingBalance: '0.00000000',
    goalsBalance: '0.00000000',
    weeklyAllowance: '0.00002000',
    nextAllowanceDate: '2026-11-21',
    daysUntilAllowance: 3,
    slot: 0,
    face: 'girl',
    ...over,
  };
}

type Book = {
  id: string;
  name: string;
  savingsBalance: string;
  spendingBalance: string;
  goalsBalance: string;
  weeklyAllowance: string;
  nextAllowanceDate: string | null;
  daysUntilAllowance: number | null;
  slot: number;
  face: FaceName;
};

test('the alert fires above 80% of the largest limit, counted over all spending money (DASH-21)', () => {
  const kid = (spendingBalance: string, spendingThreshold: string) => ({
    spendingBalance,
    spendingThreshold,
  });
  expect(liquidityAlert([])).toBeUndefined();
  const small = kid('0.00030000', '0.00010000');
  expect(liquidityAlert([small, kid('0.00050000', '0.00100000')])).toBeUndefined();
  expect(liquidityAlert([small, kid('0.00050001', '0.00100000')])).toEqual({
    totalSats: 80_001n,
    limitSats: 100_000n,
  });
});

test('the family total is every sat of savings, spending and goals, without rounding (DASH-28)', () => {
  expect(familyTotal([])).toBe(0n);
  const rich = book('Mia', { savingsBalance: '20999999.99999999', spendingBalance: '0.00000001' });
  expect(familyTotal([rich])).toBe(MAX_SATS);
  expect(familyTotal([rich, book('Leo', { spendingBalance: '0.00000007' })])).toBe(MAX_SATS + 7n);
  expect(familyTotal([book('Zoë', { goalsBalance: '0.00000030' })])).toBe(30n);
});

test('an amount that is none is a fault, not a zero (HOUSE-15)', () => {
  expect(() => familyTotal([book('Mia', { savingsBalance: '-1' })])).toThrow(RangeError);
});

test('each share is savings plus spending, in the order of the children (DASH-29)', () => {
  const parts = shareParts([
    book('Mia', { savingsBalance: '0.00142300', spendingBalance: '0.00008450' }),
    book('Leo', { slot: 1 }),
  ]);
  expect(parts).toEqual([
    { id: 'Mia', name: 'Mia', sats: 150_750n, slot: 0 },
    { id: 'Leo', name: 'Leo', sats: 0n, slot: 1 },
  ]);
});

test('the weekly total adds up the allowances of all children (DASH-30)', () => {
  expect(weeklyTotal([])).toBe(0n);
  expect(weeklyTotal([book('Mia'), book('Leo', { weeklyAllowance: '0.00005000' })])).toBe(7_000n);
});

test('the next pay day: none, paused, today, tomorrow, later (CHILD-37)', () => {
  const kind = (over: Partial<Book>) => nextPayday(book('Mia', over));
  const never = { nextAllowanceDate: null, daysUntilAllowance: null };
  expect(kind({ weeklyAllowance: '0.00000000', ...never })).toEqual({ kind: 'none' });
  expect(kind(never)).toEqual({ kind: 'paused' });
  expect(kind({ daysUntilAllowance: 0 })).toEqual({ kind: 'today', weekday: 6, days: 0 });
  expect(kind({ daysUntilAllowance: 1 })).toEqual({ kind: 'tomorrow', weekday: 6, days: 1 });
  expect(kind({})).toEqual({ kind: 'later', weekday: 6, days: 3 });
});

test('the strip leaves out who is not due within a week', () => {
  const far = book('Far', { nextAllowanceDate: '2026-11-28', daysUntilAllowance: 10 });
  const none = book('None', { weeklyAllowance: '0.00000000' });
  const booked = book('Booked', {
    slot: 2,
    nextAllowanceDate: '2026-11-25',
    daysUntilAllowance: 7,
  });
  const days = paydayStrip([far, none, booked, book('Mia')]);
  expect(days).toEqual([
    { key: 'Booked', name: 'Booked', slot: 2, face: 'girl', day: 3 },
    { key: 'Mia', name: 'Mia', slot: 0, face: 'girl', day: 6 },
  ]);
});

test('the soonest pay day names everybody who shares it', () => {
  expect(soonestPayday([])).toBeUndefined();
  expect(soonestPayday([book('None', { weeklyAllowance: '0.00000000' })])).toBeUndefined();
  const later = book('Later', { nextAllowanceDate: '2026-11-24', daysUntilAllowance: 6 });
  const soonest = soonestPayday([later, book('Mia'), book('Leo')]);
  expect(soonest?.names).toEqual(['Mia', 'Leo']);
  expect(soonest?.next.days).toBe(3);
});

test('the pay day shows which day is today; without one the given date is used (CHILD-37)', () => {
  const never = book('Mia', { nextAllowanceDate: null, daysUntilAllowance: null });
  expect(todayFor(never, '2026-11-20')).toBe('2026-11-20');
  expect(todayFor(book('Mia'), '2026-01-01')).toBe('2026-11-18');
});

test('dollars and cents for words, at 44,000 for one bitcoin (PLAT-08)', () => {
  expect(dollarsAndCents(0n)).toEqual({ dollars: '0', cents: '00' });
  expect(dollarsAndCents(8_450n)).toEqual({ dollars: '3', cents: '72' });
  expect(dollarsAndCents(100_000_000n)).toEqual({ dollars: '44000', cents: '00' });
});
