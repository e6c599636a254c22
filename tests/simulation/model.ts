/**
 * What a family's book must be after a series of acts, said once more and by nothing of the
 * product: sums, who may, and what stands in the way.
 */

export const CHILDREN = [0, 1] as const;
export type ChildNo = (typeof CHILDREN)[number];
export type Person = 'parent' | 'spouse' | 'child0' | 'child1' | 'stranger' | 'nobody';

type Account = 'savings' | 'spending';
type AskKind = 'withdrawal' | 'savings_transfer' | 'earned';
/** What changes on a child's account; `change` may be negative. */
type Move = { child: ChildNo; account: Account; change: bigint };

export type Act = { by: Person } & (
  | { call: 'enter'; child: ChildNo; type: EnteredType; sats: bigint }
  | { call: 'several'; sats: readonly [bigint, bigint] }
  | { call: 'ask'; child: ChildNo; sats: bigint }
  | { call: 'answer'; request: string; yes: boolean; sats: bigint | undefined }
  | { call: 'withdraw'; request: string }
  | { call: 'undo'; entry: string }
  | { call: 'setSavings' | 'setSpending'; child: ChildNo; sats: bigint }
  | { call: 'makeGoal'; sats: bigint }
  | { call: 'give'; goal: string; child: ChildNo | undefined; sats: bigint }
  | { call: 'buy'; goal: string }
  | { call: 'drop'; goal: string }
  | { call: 'takeBack'; gift: string }
  | { call: 'payday' }
);
export type Call = Act['call'];
export const ENTERED = ['bonus', 'chore_payment', 'earned', 'spending', 'savings_deposit'] as const;
export type EnteredType = (typeof ENTERED)[number];

type Asked = {
  child: ChildNo;
  kind: AskKind;
  sats: bigint;
  by: Person;
  state: 'open' | 'yes' | 'no';
};
type Entry = { at: number; isUndone: boolean; moves: readonly Move[] };
/** What was given to a goal in one step. */
type Gift = {
  goal: string;
  giver: ChildNo | 'parents';
  sats: bigint;
  at: number;
  isUndone: boolean;
};
type Goal = { target: bigint; parts: Map<ChildNo | 'parents', bigint>; state: 'open' | 'bought' };

export type Model = {
  balances: Record<Account, [bigint, bigint]>;
  /** How many lines each child's book has. */
  lines: [number, number];
  requests: Map<string, Asked>;
  entries: Map<string, Entry>;
  goals: Map<string, Goal>;
  gifts: Map<string, Gift>;
  /** The last of each child's pay days that was booked: all before it were too. */
  paidUpTo: [number, number];
};

export const newModel = (): Model => ({
  balances: { savings: [0n, 0n], spending: [0n, 0n] },
  ...{ lines: [0, 0], requests: new Map(), entries: new Map(), goals: new Map() },
  ...{ gifts: new Map(), paidUpTo: [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY] },
});

const DAY_MS = 86_400_000;
/** Wednesdays, from the day on which the children come: the first is due on that day. */
export const FIRST_PAY_DAY = Date.parse('2026-11-18');
export const WEEKLY: readonly [bigint, bigint] = [2_000n, 3_500n];

/**
 * `kept_out`: who has no right, and learns nothing. `refused`: the state of the book forbids it.
 * `gone`: what it is about was deleted.
 */
export type Outcome = 'done' | 'refused' | 'kept_out' | 'gone';

const MOST_OPEN = 20;
const ADULTS: readonly Person[] = ['parent', 'spouse'];
const isAdult = (by: Person) => ADULTS.includes(by);
const noOf = (by: Person): ChildNo | undefined =>
  by === 'child0' ? 0 : by === 'child1' ? 1 : undefined;

/**
 * @param name of whatever the act makes
 * @param now the server's clock, in milliseconds
 * @returns the model after it, and how it ended; the given model stays as it is
 */
export function apply(model: Model, act: Act, name: string, now: number) {
  const next = structuredClone(model);
  const outcome = mayCall(model, act) ? change(next, act, name, now) : 'kept_out';
  return { next: outcome === 'done' ? next : model, outcome };
}

