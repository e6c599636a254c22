/** The model's goals: what is given to them, by hand and with each allowance. */
import type { Changes } from './act.ts';
import { CHILDREN, WEEKLY } from './beginning.ts';
import { dayIn } from './calendar.ts';
import { found, need } from './ended.ts';
import { book, onSavings } from './model-book.ts';
import { addPayout } from './model-payouts.ts';
import type { Gift, Giver, Goal, Model, Share } from './model-types.ts';

const DAY_MS = 86_400_000;

/** A percentage is given in tenths. */
const WHOLE = 1_000n;

export const sumOf = ({ parts }: Goal): bigint => [...parts.values()].reduce((a, b) => a + b, 0n);

const roomOf = (goal: Goal) => goal.target - sumOf(goal);

function add(goal: Goal, giver: Giver, sats: bigint): void {
  goal.parts.set(giver, (goal.parts.get(giver) ?? 0n) + sats);
}

type GoalCall = 'makeGoal' | 'give' | 'buy' | 'drop' | 'share' | 'endShare' | 'takeBack' | 'payday';

function openGoal({ goals }: Model, name: string): Goal {
  const goal = found(goals, name);
  need(goal.state === 'open');
  return goal;
}

export const GOAL_CHANGES: Changes<GoalCall> = {
  makeGoal({ goals }, { sats }, name) {
    goals.set(name, { target: sats, parts: new Map(), state: 'open' });
  },
  give(next, { goal, child, sats }, name, now) {
    addGift(next, { goal, giver: child ?? 'parents', sats, at: now, isUndone: false }, name);
  },
  // Every part leaves the book; the children's lines said so when they gave it.
  buy(next, { goal: name }) {
    const goal = openGoal(next, name);
    need(roomOf(goal) <= 0n);
    goal.state = 'bought';
    for (const one of next.shares.values()) if (one.goal === name) one.isActive = false;
  },
  // The children's parts go back to their savings.
  drop(next, { goal: name }) {
    for (const [giver, part] of openGoal(next, name).parts)
      if (giver !== 'parents' && part > 0n) book(next, [onSavings(giver, part)]);
    next.goals.delete(name);
    for (const [key, one] of next.shares) if (one.goal === name) next.shares.delete(key);
  },
  // At most the whole of an allowance. What the giver had given to a full goal ends.
  share(next, { goal, child, tenths }, name) {
    const giver = child ?? 'parents';
    const running = runningOf(next, giver);
    const taken = running.reduce((sum, one) => sum + one.tenths, tenths);
    need(roomOf(openGoal(next, goal)) > 0n && BigInt(taken) <= WHOLE);
    for (const one of next.shares.values())
      if (one.giver === giver && !running.includes(one)) one.isActive = false;
    next.shares.set(name, { goal, giver, tenths, isActive: true });
  },
  // Also while its goal is full: it would go on if the goal needed something again.
  endShare({ shares }, { share }) {
    const one = found(shares, share);
    need(one.isActive);
    one.isActive = false;
  },
  // Within a day, while the goal is open: the money goes back to where it came from.
  takeBack(next, { gift: name }, _, now) {
    const gift = found(next.gifts, name);
    const goal = openGoal(next, gift.goal);
    need(!gift.isUndone && now < gift.at + DAY_MS);
    gift.isUndone = true;
    add(goal, gift.giver, -gift.sats);
    askAgain(next, gift);
    if (gift.giver !== 'parents' && !gift.arrival) book(next, [onSavings(gift.giver, gift.sats)]);
  },
  payday: (next, _act, _name, now) => payAll(next, dayIn(next.zone, now)),
};

/** What comes from outside the family takes nothing from the child's savings. */
export function addGift(next: Model, gift: Gift, name: string): void {
  const goal = openGoal(next, gift.goal);
  const { giver, sats, arrival } = gift;
  need(sats <= roomOf(goal));
  next.gifts.set(name, gift);
  add(goal, giver, sats);
  if (giver !== 'parents' && !arrival) book(next, [onSavings(giver, -sats)]);
}

/** Whose it is was answered wrongly. */
export function askAgain({ arrivals }: Model, { arrival }: { arrival?: string }): void {
  const arrived = arrivals.get(arrival ?? '');
  if (arrived) arrived.state = 'asked';
}

/** Those of a giver that take part in a new allowance: of goals that still need something. */
const runningOf = ({ shares, goals }: Model, giver: Giver): Share[] =>
  [...shares.values()].filter((one) => {
    const goal = goals.get(one.goal);
    return one.isActive && one.giver === giver && goal !== undefined && roomOf(goal) > 0n;
  });

/**
 * What each share takes of an allowance: its part without the fraction of a sat; the sats that are
 * left go to the largest fractions, and of equal ones first to what stays with the child.
 */
function partsOf(sats: bigint, shares: readonly Share[]): bigint[] {
  const tenths = shares.map((one) => BigInt(one.tenths));
  const weights = [tenths.reduce((rest, one) => rest - one, WHOLE), ...tenths];
  const parts = weights.map((weight) => (sats * weight) / WHOLE);
  const fractions = weights.map((weight, i) => ({ i, of: (sats * weight) % WHOLE }));
  fractions.sort((a, b) => (a.of === b.of ? a.i - b.i : Number(b.of - a.of)));
  const left = parts.reduce((rest, part) => rest - part, sats);
  for (const { i } of fractions.slice(0, Number(left))) parts[i] = (parts[i] as bigint) + 1n;
  return parts.slice(1);
}

/** Gives what fits into the goals. @returns the sum of it */
function giveShares({ goals }: Model, sats: bigint, shares: readonly Share[]): bigint {
  let given = 0n;
  for (const [i, part] of partsOf(sats, shares).entries()) {
    const { goal: name, giver } = shares[i] as Share;
    const goal = goals.get(name) as Goal;
    const fits = part < roomOf(goal) ? part : roomOf(goal);
    add(goal, giver, fits);
    given += fits;
  }
  return given;
}

/** Every pay day that has come and is not booked, in the order of the days. */
export function payAll(next: Model, today: number): void {
  // Which shares run is decided before the first of them fills a goal.
  const running = new Map<Giver, Share[]>(
    (['parents', ...CHILDREN] as const).map((giver) => [giver, runningOf(next, giver)]),
  );
  for (let day = next.firstPayDay; day <= today; day += 7 * DAY_MS)
    for (const child of CHILDREN) {
      if (next.closed[child] !== undefined || day <= next.paidUpTo[child]) continue;
      next.paidUpTo[child] = day;
      const sats = WEEKLY[child];
      const own = giveShares(next, sats, running.get(child) ?? []);
      giveShares(next, sats, running.get('parents') ?? []);
      book(next, [onSavings(child, sats - own)]);
      addPayout(next, child, day, sats - own);
    }
}
