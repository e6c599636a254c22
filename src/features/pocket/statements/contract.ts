/** The monthly statement of a child's book: opening balance, each line, closing balance. */

import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { btcText, date, id, moment } from '#contract/fields.ts';
import { laterCheck } from '#contract/later-checks.ts';
import { Transaction } from '#features/book/transactions/contract.ts';
import { FamilyRate } from '#features/people/auth/contract.ts';

const MONTH_EXPECTED = laterCheck('EXPECTED_MONTH');

/** Longer months are refused; their parts can be listed by date. */
export const MOST_LINES = 10_000;

/** Null if unknown because lines were removed. */
const Balance = v.object({
  accountId: id,
  /** If lines of the month were removed: their sum, carried forward. */
  opening: v.nullable(btcText),
  /** Income and outflow, both unsigned. */
  in: v.nullable(btcText),
  out: v.nullable(btcText),
  closing: v.nullable(btcText),
});

export const Statement = v.object({
  childId: id,
  childName: v.string(),
  month: v.string(),
  /** First and last day in the family's time zone; the last is today in the current month. */
  from: date,
  to: date,
  timeZone: v.string(),
  savings: Balance,
  spending: Balance,
  lines: v.array(
    v.object({
      ...Transaction.entries,
      /** For each of the two accounts; null if the line doesn't affect it. */
      savingsChange: v.nullable(btcText),
      spendingChange: v.nullable(btcText),
      /** The price of a bitcoin then; null if it is unknown, or the reader is under 14. */
      rate: v.nullable(FamilyRate),
    }),
  ),
  /** The newest link of the family's chain; null before the first. */
  seal: v.nullable(v.object({ number: v.string(), mac: v.string() })),
  /** Lines of this month up to then were removed; today's balances still include them. */
  removedUpTo: v.nullable(moment),
  madeAt: moment,
});
export type Statement = v.InferOutput<typeof Statement>;

export const statements = {
  month: endpoint({
    method: 'GET',
    path: '/api/children/{id}/statement',
    long: true,
    access: 'ownChild',
    input: v.strictObject({
      id,
      month: v.pipe(v.string(MONTH_EXPECTED), v.regex(/^20\d\d-(0[1-9]|1[0-2])$/, MONTH_EXPECTED)),
    }),
    output: Statement,
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const statementSummaries: Summaries<typeof statements> = {
  month: 'The statement of one month: opening and closing balance, every line, the newest seal',
};
