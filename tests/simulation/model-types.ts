/** The parts of the model of a family's book. */
import type { FileRow } from './act.ts';

export type ChildNo = 0 | 1;
export type Person = 'parent' | 'spouse' | 'child0' | 'child1' | 'stranger' | 'nobody' | 'operator';
export type Account = 'savings' | 'spending';
export type AskKind = 'withdrawal' | 'savings_transfer' | 'earned' | 'import';

/** A change to a child's account; `change` may be negative. */
export type Move = { child: ChildNo; account: Account; change: bigint };

type Entry = {
  at: number;
  isUndone: boolean;
  /** Source of its paid mark: a parent, a wallet's file, or the wallet itself. */
  paidBy: 'parent' | 'file' | 'wallet' | undefined;
  moves: readonly Move[];
  /** The arrival it books: undoing it reopens the question. */
  arrival?: string;
};

export type Asked = {
  child: ChildNo;
  kind: AskKind;
  sats: bigint;
  by: Person;
  at: number;
  state: 'open' | 'yes' | 'no';
  /** The family's wallet has to pay it. */
  isPaying?: boolean;
  /** A file for approval; its rows have the amounts. */
  file?: { child: ChildNo; rows: readonly FileRow[]; includes: boolean };
};

type KnownRow = FileRow & {
  file: string;
  kind: 'posted' | 'matched' | 'history';
  /** Part of the sums that determine the opening amount. */
  counts: boolean;
};

export type Giver = ChildNo | 'parents';

/** One contribution to a goal. */
export type Gift = {
  goal: string;
  giver: Giver;
  sats: bigint;
  at: number;
  isUndone: boolean;
  /** If from outside the family. */
  arrival?: string;
};
/** A payment from outside; `child`: whose address got it. A gift is always confirmed. */
export type Arrival = {
  child: ChildNo | undefined;
  sats: bigint;
  isGift: boolean;
  isConfirmed: boolean;
  state: 'asked' | 'booked' | 'promised' | 'nobody';
};

export type Goal = { target: bigint; parts: Map<Giver, bigint>; state: 'open' | 'bought' };

/** A percentage of each new allowance for a goal, in tenths. */
export type Share = { goal: string; giver: Giver; tenths: number; isActive: boolean };

export type Payment = {
  child: ChildNo;
  sats: bigint;
  /**
   * `refused`: according to the wallet, not believed while it can still pay. `late`: paid after
   * all; a parent decides whether it is charged to the book.
   */
  state: 'asked' | 'open' | 'refused' | 'paid' | 'failed' | 'declined' | 'late';
  /** Expiry of its invoice. */
  until: number;
  purpose: 'spend' | 'transfer' | 'payout';
  /** Start, and whether a child paid unapproved. */
  at: number;
  isUnasked: boolean;
  /** The connection that got it. */
  wallet: string | undefined;
  /** The booked fee. */
  fee?: bigint;
  /** Paid by the wallet although a parent said it was not. */
  isPaidAfterAll?: boolean;
  /** A request or a pay day. */
  pays?: string;
};

/** A pay day to be paid to a child's own address or collected for the vault. */
export type Payout = {
  child: ChildNo;
  plan: 'lightning' | 'vault';
  sats: bigint;
  state: 'due' | 'checking' | 'owed' | 'paid' | 'kept';
  /** The one a parent approved. */
  address: number;
  /** Needs a parent's approval again. */
  isWaiting: boolean;
  /** Announced. */
  isTold: boolean;
};

/** Old settings while they can be restored. */
export type Kept = {
  items: readonly { item: string; was: string | undefined; is: string | undefined }[];
  until: number;
  /** Who asked to erase the old settings. */
  askedBy: Person | undefined;
  /** Contains a wallet's secret if required; none is stored next to an encrypted wallet. */
  needsPlain: boolean;
  hasPlain: boolean;
  /** An adult has left since. */
  hasLeft: boolean;
};

type Agreed = { from: number; sats: bigint };

export type Model = {
  balances: Record<Account, [bigint, bigint]>;
  /** Number of lines in each child's book. */
  lines: [number, number];
  requests: Map<string, Asked>;
  entries: Map<string, Entry>;
  goals: Map<string, Goal>;
  gifts: Map<string, Gift>;
  /** In order of creation. */
  shares: Map<string, Share>;
  payments: Map<string, Payment>;
  /** Lines of each child's book that a wallet has proved paid. */
  paidLines: [number, number];
  /** Each child's weekly allowances in the order they were set, with the day of each. */
  allowances: [Agreed[], Agreed[]];
  /** Each child's last booked pay day: all earlier ones are booked too. */
  paidUpTo: [number, number];
  sends: Map<string, { child: ChildNo; sats: bigint; isOpen: boolean }>;
  arrivals: Map<string, Arrival>;
  /** By child and day. */
  payouts: Map<string, Payout>;
  /** Settings for where money goes, by item; unset ones are absent. */
  settings: Map<string, string>;
  changes: Map<string, Kept>;
  /** Lower ceilings that were raised, and until when each still applies. */
  raised: { sats: bigint; until: number }[];
  /** Of the encrypted data; 0 before any. */
  version: number;
  /** People currently without rights, and how they return. */
  away: Map<Person, 'joins' | 'signs in' | 'is gone'>;
  /** Who invited each child last. */
  inviters: [Person, Person];
  /** A request to erase everything is open. */
  isEnding: boolean;
  /** Until then, an adult who left may know the stored secrets. */
  leftUntil: number;
  /** Each child's closed book can be restored until then. */
  closed: [number | undefined, number | undefined];
  erased: [boolean, boolean];
  /** The family's time zone, which decides what is due. */
  zone: string;
  /** The server books each pay day in the morning. */
  isAutomatic: boolean;
  /** The children's birth, and their first pay day. */
  born: number;
  firstPayDay: number;
  /** Messages: to whom, about which child and which request. */
  told: readonly { who: Person; kind: string; child: ChildNo | undefined; about: string }[];
  unheard: Set<Person>;
  imports: Map<string, { child: ChildNo; imported: number; isUndone: boolean }>;
  /** By child and id. */
  rows: Map<string, KnownRow>;
  /** Each child's wallet balance before its rows. */
  opening: [bigint, bigint];
  /** Last time each child's spending money was corrected. */
  correctedAt: [number | undefined, number | undefined];
};
