/** Totals and pay days for the first screen, derived from the books. Pure. */
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
 * The books' total: savings, spending and goals of all children, and the parents' contributions to
 * goals.
 */
export function familyTotal(
  children: readonly Balances[],
  goals: readonly ParentsPart[] = [],
): Sats {
  return children.reduce((sum, child) => sum + bookTotal(child), parentsTotal(goals));
}

export type ParentsPart = Pick<Goal, 'parentsAmount'>;

/** The parents' contributions to goals that aren't bought yet. */
export const parentsTotal = (goals: readonly ParentsPart[]): Sats =>
  goals.reduce((sum, { parentsAmount }) => sum + sats(parentsAmount ?? '0.00000000'), 0n);

/** One child's savings, spending and own parts of goals. */
export function bookTotal(child: Balances): Sats {
  return sats(child.savingsBalance) + sats(child.spendingBalance) + sats(child.goalsBalance);
}

type Spending = Pick<Child, 'spendingBalance' | 'spendingThreshold'>;

/** The alert appears above this share of the largest spending limit. */
const LIQUIDITY_PERCENT = 80n;

/** All spending money and the largest limit, if the liquidity alert applies. */
export function liquidityAlert(children: readonly Spending[]) {
  const totalSats = children.reduce((sum, child) => sum + sats(child.spendingBalance), 0n);
  const limits = children.map((child) => sats(child.spendingThreshold));
  const limitSats = limits.reduce((most, limit) => (limit > most ? limit : most), 0n);
  return totalSats * 100n > limitSats * LIQUIDITY_PERCENT ? { totalSats, limitSats } : undefined;
}

/** The children's total weekly allowance. */
export function weeklyTotal(children: readonly Pick<Child, 'weeklyAllowance'>[]): Sats {
  return children.reduce((sum, child) => sum + sats(child.weeklyAllowance), 0n);
}

/** `none`: no allowance; `paused`: an allowance, but no day to book it. */
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

/** Within a week; a booked one stays visible all day, since the next is a week off. */
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

/** The family's soonest pay day and all its children; undefined if there is none. */
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
