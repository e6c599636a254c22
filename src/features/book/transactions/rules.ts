/** The accounts that each type of entry moves, and its default wording. Pure. */

import type { Sentence } from '#contract/checks.ts';
import { because } from '#contract/reasons.ts';
import { type Posting, transfer } from '#core/ledger.ts';
import type { Sats } from '#core/money.ts';
import { HOUR } from '#core/time.ts';
import {
  CHILD_TYPES,
  type PARENT_TYPES,
  type Transaction,
  type TransactionState,
  type TransactionType,
} from './contract.ts';

type Accounts = { outside: string; savings: string; spending: string };

export type ByHand = (typeof PARENT_TYPES)[number];

/**
 * The course of a manual entry. Deposits wait, because the parents hold the savings and must
 * receive them first; so does income entered by a child. Only a parent can enter a bonus or chores:
 * a child is refused.
 */
export function courseOf(
  role: 'parent' | 'spouse' | 'child',
  type: ByHand | 'savings_deposit',
): { waitsAs: 'savings_transfer' | 'earned' } | { bookedAs: ByHand } | 'refused' {
  if (type === 'savings_deposit') return { waitsAs: 'savings_transfer' };
  if (role !== 'child') return { bookedAs: type };
  if (type === 'earned') return { waitsAs: 'earned' };
  return (CHILD_TYPES as readonly string[]).includes(type) ? { bookedAs: type } : 'refused';
}

/** The postings of an entry, and the amount with the sign of the child's account. */
export function enteredByParent(
  type: ByHand,
  amountSats: Sats,
  { outside, savings, spending }: Accounts,
): { postings: Posting[]; amountSats: Sats } {
  switch (type) {
    case 'bonus':
    case 'chore_payment':
      return { postings: transfer(outside, savings, amountSats), amountSats };
    case 'earned':
      return { postings: transfer(outside, spending, amountSats), amountSats };
    case 'spending':
    case 'lightning_spend':
      return { postings: transfer(spending, outside, amountSats), amountSats: -amountSats };
  }
}

/** The kinds of account that postings in one child's book take from and add to. */
export function movedBy(
  postings: readonly Posting[],
  { savings, spending }: Pick<Accounts, 'savings' | 'spending'>,
): Pick<Transaction, 'from' | 'to'> {
  const kindOf = ({ accountId }: Posting) => {
    if (accountId === savings) return 'savings' as const;
    return accountId === spending ? ('spending' as const) : undefined;
  };
  const kinds = (some: readonly Posting[]) => some.map(kindOf).find((kind) => kind) ?? null;
  return {
    from: kinds(postings.filter(({ amountSats }) => amountSats < 0n)),
    to: kinds(postings.filter(({ amountSats }) => amountSats > 0n)),
  };
}

const WORDS: Record<TransactionType | 'goal_in' | 'goal_out', string> = {
  goal_in: 'Given to the goal',
  goal_out: 'Out of the goal',
  allowance: 'Weekly allowance',
  bonus: 'Bonus',
  chore_payment: 'Chore payment',
  spending_adjustment: 'Correction of spending money',
  spending: 'Spending',
  lightning_spend: 'Lightning payment',
  savings_deposit: 'Moved to savings',
  savings_withdrawal: 'Taken from savings',
  earned: 'Earned',
};

/** The default text of an entry without one, or whose text was erased. */
export const describe = (type: keyof typeof WORDS, reverses: boolean): string =>
  reverses ? `Taken back: ${WORDS[type]}` : WORDS[type];

export const CLOSED_BOOK = 'Closed book';

export const UNDO_HOURS = 24;

/** The deadline for taking back an entry recorded at that moment. */
export const undoUntil = (recordedAt: Date) => new Date(recordedAt.getTime() + UNDO_HOURS * HOUR);

export const isUndoable = (recordedAt: Date, now: Date): boolean => now < undoUntil(recordedAt);

/** True if the text contains all words of the search, ignoring case and accents. */
export function hasWords(text: string, wanted: string): boolean {
  const plain = folded(text);
  return folded(wanted)
    .split(' ')
    .every((word) => plain.includes(word));
}

/** Via upper case, which turns ß into ss. */
const folded = (text: string) =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase().toLowerCase();

/** Why an entry can't be taken back, worded for the parent; undefined if it can. */
export function whyNotUndoable(
  entry: {
    reverses: string | null;
    undoneBy: string | null;
    state: TransactionState | 'cancelled' | null;
    bookClosed: boolean;
    /** It assigns arrived money: if it is taken back, the question returns. */
    isAnswer: boolean;
    recordedAt: Date;
  },
  now: Date,
): Sentence | undefined {
  if (entry.reverses) return because('REVERSAL_STAYS');
  if (entry.undoneBy) return because('LINE_TAKEN_BACK');
  if (entry.bookClosed) return because('BOOK_CLOSED');
  if (entry.state === 'paid' && !entry.isAnswer) return because('PAID_FIRST');
  if (entry.state === 'checking') return because('PAYMENT_CHECKING');
  if (entry.state === 'waiting') return because('PAYMENT_WAITING');
  if (!isUndoable(entry.recordedAt, now)) return because('UNDO_TOO_OLD');
  return undefined;
}

export const NOT_PAID = because('NOT_PAID');
export const SHOWN_PAID = because('WALLET_SHOWED_PAID');

/** Why an entry can't be marked as paid; undefined if a parent can do so. */
export function whyNotPayable(entry: {
  bookClosed: boolean;
  type: keyof typeof WORDS;
  reverses: string | null;
  undoneBy: string | null;
}): Sentence | undefined {
  if (entry.bookClosed) return because('BOOK_CLOSED');
  if (entry.reverses || entry.undoneBy) return because('UNDONE_UNPAYABLE');
  if (entry.type === 'spending_adjustment') return because('CORRECTION_UNPAYABLE');
  return undefined;
}

/** The goals' share of a pay day before it reached savings, which changed by `savedSats`. */
export function goalPart(
  { type, reverses }: Pick<Transaction, 'type' | 'reverses'>,
  amountSats: Sats,
  savedSats: Sats,
): Sats {
  const isPayDay = type === 'allowance' && reverses === null;
  return isPayDay && savedSats < amountSats ? amountSats - savedSats : 0n;
}
