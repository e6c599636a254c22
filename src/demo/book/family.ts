/**
 * The demo's family: a small book in memory, under the rules of the real one (core/ledger.ts). It
 * has no clock: its date is moved by hand. Ids and times are counters, so that the same steps
 * always give the same book.
 */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { CivilDate } from '#core/calendar.ts';
import type { CoverName } from '#core/covers.ts';
import type { FaceName } from '#core/faces.ts';
import type { GoalDrawing } from '#core/goal-drawings.ts';
import { assertEntry, changesOf, type Posting } from '#core/ledger.ts';
import type { Sats } from '#core/money.ts';
import type { Pause, Plan } from '#core/pay-days.ts';
import type { TypedUnit } from '#core/typed-units.ts';
import type { RequestState } from '#features/book/approvals/contract.ts';
import { heldOn } from '#features/book/approvals/rules.ts';
import type { TransactionType } from '#features/book/transactions/contract.ts';
import type { Status } from '#features/pocket/goals/allocations/contract.ts';
import type { Category, ContributionType } from '#features/pocket/goals/contract.ts';

export interface Kid {
  id: string;
  name: string;
  gender: 'boy' | 'girl';
  /** The chosen picture; if undefined, the default for the gender. */
  face?: FaceName;
  cover?: CoverName;
  birthMonth: string;
  plans: Plan[];
  pauses: Pause[];
  /** The Sunday of the first unsettled week. */
  nextWeek: CivilDate;
  limitSats: Sats;
  createdAt: string;
}

export interface SavedGoal {
  id: string;
  /** null: the family's. */
  ownerChildId: string | null;
  title: string;
  description: string;
  category: Category;
  drawing: GoalDrawing;
  targetSats: Sats;
  createdAt: string;
}

export interface Giving {
  id: string;
  goalId: string;
  /** null: the parents. */
  childId: string | null;
  tenths: number;
  applyTo: 'new_contributions' | 'entire_savings';
  status: Status;
  note: string | null;
  denialReason: string | null;
  byChild: boolean;
  contributedSats: Sats;
  createdAt: string;
  decidedAt: string | null;
}

export interface Asked {
  id: string;
  kind: 'withdrawal' | 'savings_transfer' | 'earned';
  childId: string;
  amountSats: Sats;
  reason: string;
  byChild: boolean;
  state: RequestState;
  decidedAt: string | null;
  approvedSats: Sats | null;
  denialReason: string | null;
  createdAt: string;
}

export interface Line {
  id: string;
  type: TransactionType | 'goal_in';
  childId: string | null;
  /** The sign is that of the child's account. */
  amountSats: Sats;
  words: string | null;
  at: string;
  /** A person's note on a contribution to a goal. */
  gift: ContributionType | null;
  postings: readonly Posting[];
}

/** A send in the demo: it waits for a payment that nobody makes. */
export interface DemoSend {
  id: string;
  childId: string;
  toAddress: string;
  amountSats: Sats;
  createdAt: string;
}

/** What the sample family's own wallet holds; the book doesn't change it. */
export interface DemoWalletState {
  heldSats: Sats;
  /** Arrived, but nobody has said whose it is. */
  deposit: { id: string; childId: string; amountSats: Sats; seenAt: string } | undefined;
  sends: DemoSend[];
  history: { at: string; promisedSats: Sats; heldSats: Sats }[];
}

export interface Family {
  today: CivilDate;
  /** How many ids and times have been used. */
  count: number;
  sharing: { enabled: boolean; percentage: number };
  /** The unit in which the visitor types amounts. */
  amountUnit: TypedUnit;
  spouseShare: number;
  createdAt: string;
  kids: Kid[];
  goals: SavedGoal[];
  givings: Giving[];
  asked: Asked[];
  /** Oldest first. */
  lines: Line[];
  balances: Map<string, Sats>;
  wallet: DemoWalletState;
}

export const OUTSIDE = 'outside';
export const savingsOf = (childId: string) => `savings ${childId}`;
export const spendingOf = (childId: string) => `spending ${childId}`;
export const goalAccount = (goalId: string, childId: string | null) =>
  `goal ${goalId} ${childId ?? 'parents'}`;
export const accountsOf = (childId: string) => ({
  outside: OUTSIDE,
  savings: savingsOf(childId),
  spending: spendingOf(childId),
});

