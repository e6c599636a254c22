/** What the model of a family's book consists of. */
import type { FileRow } from './act.ts';

export type ChildNo = 0 | 1;
export type Person = 'parent' | 'spouse' | 'child0' | 'child1' | 'stranger' | 'nobody' | 'operator';
export type Account = 'savings' | 'spending';
export type AskKind = 'withdrawal' | 'savings_transfer' | 'earned' | 'import';

/** What changes on a child's account; `change` may be negative. */
export type Move = { child: ChildNo; account: Account; change: bigint };

type Entry = {
  at: number;
  isUndone: boolean;
  /** Who said so last, if it counts as paid: a parent, a wallet's file, the wallet itself. */
  paidBy: 'parent' | 'file' | 'wallet' | undefined;
  moves: readonly Move[];
  /** Whose arrival it says: the question returns if it is taken back. */
  arrival?: string;
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

type KnownRow = FileRow & {
  file: string;
  kind: 'posted' | 'matched' | 'history';
  /** It belongs to the sums from which the opening amount follows. */
  counts: boolean;
};

export type Giver = ChildNo | 'parents';

/** What was given to a goal in one step. */
export type Gift = {
  goal: string;
  giver: Giver;
  sats: bigint;
  at: number;
  isUndone: boolean;
  /** It came from outside the family. */
  arrival?: string;
};
/** What was paid from outside the family; `child`: to whose address. A gift is always confirmed. */
export type Arrival = {
  child: ChildNo | undefined;
  sats: bigint;
  isGift: boolean;
  isConfirmed: boolean;
  state: 'asked' | 'booked' | 'promised' | 'nobody';
};

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
export type Kept = {
  items: readonly { item: string; was: string | undefined; is: string | undefined }[];
  until: number;
  /** Who wants what was before to be erased. */
  askedBy: Person | undefined;
  /** It holds a secret of a wallet, if it needs one: none is kept beside an encrypted wallet. */
  needsPlain: boolean;
  hasPlain: boolean;
  /** An adult has left since. */
  hasLeft: boolean;
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
  sends: Map<string, { child: ChildNo; sats: bigint; isOpen: boolean }>;
  arrivals: Map<string, Arrival>;
  /** By child and day. */
  payouts: Map<string, Payout>;
  /** What says where money goes, by what it is; what says nothing is not there. */
  settings: Map<string, string>;
  changes: Map<string, Kept>;
  /** Of what is encrypted; 0 before anything was. */
  version: number;
  /** Who has no rights at the moment, and what they do to come back. */
  away: Map<Person, 'joins' | 'signs in' | 'is gone'>;
  /** Somebody wants all of it to be erased. */
  isEnding: boolean;
  /** Until when an adult who left counts as one who may know what is kept. */
  leftUntil: number;
  /** Until when each child's closed book can be restored. */
  closed: [number | undefined, number | undefined];
  erased: [boolean, boolean];
  /** Where the family lives: which day it is there decides what is due. */
  zone: string;
  /** The server books each pay day in the morning. */
  isAutomatic: boolean;
  /** When the children came, and the first of their pay days. */
  born: number;
  firstPayDay: number;
  /** What somebody was told, of which child, and about which request. */
  told: readonly { who: Person; kind: string; child: ChildNo | undefined; about: string }[];
  unheard: Set<Person>;
  imports: Map<string, { child: ChildNo; imported: number; isUndone: boolean }>;
  /** By child and id. */
  rows: Map<string, KnownRow>;
  /** What was in each child's wallet before its rows. */
  opening: [bigint, bigint];
  /** When somebody last said what each child's spending money is. */
  correctedAt: [number | undefined, number | undefined];
};
