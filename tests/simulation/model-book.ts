/**
 * The model's book: what it consists of, and what may be taken from it. Nothing here comes from the
 * product.
 */
export const CHILDREN = [0, 1] as const;
export type ChildNo = (typeof CHILDREN)[number];
export type Person = 'parent' | 'spouse' | 'child0' | 'child1' | 'stranger' | 'nobody';

export type Account = 'savings' | 'spending';
export type AskKind = 'withdrawal' | 'savings_transfer' | 'earned';
/** What changes on a child's account; `change` may be negative. */
export type Move = { child: ChildNo; account: Account; change: bigint };

type Entry = { at: number; isUndone: boolean; isPaid: boolean; moves: readonly Move[] };
export type Asked = {
  child: ChildNo;
  kind: AskKind;
  sats: bigint;
  by: Person;
  state: 'open' | 'yes' | 'no';
};
export type Giver = ChildNo | 'parents';
/** What was given to a goal in one step. */
type Gift = { goal: string; giver: Giver; sats: bigint; at: number; isUndone: boolean };
export type Goal = { target: bigint; parts: Map<Giver, bigint>; state: 'open' | 'bought' };
/** A percentage of each new allowance, in tenths, that goes to a goal. */
export type Share = { goal: string; giver: Giver; tenths: number; isActive: boolean };

export type Payment = {
  child: ChildNo;
  sats: bigint;
  /** `refused`: the wallet said so, which nobody believes as long as it can still pay. */
  state: 'asked' | 'open' | 'refused' | 'paid' | 'failed' | 'declined';
  /** When its invoice ends. */
  until: number;
};

export type Model = {
  balances: Record<Account, [bigint, bigint]>;
  /** How many lines each child's book has. */
  lines: [number, number];
  requests: Map<string, Asked>;
  entries: Map<string, Entry>;
  goals: Map<string, Goal>;
  gifts: Map<string, Gift>;
  /** In the order in which they were made. */
  shares: Map<string, Share>;
  payments: Map<string, Payment>;
  /** How many lines of each child's book a wallet has shown to be paid. */
  paidLines: [number, number];
  /** The last of each child's pay days that was booked: all before it were too. */
  paidUpTo: [number, number];
};

export const newModel = (): Model => ({
  balances: { savings: [0n, 0n], spending: [0n, 0n] },
  ...{ lines: [0, 0], requests: new Map(), entries: new Map(), goals: new Map() },
  ...{
    gifts: new Map(),
    shares: new Map(),
    payments: new Map(),
    paidLines: [0, 0],
    paidUpTo: [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY],
  },
});

/** Wednesdays, from the day on which the children come: the first is due on that day. */
export const FIRST_PAY_DAY = Date.parse('2026-11-18');
export const WEEKLY: readonly [bigint, bigint] = [2_000n, 3_500n];

/**
 * `kept_out`: who has no right, and learns nothing. `refused`: the state of the book forbids it.
 * `gone`: what it is about was deleted.
 */
export type Outcome = 'done' | 'refused' | 'kept_out' | 'gone';

export const onSavings = (child: ChildNo, by: bigint): Move => ({
  child,
  account: 'savings',
  change: by,
});

/** Nothing may be taken that is not there, or that an open request holds. */
export function book(
  next: Model,
  moves: readonly Move[],
  made?: { name: string; now: number },
): Outcome {
  for (const { child, account, change: by } of moves) {
    next.balances[account][child] += by;
    if (by < 0n && next.balances[account][child] < heldOf(next, child, account)) return 'refused';
  }
  for (const child of new Set(moves.map((one) => one.child))) next.lines[child] += 1;
  if (made) next.entries.set(made.name, { at: made.now, isUndone: false, isPaid: false, moves });
  return 'done';
}

export const HELD_ON: Partial<Record<AskKind, Account>> = {
  withdrawal: 'savings',
  savings_transfer: 'spending',
};

/** What is held for the fee of a payment: 1 percent, and 10 sats at least. */
export const limitOf = (sats: bigint): bigint => (sats / 100n > 10n ? sats / 100n : 10n);

const HOLDING: ReadonlySet<string> = new Set(['asked', 'open', 'refused']);

/** What open requests and payments hold. */
export function heldOf(model: Model, child: ChildNo, account: Account): bigint {
  const requests = [...model.requests.values()]
    .filter((one) => one.state === 'open' && one.child === child && HELD_ON[one.kind] === account)
    .map(({ sats }) => sats);
  const payments = [...model.payments.values()]
    .filter((one) => one.child === child && HOLDING.has(one.state))
    .map(({ sats }) => sats + limitOf(sats));
  const held = account === 'spending' ? [...requests, ...payments] : requests;
  return held.reduce((sum, sats) => sum + sats, 0n);
}
