/** The monthly statement of a child's book: what was there, each line, what is there. */

import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { btcText, date, id, moment } from '#contract/fields.ts';
import { laterCheck } from '#contract/later-checks.ts';
import { FamilyRate } from '#features/auth/contract.ts';
import { Transaction } from '#features/transactions/contract.ts';

const MONTH_EXPECTED = laterCheck('EXPECTED_MONTH');

/** A longer month is refused; its pieces can be listed by date. */
export const MOST_LINES = 10_000;

/** Null is what can no longer be known, because lines were removed. */
const Balance = v.object({
  accountId: id,
  /** Where lines of the month were removed: the sum that was carried on instead of them. */
  opening: v.nullable(btcText),
  /** What came in and what went out, both without sign. */
  in: v.nullable(btcText),
  out: v.nullable(btcText),
  closing: v.nullable(btcText),
});

export const Statement = v.object({
  childId: id,
  childName: v.string(),
  month: v.string(),
  /** First and last day, where the family lives; the last is today in the running month. */
  from: date,
  to: date,
  timeZone: v.string(),
  savings: Balance,
  spending: Balance,
  lines: v.array(
    v.object({
      ...Transaction.entries,
      /** On each of the two accounts; null where the line does not touch it. */
      savingsChange: v.nullable(btcText),
      spendingChange: v.nullable(btcText),
      /** What a bitcoin cost then; null where that is not known, or the reader is under 14. */
      rate: v.nullable(FamilyRate),
    }),
  ),
  /** The newest link of the family's chain; null before the first. */
  seal: v.nullable(v.object({ number: v.string(), mac: v.string() })),
  /** Lines of this month, up to then, were removed; the balances of today still count them. */
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

/** For the documents of the API; apart, so that no browser loads them. */
export const statementSummaries: Summaries<typeof statements> = {
  month: 'The statement of one month: opening and closing balance, every line, the newest seal',
};