/** A child acts in its own book, by its own calls. */
function mayCall(model: Model, act: Act): boolean {
  if (isAdult(act.by)) return true;
  const own = noOf(act.by);
  if (own === undefined) return false;
  if (act.call === 'enter')
    return act.child === own && ['earned', 'spending', 'savings_deposit'].includes(act.type);
  if (act.call === 'ask') return act.child === own;
  if (act.call === 'withdraw') return model.requests.get(act.request)?.child === own;
  return false;
}

function change(next: Model, act: Act, name: string, now: number): Outcome {
  switch (act.call) {
    case 'enter':
      return enter(next, act, name, now);
    case 'several':
      return book(
        next,
        CHILDREN.map((child) => onSavings(child, act.sats[child])),
      );
    case 'ask':
      return ask(next, { ...act, kind: 'withdrawal' }, name);
    case 'answer':
      return answer(next, act, now);
    case 'withdraw':
      return end(next, act.request, 'no');
    case 'undo':
      return undo(next, act.entry, now);
    case 'setSavings':
      return set(next, act.child, 'savings', act.sats);
    case 'setSpending':
      return set(next, act.child, 'spending', act.sats);
    case 'payday':
      return payAll(next, now);
    case 'takeBack':
      return takeBack(next, act.gift, now);
    default:
      return changeGoal(next, act, name, now);
  }
}

/** Every pay day that has come and is not booked. */
function payAll(next: Model, now: number): Outcome {
  for (const child of CHILDREN)
    for (let day = FIRST_PAY_DAY; day <= now; day += 7 * DAY_MS) {
      if (day <= next.paidUpTo[child]) continue;
      next.paidUpTo[child] = day;
      book(next, [onSavings(child, WEEKLY[child])]);
    }
  return 'done';
}

const onSavings = (child: ChildNo, by: bigint): Move => ({ child, account: 'savings', change: by });

function enter(next: Model, act: Act & { call: 'enter' }, name: string, now: number): Outcome {
  const { by, child, type, sats } = act;
  if (type === 'savings_deposit')
    return ask(next, { by, child, sats, kind: 'savings_transfer' }, name);
  if (type === 'earned' && !isAdult(by))
    return ask(next, { by, child, sats, kind: 'earned' }, name);
  const account = type === 'earned' || type === 'spending' ? 'spending' : 'savings';
  const moves: Move[] = [{ child, account, change: type === 'spending' ? -sats : sats }];
  return book(next, moves, { name, now });
}

/** Nothing may be taken that is not there, or that an open request holds. */
function book(next: Model, moves: readonly Move[], made?: { name: string; now: number }): Outcome {
  for (const { child, account, change: by } of moves) {
    next.balances[account][child] += by;
    if (by < 0n && next.balances[account][child] < heldOf(next, child, account)) return 'refused';
  }
  for (const child of new Set(moves.map((one) => one.child))) next.lines[child] += 1;
  if (made) next.entries.set(made.name, { at: made.now, isUndone: false, moves });
  return 'done';
}

const HELD_ON: Partial<Record<AskKind, Account>> = {
  withdrawal: 'savings',
  savings_transfer: 'spending',
};

/** What open requests hold. */
export const heldOf = (model: Model, child: ChildNo, account: Account): bigint =>
  [...model.requests.values()]
    .filter((one) => one.state === 'open' && one.child === child && HELD_ON[one.kind] === account)
    .reduce((sum, one) => sum + one.sats, 0n);

function ask(next: Model, asked: Omit<Asked, 'state'>, name: string): Outcome {
  const { child, kind, sats, by } = asked;
  const account = HELD_ON[kind];
  const open = [...next.requests.values()].filter(
    (one) => one.state === 'open' && one.child === child,
  );
  if (open.length >= MOST_OPEN) return 'refused';
  if (account && next.balances[account][child] - heldOf(next, child, account) < sats)
    return 'refused';
  next.requests.set(name, { child, kind, sats, by, state: 'open' });
  return 'done';
}