export const newFamily = (today: CivilDate): Family => ({
  today,
  count: 0,
  sharing: { enabled: true, percentage: 100 },
  amountUnit: 'sats',
  spouseShare: 50,
  createdAt: `${today}T12:00:00.000Z`,
  kids: [],
  goals: [],
  givings: [],
  asked: [],
  lines: [],
  balances: new Map(),
  wallet: { heldSats: 0n, deposit: undefined, sends: [], history: [] },
});

/** In the format of the program's ids; later ones are greater. */
export function newId(family: Family): string {
  family.count += 1;
  return demoId(family.count);
}

export const demoId = (count: number) =>
  `00000000-0000-7000-8000-${count.toString(16).padStart(12, '0')}`;

export const nowOf = ({ today }: Family) => `${today}T12:00:00.000Z`;

/** Noon of the family's day in UTC, a millisecond later each time. */
export function newMoment(family: Family): string {
  family.count += 1;
  return new Date(Date.parse(`${family.today}T12:00:00.000Z`) + family.count).toISOString();
}

export const balanceOf = (family: Family, accountId: string): Sats =>
  family.balances.get(accountId) ?? 0n;

/** What open requests hold on an account. */
export function heldOf(family: Family, accountId: string): Sats {
  return family.asked
    .filter((one) => one.state === 'pending' && heldAccount(one) === accountId)
    .reduce((sum, { amountSats }) => sum + amountSats, 0n);
}

function heldAccount({ kind, childId }: Asked): string | undefined {
  const account = heldOn(kind);
  return account && accountsOf(childId)[account];
}

export const availableOf = (family: Family, accountId: string): Sats =>
  balanceOf(family, accountId) - heldOf(family, accountId);

/** The parts of all children and the parents. */
export const goalSats = (family: Family, goalId: string): Sats =>
  [...family.kids.map(({ id }) => id), null]
    .map((giver) => balanceOf(family, goalAccount(goalId, giver)))
    .reduce((sum, sats) => sum + sats, 0n);

/** The two figures that the rules of goals need. */
export const amountsOf = (family: Family, goal: SavedGoal) => ({
  ...goal,
  state: 'open' as const,
  currentSats: goalSats(family, goal.id),
});

export function kidOf(family: Family, childId: string): Kid {
  const kid = family.kids.find(({ id }) => id === childId);
  if (!kid) throw new Refusal('NOT_FOUND', because('NO_CHILD'));
  return kid;
}

export function goalOf(family: Family, goalId: string): SavedGoal {
  const goal = family.goals.find(({ id }) => id === goalId);
  if (!goal) throw new Refusal('NOT_FOUND', because('NO_GOAL'));
  return goal;
}

export type NewLine = Pick<Line, 'type' | 'childId' | 'amountSats' | 'postings'> &
  Partial<Pick<Line, 'id' | 'words' | 'gift'>>;

const GONE = because('MONEY_GONE');
const HELD = {
  reason: 'HELD_IN_DEMO',
  english: 'Open requests hold this money. Please answer them first',
};

/** @throws RangeError if it would break the book, Refusal if the money is missing or held */
export function post(family: Family, line: NewLine): Line {
  const written: Line = {
    id: line.id ?? newId(family),
    words: null,
    gift: null,
    ...line,
    at: newMoment(family),
  };
  const entry = {
    entryId: written.id,
    familyId: 'demo',
    type: written.type,
    childId: written.childId ?? undefined,
    amountSats: written.amountSats,
    occurredAt: new Date(written.at),
    madeBy: 'demo',
    postings: written.postings,
  };
  assertEntry(entry);
  const changes = changesOf([entry]);
  for (const [accountId, change] of changes) assertLeft(family, accountId, change);
  for (const [accountId, change] of changes)
    family.balances.set(accountId, balanceOf(family, accountId) + change);
  family.lines.push(written);
  return written;
}

function assertLeft(family: Family, accountId: string, change: Sats): void {
  if (accountId === OUTSIDE || change >= 0n) return;
  const left = balanceOf(family, accountId) + change;
  if (left < 0n) throw new Refusal('CONFLICT', GONE, 'amount');
  if (left < heldOf(family, accountId)) throw new Refusal('CONFLICT', HELD, 'amount');
}
