/** Totals and pay days that the first screen derives from the books. Pure. */
import { type Weekday, weekdayOf } from '#core/calendar.ts';
import { parseBtc, type Sats } from '#core/money.ts';
import type { Child } from '#features/people/children/contract.ts';
import type { Goal } from '#features/pocket/goals/contract.ts';

export type Balances = Pick<
  Child,
  'id' | 'name' | 'savingsBalance' | 'spendingBalance' | 'goalsBalance'
>;
export type Payday = Pick<Child, 'weeklyAllowance' | 'nextAllowanceDate' | 'daysUntilAllowance'>;

/**
 * Everything the books hold: savings, spending and goals of all children, and what the parents gave
 * to goals.
 */
export function familyTotal(
  children: readonly Balances[],
  goals: readonly ParentsPart[] = [],
): Sats {
  return children.reduce((sum, child) => sum + bookTotal(child), parentsTotal(goals));
}

export type ParentsPart = Pick<Goal, 'parentsAmount'>;

/** What the parents gave to goals that are not bought yet. */
export const parentsTotal = (goals: readonly ParentsPart[]): Sats =>
  goals.reduce((sum, { parentsAmount }) => sum + sats(parentsAmount ?? '0.00000000'), 0n);

/** One child's savings, spending and own parts of goals. */
export function bookTotal(child: Balances): Sats {
  return sats(child.savingsBalance) + sats(child.spendingBalance) + sats(child.goalsBalance);
}

type Spending = Pick<Child, 'spendingBalance' | 'spendingThreshold'>;

/** The alert fires above this share of the largest spending limit. */
const LIQUIDITY_PERCENT = 80n;

/** All spending money and the largest limit, if it is time for the liquidity alert. */
export function liquidityAlert(children: readonly Spending[]) {
  const totalSats = children.reduce((sum, child) => sum + sats(child.spendingBalance), 0n);
  const limits = children.map((child) => sats(child.spendingThreshold));
  const limitSats = limits.reduce((most, limit) => (limit > most ? limit : most), 0n);
  return totalSats * 100n > limitSats * LIQUIDITY_PERCENT ? { totalSats, limitSats } : undefined;
}

/** What the children get per week, all together. */
export function weeklyTotal(children: readonly Pick<Child, 'weeklyAllowance'>[]): Sats {
  return children.reduce((sum, child) => sum + sats(child.weeklyAllowance), 0n);
}

/** `none`: no allowance; `paused`: an allowance, but no day on which it will be booked. */
export type NextPayday =
  | { kind: 'none' | 'paused' }
  | { kind: 'today' | 'tomorrow' | 'later'; weekday: Weekday; days: number };

export function nextPayday(child: Payday): NextPayday {
  const { nextAllowanceDate: date, daysUntilAllowance: days } = child;
  if (sats(child.weeklyAllowance) === 0n) return { kind: 'none' };
  if (date === null || days === null) return { kind: 'paused' };
  const kind = days === 0 ? 'today' : days === 1 ? 'tomorrow' : 'later';
  return { kind, weekday: weekdayOf(date), days };
}

/**
 * A pay day within a week; today's stays visible after it is booked, since the next is a week off.
 */
const IN_SIGHT_DAYS = 7;

/** The children on each of the seven days. */
export function paydayStrip(
  children: readonly (Payday & Pick<Child, 'id' | 'name' | 'slot' | 'face'>)[],
) {
  return children.flatMap((child) => {
    const next = nextPayday(child);
    if (!('days' in next) || next.days > IN_SIGHT_DAYS) return [];
    return [
      { key: child.id, name: child.name, slot: child.slot, face: child.face, day: next.weekday },
    ];
  });
}

/** The soonest pay day of the family and everybody who has it; undefined if there is none. */
export function soonestPayday(children: readonly (Payday & Pick<Child, 'name'>)[]) {
  const coming = children.flatMap((child) => {
    const next = nextPayday(child);
    return 'days' in next ? [{ name: child.name, next }] : [];
  });
  const [first, ...rest] = coming.toSorted((a, b) => a.next.days - b.next.days);
  if (!first) return undefined;
  const others = rest.filter(({ next }) => next.days === first.next.days);
  return { next: first.next, names: [first, ...others].map(({ name }) => name) };
}

/** The contract has already checked the text. */
function sats(btcText: string): Sats {
  const amount = parseBtc(btcText);
  if (amount === undefined) throw new RangeError(`no amount: ${btcText}`);
  return amount;
}
