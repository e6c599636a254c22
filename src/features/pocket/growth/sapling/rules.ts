/**
 * A child's sapling. It grows with the money that a child keeps overnight, measured in its own
 * allowance, which rules out prices and other children. It never shrinks. Pure.
 */
import { addDays, type CivilDate } from '#core/calendar.ts';
import type { Sats } from '#core/money.ts';
import { type Plan, planInForce } from '#core/pay-days.ts';
import type { Sapling } from './contract.ts';

/** Replaces four weeks' allowance for a child without one. */
export const WITHOUT_ALLOWANCE_SATS = 10_000n;
/** In thousandths: ten years of allowance. A tiny allowance can't grow a tree overnight. */
export const MOST_A_DAY = 130_000n;

/** One day's growth, in thousandths of four weeks' allowance. Never negative. */
export function dayGrowth(keptSats: Sats, weeklySats: Sats): bigint {
  const measureSats = weeklySats > 0n ? weeklySats * 4n : WITHOUT_ALLOWANCE_SATS;
  const grown = (keptSats * 1000n) / measureSats;
  if (grown <= 0n) return 0n;
  return grown < MOST_A_DAY ? grown : MOST_A_DAY;
}

export type Days = {
  /** The first and the last day to add, inclusive. */
  from: CivilDate;
  to: CivilDate;
  plans: readonly Plan[];
  /** The current kept amount, and its changes by the day of writing. */
  keptSats: Sats;
  changes: ReadonlyMap<CivilDate, Sats>;
  today: CivilDate;
};

/** The total growth of the days, each with the amount kept at its end. */
export function daysGrowth({ from, to, plans, keptSats, changes, today }: Days): bigint {
  let kept = keptSats;
  let sum = 0n;
  for (let day = today; day >= from; day = addDays(day, -1)) {
    if (day <= to) sum += dayGrowth(kept, planInForce(plans, day)?.amountSats ?? 0n);
    kept -= changes.get(day) ?? 0n;
  }
  return sum;
}

/**
 * The start of each stage. Keeping all savings from the first pay day on reaches d²/56 after d
 * days: the first leaves after a week, a tree after half a year, a great one after eight years.
 */
const BEGINNINGS = [0n, 200n, 1_000n, 4_000n, 14_000n, 56_000n, 220_000n, 800_000n, 2_400_000n];
const OLD = [9_500_000n, 38_000_000n, 150_000_000n];
const STAGES = [...BEGINNINGS, ...OLD];
export const LAST_STAGE = STAGES.length - 1;

/** The drawing for this growth. More growth never gives an earlier drawing. */
export function stageOf(grown: bigint): Sapling {
  const stage = STAGES.findLastIndex((begins) => begins <= grown);
  const begins = STAGES[stage] ?? 0n;
  const next = STAGES[stage + 1];
  if (next === undefined) return { stage, part: 99 };
  return { stage, part: Number(((grown - begins) * 100n) / (next - begins)) };
}
