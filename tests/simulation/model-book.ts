/**
 * The model's book: what it consists of, and what may be taken from it. Nothing here comes from the
 * product.
 */
export const CHILDREN = [0, 1] as const;
export type ChildNo = (typeof CHILDREN)[number];
export type Person = 'parent' | 'spouse' | 'child0' | 'child1' | 'stranger' | 'nobody';

export type Account = 'savings' | 'spending';
export const ACCOUNTS: readonly Account[] = ['savings', 'spending'];
export type AskKind = 'withdrawal' | 'savings_transfer' | 'earned' | 'import';
/** What changes on a child's account; `change` may be negative. */
export type Move = { child: ChildNo; account: Account; change: bigint };

type Entry = {
  at: number;
  isUndone: boolean;
  /** Who said so last, if it counts as paid: a parent, a wallet's file, the wallet itself. */
  paidBy: 'parent' | 'file' | 'wallet' | undefined;
  moves: readonly Move[];
};
export type Asked = {
  child: ChildNo;
  kind: AskKind;
  sats: bigint;
  by: Person;
  at: number;
  state: 'open' | 'yes' | 'no';
  /** The family's wallet was told to pay it. */
  isPaying?: boolean;
  /** What waits for a yes: its rows have the amounts. */
  file?: { child: ChildNo; rows: readonly FileRow[]; includes: boolean };
};
/** A payment as a wallet's file has it; `entry`, if it is one that a person had entered before. */
export type FileRow = { id: string; at: number; sats: bigint; entry?: string | undefined };
type KnownRow = FileRow & {
  file: string;
  kind: 'posted' | 'matched' | 'history';
  /** It belongs to the sums from which the opening amount follows. */
  counts: boolean;
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
  /**
   * `refused`: the wallet said so, which nobody believes as long as it can still pay. `late`: paid
   * after all, and a parent is asked whether it leaves the book.
   */
  state: 'asked' | 'open' | 'refused' | 'paid' | 'failed' | 'declined' | 'late';
  /** When its invoice ends. */
  until: number;
  purpose: 'spend' | 'transfer' | 'payout';
  /** When it began, and whether a child did it alone. */
  at: number;
  isUnasked: boolean;
  /** Which connection was told to pay it. */
  wallet: string | undefined;
  /** What was booked for it. */
  fee?: bigint;
  /** The wallet has paid it, and a parent said that it has not. */
  isPaidAfterAll?: boolean;
  /** The request or the pay day. */
  pays?: string;
};

/** A pay day that is to be paid to a child's own address, or collected for the vault. */
export type Payout = {
  child: ChildNo;
  plan: 'lightning' | 'vault';
  sats: bigint;
  state: 'due' | 'checking' | 'owed' | 'paid' | 'kept';
  /** The one that a parent said yes to. */
  address: number;
  /** It is paid only after a parent has said yes once more. */
  isWaiting: boolean;
  /** That it is owed. */
  isTold: boolean;
};

/** Of settings, as long as it can be taken back. */
export type Change = {
  items: readonly { item: string; was: string | undefined; is: string | undefined }[];
  until: number;
  /** Who wants what was before to be erased. */
  askedBy: Person | undefined;
};

/** What somebody was told, of which child, and about which request. */
export type Told = { who: Person; kind: string; child: ChildNo | undefined; about: string };

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
  sends: Map<string, { child: ChildNo; sats: bigint; isOpen: boolean }>;
  /** By child and day. */
  payouts: Map<string, Payout>;
  /** What says where money goes, by what it is; what says nothing is not there. */
  settings: Map<string, string>;
  changes: Map<string, Change>;
  /** Who has no rights at the moment, and what they do to come back. */
  away: Map<Person, 'joins' | 'signs in' | 'is gone'>;
  /** Somebody wants all of it to be erased. */
  isEnding: boolean;
  /** Until when an adult who left counts as one who may know what is kept. */
  leftUntil: number;
  /** Until when each child's closed book can be restored. */
  closed: [number | undefined, number | undefined];
  erased: [boolean, boolean];
  told: readonly Told[];
  unheard: Set<Person>;
  imports: Map<string, { child: ChildNo; imported: number; isUndone: boolean }>;
  /** By child and id. */
  rows: Map<string, KnownRow>;
  /** What was in each child's wallet before its rows. */
  opening: [bigint, bigint];
  /** When somebody last said what each child's spending money is. */
  correctedAt: [number | undefined, number | undefined];
};

