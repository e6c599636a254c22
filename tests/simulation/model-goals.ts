/** The model's goals, and outside money: gifts, deposits and wallets' files. */
import type { ArrivalAct, Changes, File, FileRow } from './act.ts';
import { CHILDREN } from './beginning.ts';
import { dayIn } from './calendar.ts';
import { found, gone, need } from './ended.ts';
import { book, onSavings, tell } from './model-book.ts';
import { addPayout } from './model-payments.ts';
import { isOpen } from './model-people.ts';
import type { Arrival, ChildNo, Gift, Giver, Goal, Model, Share } from './model-types.ts';

const DAY_MS = 86_400_000;

/** 100 percent, in tenths. */
const WHOLE = 1_000n;

export const sumOf = ({ parts }: Goal): bigint => [...parts.values()].reduce((a, b) => a + b, 0n);

const roomOf = (goal: Goal) => goal.target - sumOf(goal);

const add = ({ parts }: Goal, giver: Giver, sats: bigint) =>
  parts.set(giver, (parts.get(giver) ?? 0n) + sats);

type GoalCall =
  | ('makeGoal' | 'give' | 'buy' | 'drop' | 'share' | 'endShare' | 'takeBack' | 'payday')
  | 'setAllowance'
  | (ArrivalAct['call'] | 'undoImport');

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
  // Every part leaves the book; the children's lines already said so.
  buy(next, { goal: name }) {
    const goal = openGoal(next, name);
    need(roomOf(goal) <= 0n);
    goal.state = 'bought';
    for (const one of next.shares.values()) if (one.goal === name) one.isActive = false;
  },
  // The children's parts return to their savings.
  drop(next, { goal: name }) {
    for (const [giver, part] of openGoal(next, name).parts)
      if (giver !== 'parents' && part > 0n) book(next, [onSavings(giver, part)]);
    next.goals.delete(name);
    for (const [key, one] of next.shares) if (one.goal === name) next.shares.delete(key);
  },
  // At most a whole allowance. The giver's share in a full goal ends.
  share(next, { goal, child, tenths }, name) {
    const giver = child ?? 'parents';
    const running = runningOf(next, giver);
    const taken = running.reduce((sum, one) => sum + one.tenths, tenths);
    need(roomOf(openGoal(next, goal)) > 0n && BigInt(taken) <= WHOLE);
    for (const one of next.shares.values())
      if (one.giver === giver && !running.includes(one)) one.isActive = false;
    next.shares.set(name, { goal, giver, tenths, isActive: true });
  },
  // Also for a full goal: the share would resume if the goal needed money again.
  endShare({ shares }, { share }) {
    const one = found(shares, share);
    need(one.isActive);
    one.isActive = false;
  },
  // Within a day, while the goal is open: the money returns to its source.
  takeBack(next, { gift: name }, _, now) {
    const gift = found(next.gifts, name);
    const goal = openGoal(next, gift.goal);
    need(!gift.isUndone && now < gift.at + DAY_MS);
    gift.isUndone = true;
    add(goal, gift.giver, -gift.sats);
    askAgain(next, gift);
    if (gift.giver !== 'parents' && !gift.arrival) book(next, [onSavings(gift.giver, gift.sats)]);
  },
  setAllowance: ({ allowances, zone }, { child, sats }, _, now) =>
    void allowances[child].push({ from: dayIn(zone, now), sats }),
  payday: (next, _act, _name, now) => payAll(next, dayIn(next.zone, now)),
  undoImport: (next, { file }) => undoImport(next, file),
  answerDeposit(next, { arrival, child, isPromised }, name, now) {
    const deposit = openArrival(next, arrival, false);
    deposit.state = isPromised ? 'promised' : child === undefined ? 'nobody' : 'booked';
    if (deposit.state !== 'booked' || child === undefined) return;
    book(next, [onSavings(child, deposit.sats)], { name, now, paidBy: 'wallet', arrival });
  },
  answerGift(next, act, name, now) {
    const { arrival } = act;
    const gift = openArrival(next, arrival, true);
    const { child, sats } = gift;
    gift.state = act.to === 'nobody' ? 'nobody' : 'booked';
    if (act.to === 'nobody') return;
    if (child === undefined || !isOpen(next, child)) gone();
    tell(next, child, 'gift_booked', { child });
    const given = { giver: child, sats, at: now, isUndone: false, arrival };
    if (act.to === 'goal') addGift(next, { ...given, goal: act.goal }, name);
    else {
      const made = { name, now, paidBy: 'wallet', arrival } as const;
      book(next, [{ child, account: act.to, change: sats }], made);
    }
  },
};

/** Outside money takes nothing from the child's savings. */
export function addGift(next: Model, gift: Gift, name: string): void {
  const goal = openGoal(next, gift.goal);
  const { giver, sats, arrival } = gift;
  need(sats <= roomOf(goal));
  next.gifts.set(name, gift);
  add(goal, giver, sats);
  if (giver !== 'parents' && !arrival) book(next, [onSavings(giver, -sats)]);
}

/** The earlier answer was wrong. */
export function askAgain({ arrivals }: Model, { arrival }: { arrival?: string }): void {
  const arrived = arrivals.get(arrival ?? '');
  if (arrived) arrived.state = 'asked';
}

/** A giver's shares that apply to a new allowance: of goals that still need money. */
const runningOf = ({ shares, goals }: Model, giver: Giver): Share[] =>
  [...shares.values()].filter((one) => {
    const goal = goals.get(one.goal);
    return one.isActive && one.giver === giver && goal !== undefined && roomOf(goal) > 0n;
  });

/**
 * Splits an allowance into shares, rounded down to whole sats; leftover sats go to the largest
 * fractions, on a tie first to the child's remainder.
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

/** Gives as much as fits in the goals. @returns the sum */
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

