/** The model's goals: what is given to them, by hand and with each allowance. */
import type { ActOf } from './act.ts';
import { book, CHILDREN, onSavings, WEEKLY } from './model-book.ts';
import { addPayout } from './model-payouts.ts';
import type { ChildNo, Gift, Giver, Goal, Model, Outcome, Share } from './model-types.ts';

const DAY_MS = 86_400_000;

/** A percentage is given in tenths. */
const WHOLE = 1_000n;

export const sumOf = ({ parts }: Goal): bigint => [...parts.values()].reduce((a, b) => a + b, 0n);

const roomOf = (goal: Goal) => goal.target - sumOf(goal);

function add(goal: Goal, giver: Giver, sats: bigint): void {
  goal.parts.set(giver, (goal.parts.get(giver) ?? 0n) + sats);
}

type GoalAct = ActOf<'makeGoal' | 'give' | 'buy' | 'drop' | 'share'>;

export function changeGoal(next: Model, act: GoalAct, name: string, now: number): Outcome {
  if (act.call === 'makeGoal') {
    next.goals.set(name, { target: act.sats, parts: new Map(), state: 'open' });
    return 'done';
  }
  const goal = next.goals.get(act.goal);
  if (!goal) return 'gone';
  if (goal.state !== 'open') return 'refused';
  if (act.call === 'give') {
    const giver = act.child ?? 'parents';
    return addGift(next, { goal: act.goal, giver, sats: act.sats, at: now, isUndone: false }, name);
  }
  if (act.call === 'share') return share(next, goal, act, name);
  if (act.call === 'buy') return buy(next, act.goal, goal);
  return drop(next, act.goal, goal);
}

/** What comes from outside the family takes nothing from the child's savings. */
export function addGift(next: Model, gift: Gift, name: string): Outcome {
  const goal = next.goals.get(gift.goal);
  const { giver, sats, arrival } = gift;
  if (!goal) return 'gone';
  if (goal.state !== 'open' || sats > roomOf(goal)) return 'refused';
  next.gifts.set(name, gift);
  add(goal, giver, sats);
  return giver === 'parents' || arrival ? 'done' : book(next, [onSavings(giver, -sats)]);
}

/** The children's parts go back to their savings. */
function drop(next: Model, name: string, goal: Goal): Outcome {
  for (const [giver, part] of goal.parts)
    if (giver !== 'parents' && part > 0n) book(next, [onSavings(giver, part)]);
  next.goals.delete(name);
  for (const [key, one] of next.shares) if (one.goal === name) next.shares.delete(key);
  return 'done';
}

/** Every part leaves the book; the children's lines said so when they gave it. */
function buy(next: Model, name: string, goal: Goal): Outcome {
  if (sumOf(goal) < goal.target) return 'refused';
  goal.state = 'bought';
  for (const one of next.shares.values()) if (one.goal === name) one.isActive = false;
  return 'done';
}

/** Within a day, while the goal is open: the money goes back to where it came from. */
export function takeBack(next: Model, name: string, now: number): Outcome {
  const gift = next.gifts.get(name);
  const goal = gift && next.goals.get(gift.goal);
  if (!gift || !goal) return 'gone';
  if (goal.state !== 'open' || gift.isUndone || now >= gift.at + DAY_MS) return 'refused';
  gift.isUndone = true;
  add(goal, gift.giver, -gift.sats);
  askAgain(next, gift);
  if (gift.giver === 'parents' || gift.arrival) return 'done';
  return book(next, [onSavings(gift.giver, gift.sats)]);
}

/** Whose it is was answered wrongly. */
export function askAgain({ arrivals }: Model, { arrival }: { arrival?: string }): void {
  const found = arrivals.get(arrival ?? '');
  if (found) found.state = 'asked';
}

/** Those of a giver that take part in a new allowance: of goals that still need something. */
const runningOf = ({ shares, goals }: Model, giver: Giver): Share[] =>
  [...shares.values()].filter((one) => {
    const goal = goals.get(one.goal);
    return one.isActive && one.giver === giver && goal !== undefined && roomOf(goal) > 0n;
  });

/** At most the whole of an allowance. What the giver had given to a full goal ends. */
function share(next: Model, goal: Goal, act: ActOf<'share'>, name: string): Outcome {
  const giver = act.child ?? 'parents';
  const running = runningOf(next, giver);
  const taken = running.reduce((sum, { tenths }) => sum + tenths, act.tenths);
  if (roomOf(goal) === 0n || BigInt(taken) > WHOLE) return 'refused';
  for (const one of next.shares.values())
    if (one.giver === giver && !running.includes(one)) one.isActive = false;
  next.shares.set(name, { goal: act.goal, giver, tenths: act.tenths, isActive: true });
  return 'done';
}

/** Also while its goal is full: it would go on if the goal needed something again. */
export function endShare(next: Model, name: string): Outcome {
  const found = next.shares.get(name);
  if (!found) return 'gone';
  if (!found.isActive) return 'refused';
  found.isActive = false;
  return 'done';
}

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
export function payAll(next: Model, today: number): Outcome {
  const due = CHILDREN.flatMap((child) => {
    const days: { day: number; child: ChildNo }[] = [];
    if (next.closed[child] !== undefined) return days;
    for (let day = next.firstPayDay; day <= today; day += 7 * DAY_MS)
      if (day > next.paidUpTo[child]) days.push({ day, child });
    return days;
  }).toSorted((a, b) => a.day - b.day || a.child - b.child);
  // Which shares run is decided before the first of them fills a goal.
  const running = new Map<Giver, Share[]>(
    (['parents', ...CHILDREN] as const).map((giver) => [giver, runningOf(next, giver)]),
  );
  for (const { day, child } of due) {
    const sats = WEEKLY[child];
    next.paidUpTo[child] = day;
    const own = giveShares(next, sats, running.get(child) ?? []);
    giveShares(next, sats, running.get('parents') ?? []);
    book(next, [onSavings(child, sats - own)]);
    addPayout(next, child, day, sats - own);
  }
  return 'done';
}