/** As every family begins (world.ts). */
const FIRST_SETTINGS = [
  ...([
    ['wallet', 'first'],
    ['ceiling', '10000000'],
    ['plan of 0', 'lightning to 1'],
  ] as const),
  ...(['parents', 0, 1] as const).map((who) => [`address of ${who}`, '1'] as const),
] as const;

export const newModel = (): Model => ({
  balances: { savings: [0n, 0n], spending: [0n, 0n] },
  ...{ lines: [0, 0], requests: new Map(), entries: new Map(), goals: new Map() },
  ...{
    gifts: new Map(),
    shares: new Map(),
    payments: new Map(),
    paidLines: [0, 0],
    paidUpTo: [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY],
    sends: new Map(),
    payouts: new Map(),
    settings: new Map(FIRST_SETTINGS),
    changes: new Map(),
    away: new Map(),
    isEnding: false,
    leftUntil: 0,
    closed: [undefined, undefined],
    erased: [false, false],
    told: [],
    unheard: new Set(),
    imports: new Map(),
    rows: new Map(),
    opening: [0n, 0n],
    correctedAt: [undefined, undefined],
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
  if (made)
    next.entries.set(made.name, { at: made.now, isUndone: false, paidBy: undefined, moves });
  return 'done';
}

export const HELD_ON: Partial<Record<AskKind, Account>> = {
  withdrawal: 'savings',
  savings_transfer: 'spending',
};

/** What is held for the fee of a payment: 1 percent, and 10 sats at least. */
export const limitOf = (sats: bigint): bigint => (sats / 100n > 10n ? sats / 100n : 10n);

const UNPAID: ReadonlySet<string> = new Set(['due', 'checking', 'owed']);
const HOLDING: ReadonlySet<string> = new Set(['asked', 'open', 'refused']);

/** What open requests and payments hold. */
export function heldOf(model: Model, child: ChildNo, account: Account): bigint {
  const requests = [...model.requests.values()]
    .filter((one) => one.state === 'open' && one.child === child && HELD_ON[one.kind] === account)
    .map(({ sats }) => sats);
  const payments = [...model.payments.values()]
    .filter((one) => one.child === child && one.purpose === 'spend' && HOLDING.has(one.state))
    .map(({ sats }) => sats + limitOf(sats));
  const payouts = [...model.payouts.values()]
    .filter((one) => one.child === child && one.plan === 'lightning' && UNPAID.has(one.state))
    .map(({ sats }) => sats);
  const sends = [...model.sends.values()]
    .filter((one) => one.child === child && one.isOpen)
    .map(({ sats }) => sats);
  const held = [...requests, ...(account === 'spending' ? payments : [...payouts, ...sends])];
  return held.reduce((sum, sats) => sum + sats, 0n);
}

type About = { child?: ChildNo | undefined; about?: string; except?: Person };

/** Both adults or a child are told once, but for who did it. */
export function tell(
  next: Model,
  to: 'adults' | ChildNo,
  kind: string,
  { child, about = '', except }: About,
): void {
  const all = { adults: ['parent', 'spouse'], 0: ['child0'], 1: ['child1'] } as const;
  const who = all[to].filter((one: Person) => one !== except && !next.unheard.has(one));
  next.told = [...next.told, ...who.map((one) => ({ who: one, kind, child, about }))];
}
