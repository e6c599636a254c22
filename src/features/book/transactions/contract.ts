/** The book's entries in their displayed form. */

import * as v from 'valibot';
import { check } from '#contract/checks.ts';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { btcAboveZero, btcText, enteredDate, id, line, moment } from '#contract/fields.ts';

export const TYPES = [
  'allowance',
  'bonus',
  'chore_payment',
  'spending_adjustment',
  'spending',
  'lightning_spend',
  'savings_deposit',
  'savings_withdrawal',
  'earned',
] as const;
export type TransactionType = (typeof TYPES)[number];

/** Types for a parent's manual entries. */
export const PARENT_TYPES = [
  'bonus',
  'chore_payment',
  'earned',
  'spending',
  'lightning_spend',
] as const;

/** For a child: income or a deposit waits for a parent, spending is booked immediately. */
export const CHILD_TYPES = ['earned', 'spending', 'savings_deposit'] as const;

/** Daily limit on spending lines in a child's book; a child can't enter more. */
export const MOST_SPENDING_A_DAY = 60;

const ENTERED_TYPES = [...PARENT_TYPES, 'savings_deposit'] as const;

/** Types that can be given to several children in one step. */
export const GIVEN_TYPES = ['bonus', 'chore_payment', 'earned'] as const;
const MOST_AT_ONCE = 30;

/** How many entries can be taken back or marked as paid in one step. */
export const MOST_ENTRIES_AT_ONCE = 100;

const EXPECTED_ENTRIES = `Expected 1 to ${MOST_ENTRIES_AT_ONCE} different entries`;

const severalEntries = v.strictObject({
  ids: v.pipe(
    v.array(id),
    v.minLength(1, EXPECTED_ENTRIES),
    v.maxLength(MOST_ENTRIES_AT_ONCE, EXPECTED_ENTRIES),
    v.check((ids) => new Set(ids).size === ids.length, EXPECTED_ENTRIES),
  ),
});

/** The state of the money; `recorded` if it is only in the book. */
export const STATES = ['recorded', 'waiting', 'checking', 'paid'] as const;
export type TransactionState = (typeof STATES)[number];

export const FILL_IN = check('FILL_IN');
export const RECENT = 5;
export const RECENT_ALL = 500;

export const ACCOUNT_KINDS = ['savings', 'spending', 'goal'] as const;

export const Transaction = v.object({
  id,
  childId: v.nullable(id),
  type: v.picklist(TYPES),
  /** BTC; the sign is that of the child's account. */
  amount: btcText,
  description: v.string(),
  childName: v.string(),
  createdAt: moment,
  state: v.picklist(STATES),
  /** The entry that this one reverses. */
  reverses: v.nullable(id),
  /** The entry that reversed this one. */
  undoneBy: v.nullable(id),
  /** Source and destination of the sats; null for outside the book. */
  from: v.nullable(v.picklist(ACCOUNT_KINDS)),
  to: v.nullable(v.picklist(ACCOUNT_KINDS)),
});
export type Transaction = v.InferOutput<typeof Transaction>;

/** Lines on one page of the list. */
export const PAGE = 25;
/** How many entries one search reads before reporting its progress. */
export const SEARCHED_AT_ONCE = 5_000;

export const Line = v.object({
  ...Transaction.entries,
  /** The entry's change to the requested account; null without one. */
  change: v.nullable(btcText),
  /** The balance of that account after it; null if lines are filtered by type or text. */
  balanceAfter: v.nullable(btcText),
});
export type Line = v.InferOutput<typeof Line>;

const Page = v.object({
  entries: v.array(Line),
  /** Pass as `before` to get older lines; null at the end. */
  next: v.nullable(id),
  /** How far back this answer has searched; null if all the way. */
  searchedTo: v.nullable(moment),
  /** At the end of the book, if older entries were pruned: when the newest of them happened. */
  broughtForward: v.nullable(
    v.object({
      upTo: moment,
      /** Their sum on the requested account; null without one. */
      amount: v.nullable(btcText),
    }),
  ),
  account: v.nullable(
    v.object({
      id,
      kind: v.picklist(ACCOUNT_KINDS),
      childName: v.nullable(v.string()),
      balance: btcText,
      /** The part held by open requests. */
      held: btcText,
    }),
  ),
});
export type Page = v.InferOutput<typeof Page>;