function answer(next: Model, act: Act & { call: 'answer' }, now: number): Outcome {
  const asked = next.requests.get(act.request);
  if (asked?.state !== 'open') return 'refused';
  asked.state = act.yes ? 'yes' : 'no';
  if (!act.yes) return act.sats === undefined ? 'done' : 'refused';
  const { child, kind } = asked;
  const sats = act.sats ?? asked.sats;
  if (sats > asked.sats) return 'refused';
  const saved = kind === 'withdrawal' ? -sats : kind === 'savings_transfer' ? sats : 0n;
  const moves: Move[] = [{ child, account: 'spending', change: saved === 0n ? sats : -saved }];
  if (saved !== 0n) moves.push(onSavings(child, saved));
  return book(next, moves, { name: act.request, now });
}

function end(next: Model, request: string, state: 'no'): Outcome {
  const asked = next.requests.get(request);
  if (asked?.state !== 'open') return 'refused';
  asked.state = state;
  return 'done';
}

/** Within a day, once, and only while what it gave is still there. */
function undo(next: Model, name: string, now: number): Outcome {
  const entry = next.entries.get(name);
  if (!entry || entry.isUndone || now > entry.at + DAY_MS) return 'refused';
  entry.isUndone = true;
  return book(
    next,
    entry.moves.map((one) => ({ ...one, change: -one.change })),
  );
}

/** To what it is already: nothing is written. */
function set(next: Model, child: ChildNo, account: Account, sats: bigint): Outcome {
  const by = sats - next.balances[account][child];
  return by === 0n ? 'done' : book(next, [{ child, account, change: by }]);
}

export const sumOf = ({ parts }: Goal): bigint => [...parts.values()].reduce((a, b) => a + b, 0n);

function changeGoal(
  next: Model,
  act: Act & { call: 'makeGoal' | 'give' | 'buy' | 'drop' },
  name: string,
  now: number,
): Outcome {
  if (act.call === 'makeGoal') {
    next.goals.set(name, { target: act.sats, parts: new Map(), state: 'open' });
    return 'done';
  }
  const goal = next.goals.get(act.goal);
  if (!goal) return 'gone';
  if (goal.state !== 'open') return 'refused';
  if (act.call === 'give') {
    const given = give(next, goal, act.child, act.sats);
    const gift = { goal: act.goal, giver: act.child ?? ('parents' as const), sats: act.sats };
    next.gifts.set(name, { ...gift, at: now, isUndone: false });
    return given;
  }
  if (act.call === 'buy') return buy(goal);
  for (const [giver, part] of goal.parts)
    if (giver !== 'parents' && part > 0n) book(next, [onSavings(giver, part)]);
  next.goals.delete(act.goal);
  return 'done';
}

function give(next: Model, goal: Goal, child: ChildNo | undefined, sats: bigint): Outcome {
  if (sats > goal.target - sumOf(goal)) return 'refused';
  if (child !== undefined && book(next, [onSavings(child, -sats)]) === 'refused') return 'refused';
  const giver = child ?? 'parents';
  goal.parts.set(giver, (goal.parts.get(giver) ?? 0n) + sats);
  return 'done';
}

/** Every part leaves the book; the children's lines said so when they gave it. */
function buy(goal: Goal): Outcome {
  if (sumOf(goal) < goal.target) return 'refused';
  goal.state = 'bought';
  return 'done';
}

/** Within a day, while the goal is open: the money goes back to where it came from. */
function takeBack(next: Model, name: string, now: number): Outcome {
  const gift = next.gifts.get(name);
  const goal = gift && next.goals.get(gift.goal);
  if (!gift || !goal) return 'gone';
  if (goal.state !== 'open' || gift.isUndone || now > gift.at + DAY_MS) return 'refused';
  gift.isUndone = true;
  goal.parts.set(gift.giver, (goal.parts.get(gift.giver) ?? 0n) - gift.sats);
  return gift.giver === 'parents' ? 'done' : book(next, [onSavings(gift.giver, gift.sats)]);
}