/** The last one set by then, even if the clock went back in between. */
export const allowanceOn = ({ allowances }: Model, child: ChildNo, day: number): bigint =>
  allowances[child].findLast(({ from }) => from <= day)?.sats ?? 0n;

/** Books every missed pay day, in order. */
export function payAll(next: Model, today: number): void {
  // Running shares are determined before the first one fills a goal.
  const running = new Map<Giver, Share[]>(
    (['parents', ...CHILDREN] as const).map((giver) => [giver, runningOf(next, giver)]),
  );
  for (let day = next.firstPayDay; day <= today; day += 7 * DAY_MS)
    for (const child of CHILDREN) {
      if (next.closed[child] !== undefined || day <= next.paidUpTo[child]) continue;
      next.paidUpTo[child] = day;
      const sats = allowanceOn(next, child, day);
      const own = giveShares(next, sats, running.get(child) ?? []);
      giveShares(next, sats, running.get('parents') ?? []);
      book(next, [onSavings(child, sats - own)]);
      addPayout(next, child, day, sats - own);
    }
}

/** A row and an entry farther apart are two payments. */
const WINDOW_MS = 3 * DAY_MS;

const keyOf = (child: ChildNo, { id }: FileRow) => `${child} ${id}`;

/** Rows not in the book yet. A payment dated two days ahead is a mistake. */
function newOf({ rows }: Model, file: File, now: number): readonly FileRow[] {
  const fresh = file.rows.filter((row) => !rows.has(keyOf(file.child, row)));
  need(fresh.every(({ at }) => at <= now + DAY_MS));
  return fresh;
}

/** Only new rows of a child's file wait for approval. */
export const isNews = (model: Model, file: File, now: number) => newOf(model, file, now).length > 0;

export function importFile(next: Model, file: File, name: string, now: number): void {
  const { child } = file;
  const fresh = newOf(next, file, now);
  if (fresh.length === 0) return;
  const cut = next.correctedAt[child];
  let [net, lines, counted] = [0n, 0, false];
  for (const row of fresh) {
    const isOld = cut !== undefined && row.at < cut;
    const isMatched = match(next, child, row);
    const kind = isMatched ? 'matched' : isOld && !file.includes ? 'history' : 'posted';
    const counts = kind !== 'history' && (cut === undefined || (isOld && file.includes));
    next.rows.set(keyOf(child, row), { ...row, file: name, kind, counts });
    counted ||= counts;
    if (kind !== 'posted') continue;
    net += row.sats;
    lines += 1;
  }
  next.imports.set(name, { child, imported: fresh.length, isUndone: false });
  move(next, child, { net, lines, counted });
}

/** An active entry that no other row has matched becomes marked as paid. */
function match({ entries, rows }: Model, child: ChildNo, { entry: name, at }: FileRow): boolean {
  const entry = name === undefined ? undefined : entries.get(name);
  if (!entry || entry.isUndone || Math.abs(entry.at - at) > WINDOW_MS) return false;
  if ([...rows].some(([key, row]) => key.startsWith(`${child} `) && isTaken(row, name)))
    return false;
  entry.paidBy ??= 'file';
  return true;
}

const isTaken = ({ kind, entry }: { kind: string; entry?: string | undefined }, name?: string) =>
  kind === 'matched' && entry === name;

/** The opening amount is the least that never lets the running sum fall below zero. */
type Moved = { net: bigint; lines: number; counted: boolean };
function move(next: Model, child: ChildNo, { net, lines, counted }: Moved): void {
  const opening = counted ? openingOf(next, child) - next.opening[child] : 0n;
  next.opening[child] += opening;
  const all = lines + (opening === 0n ? 0 : 1);
  if (all === 0) return;
  book(next, [{ child, account: 'spending', change: net + opening }]);
  next.lines[child] += all - 1;
}

function openingOf({ rows }: Model, child: ChildNo): bigint {
  let [sum, lowest] = [0n, 0n];
  const counted = [...rows].filter(([key, row]) => key.startsWith(`${child} `) && row.counts);
  for (const [, { sats }] of counted.toSorted(
    ([, a], [, b]) => a.at - b.at || (a.id < b.id ? -1 : 1),
  )) {
    sum += sats;
    if (sum < lowest) lowest = sum;
  }
  return -lowest;
}

/** As if never imported: the file may be imported again. */
function undoImport(next: Model, name: string): void {
  const file = found(next.imports, name);
  need(!file.isUndone);
  file.isUndone = true;
  let [net, lines] = [0n, 0];
  for (const [key, row] of next.rows) {
    if (row.file !== name) continue;
    next.rows.delete(key);
    const entry = row.kind === 'matched' && next.entries.get(row.entry ?? '');
    if (entry && entry.paidBy === 'file') entry.paidBy = undefined;
    if (row.kind !== 'posted') continue;
    net -= row.sats;
    lines += 1;
  }
  move(next, file.child, { net, lines, counted: true });
}

/**
 * Unbooked until an adult says whose it is, and again once that entry is undone. Adults are
 * notified of a gift; a deposit is reported by the chain scan.
 */
export function arrive(next: Model, name: string, made: Omit<Arrival, 'state'>): void {
  next.arrivals.set(name, { ...made, state: 'asked' });
  if (made.isGift) tell(next, 'adults', 'gift_arrived', { child: made.child });
}

/** By name and kind; fails if it is already booked. */
function openArrival({ arrivals }: Model, name: string, isGift: boolean): Arrival {
  const arrival = found(arrivals, name);
  if (arrival.isGift !== isGift) gone();
  need(arrival.state !== 'booked' && arrival.isConfirmed);
  return arrival;
}
