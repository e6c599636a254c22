/** A growth chart's days, and the balances on them. Pure. */
import { addDays, addMonths, type CivilDate, daysBetween, earlierOf } from '#core/calendar.ts';
import { formatBtc, type Sats } from '#core/money.ts';
import { MOST_POINTS, type Parts } from './contract.ts';

/**
 * The days with a point at their end, oldest first; none if the span ends before the book begins.
 * The first is the day before the span, or before the book: the opening balance.
 */
export function pointDays(span: string, today: CivilDate, begins: CivilDate): CivilDate[] {
  const [from, to] = edges(span, today);
  const last = earlierOf(to, today);
  const opening = addDays(begins, -1);
  const first = from === undefined || from < opening ? opening : from;
  if (first >= last) return [];
  const step = Math.ceil(daysBetween(first, last) / (MOST_POINTS - 1));
  const days: CivilDate[] = [];
  for (let day = last; day > first; day = addDays(day, -step)) days.push(day);
  return [...days, first].reverse();
}

/** The day before the span and its last day; no first day for the whole time. */
function edges(span: string, today: CivilDate): [CivilDate | undefined, CivilDate] {
  if (span === 'weeks') return [addDays(today, -28), today];
  if (span === 'year') return [addDays(today, -364), today];
  if (span === 'all') return [undefined, today];
  const [first, months] = span.length === 4 ? [`${span}-01-01`, 12] : [`${span}-01`, 1];
  return [addDays(first, -1), addDays(addMonths(first, months), -1)];
}

/** The changes between two points; `step` 0 is the time before the first of them. */
export type Change = {
  step: number;
  savedSats: Sats;
  payDaySats: Sats;
  giftSats: Sats;
  spentSats: Sats;
  /** The change in savings, including amounts passed straight on to goals and spending. */
  savedPayDaySats: Sats;
  savedGiftSats: Sats;
  /** Minus the savings that moved there. */
  goalSats: Sats;
  movedSats: Sats;
};

export const NO_CHANGE: Omit<Change, 'step'> = {
  savedSats: 0n,
  payDaySats: 0n,
  giftSats: 0n,
  spentSats: 0n,
  savedPayDaySats: 0n,
  savedGiftSats: 0n,
  goalSats: 0n,
  movedSats: 0n,
};

type PointSats = { on: CivilDate } & Pick<
  Change,
  'savedSats' | 'payDaySats' | 'giftSats' | 'spentSats'
>;

/** Works backwards from the current balance, which includes removed entries. */
export function pointsOf(
  days: readonly CivilDate[],
  balanceSats: Sats,
  changes: readonly Change[],
): PointSats[] {
  const byStep = new Map(changes.map((change) => [change.step, change]));
  let sats = balanceSats - (byStep.get(days.length)?.savedSats ?? 0n);
  const points: PointSats[] = [];
  for (let index = days.length - 1; index >= 0; index--) {
    const { savedSats, payDaySats, giftSats, spentSats } = byStep.get(index) ?? NO_CHANGE;
    points.push({ on: days[index] as CivilDate, savedSats: sats, payDaySats, giftSats, spentSats });
    sats -= savedSats;
  }
  return points.reverse();
}

/** The changes from one day's savings to a later day's. A step ends on the day of its number. */
export function partsOf(changes: readonly Change[], from: number, to: number): Parts {
  const between = changes.filter(({ step }) => step > from && step <= to);
  const sum = (key: keyof typeof NO_CHANGE) =>
    between.reduce((total, change) => total + change[key], 0n);
  const [payDays, gifts] = [sum('savedPayDaySats'), sum('savedGiftSats')];
  const [goals, spending] = [sum('goalSats'), sum('movedSats')];
  return {
    payDays: formatBtc(payDays),
    gifts: formatBtc(gifts),
    goals: formatBtc(goals),
    spending: formatBtc(spending),
    other: formatBtc(sum('savedSats') - payDays - gifts - goals - spending),
  };
}

/** The part of the income that is left, in percent, rounded down; undefined without income. */
export function keptPercent(inSats: Sats, outSats: Sats): number | undefined {
  if (inSats <= 0n) return undefined;
  const kept = outSats > inSats ? 0n : inSats - outSats;
  const percent = (kept * 100n) / inSats;
  return Number(percent);
}