const Details = v.object({
  entry: Transaction,
  /** The other half of a pair: the reversed entry, or its reversal. */
  pair: v.nullable(Transaction),
  recordedAt: moment,
  /** First name; empty if the person has none; null if the program made the entry. */
  madeBy: v.nullable(v.string()),
  /** If a request preceded the entry: its author, the child or an adult in its name. */
  askedBy: v.nullable(v.string()),
  changes: v.array(
    v.object({
      kind: v.picklist(ACCOUNT_KINDS),
      childName: v.nullable(v.string()),
      change: btcText,
    }),
  ),
  payments: v.array(
    v.object({
      state: v.picklist(['waiting', 'checking', 'paid', 'cancelled']),
      source: v.string(),
      /** The evidence: a confirmed transaction proves it; null if there is none. */
      proof: v.nullable(v.picklist(['proven', 'stated', 'person'])),
      at: moment,
      madeBy: v.nullable(v.string()),
    }),
  ),
  /** Deadline for taking it back; null if it can't be, for the reason in `undoObstacle`. */
  undoUntil: v.nullable(moment),
  undoObstacle: v.nullable(v.string()),
  payable: v.boolean(),
});
export type Details = v.InferOutput<typeof Details>;

export const transactions = {
  list: endpoint({
    method: 'GET',
    path: '/api/transactions',
    access: 'member',
    long: true,
    input: v.strictObject({
      childId: v.optional(id),
      accountId: v.optional(id),
      type: v.optional(v.picklist(TYPES, `Expected one of ${TYPES.join(', ')}`)),
      from: v.optional(enteredDate),
      to: v.optional(enteredDate),
      text: v.optional(line(0, 100)),
      before: v.optional(id),
    }),
    output: Page,
  }),
  details: endpoint({
    method: 'GET',
    path: '/api/transactions/{id}',
    access: 'member',
    input: v.strictObject({ id }),
    output: Details,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/transactions',
    access: 'ownChild',
    money: 'moves',
    input: v.strictObject({
      childId: id,
      type: v.picklist(ENTERED_TYPES, `Expected one of ${ENTERED_TYPES.join(', ')}`),
      amount: btcAboveZero(check('VALID_AMOUNT_REQUIRED')),
      description: line(1, 200, FILL_IN),
    }),
    output: Transaction,
  }),
  addSeveral: endpoint({
    method: 'POST',
    path: '/api/transactions/several',
    access: 'adult',
    money: 'moves',
    input: v.strictObject({
      type: v.picklist(GIVEN_TYPES, `Expected one of ${GIVEN_TYPES.join(', ')}`),
      description: line(1, 200, FILL_IN),
      payments: v.pipe(
        v.array(
          v.strictObject({ childId: id, amount: btcAboveZero(check('VALID_AMOUNT_REQUIRED')) }),
        ),
        v.minLength(1, check('CHILD_REQUIRED')),
        v.maxLength(MOST_AT_ONCE, check('AT_MOST_CHILDREN_AT_ONCE', { most: MOST_AT_ONCE })),
        v.check(
          (payments) => new Set(payments.map(({ childId }) => childId)).size === payments.length,
          check('CHILD_NAMED_TWICE'),
        ),
      ),
    }),
    output: v.array(Transaction),
  }),
  recent: endpoint({
    method: 'GET',
    path: '/api/transactions/recent',
    access: 'member',
    etag: true,
    input: v.strictObject({
      all: v.optional(v.picklist(['true', 'false']), 'false'),
    }),
    output: v.array(Transaction),
  }),
  ofChild: endpoint({
    method: 'GET',
    path: '/api/children/{id}/transactions',
    access: 'ownChild',
    input: v.strictObject({ id }),
    output: v.array(Transaction),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/transactions/{id}/undo',
    access: 'adult',
    money: 'moves',
    input: v.strictObject({ id }),
    output: Transaction,
  }),
  undoSeveral: endpoint({
    method: 'POST',
    path: '/api/transactions/several/undo',
    access: 'adult',
    money: 'moves',
    input: severalEntries,
    output: v.array(Transaction),
  }),
  markPaid: endpoint({
    method: 'POST',
    path: '/api/transactions/{id}/paid',
    access: 'adult',
    money: 'moves',
    input: v.strictObject({ id }),
    output: Transaction,
  }),
  markSeveralPaid: endpoint({
    method: 'POST',
    path: '/api/transactions/several/paid',
    access: 'adult',
    money: 'moves',
    input: severalEntries,
    output: v.array(Transaction),
  }),
  unmarkPaid: endpoint({
    method: 'DELETE',
    path: '/api/transactions/{id}/paid',
    access: 'adult',
    money: 'none',
    input: v.strictObject({ id }),
    output: Transaction,
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const transactionSummaries: Summaries<typeof transactions> = {
  list: 'Entries by child, account, type, date and words, the newest first, 50 at a time',
  details: 'One entry with everything that is known of it',
  add: 'Record something that a child earned, received, spent or saved',
  addSeveral: 'Give several children something in one step: one entry each, all or none',
  recent: 'The latest entries: 5, or with all=true up to 500',
  ofChild: 'The latest entries of one child, up to 500',
  undo: 'Take an entry back within 24 hours; the answer is the entry that does so',
  undoSeveral: 'Take several entries back in one step, as undo does: all or none',
  markSeveralPaid: 'A parent says of several entries: I paid these in another way; all or none',
  markPaid: 'A parent says: I paid this in another way',
  unmarkPaid: 'A parent takes that word back',
};
