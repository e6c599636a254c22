/** Savings over time, of one child or of the whole family, with what came and went. */

import * as v from 'valibot';
import { check } from '#contract/checks.ts';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { btcText, date, id, moment } from '#contract/fields.ts';

/** Four weeks, a year, or everything that is kept; or one calendar year or month. */
export const SPANS = ['weeks', 'year', 'all'] as const;
export type Span = (typeof SPANS)[number];

/** A longer span takes longer steps. */
export const MOST_POINTS = 61;

const SPAN_EXPECTED = check('EXPECTED_SPAN');
const span = v.pipe(
  v.string(SPAN_EXPECTED),
  v.regex(/^(weeks|year|all|20\d\d(-(0[1-9]|1[0-2]))?)$/, SPAN_EXPECTED),
);

const Point = v.object({
  /** The savings are those at the end of this day; the rest happened since the point before. */
  on: date,
  savings: btcText,
  /** Pay days: the allowances that were booked. */
  payDays: btcText,
  /** Gifts and what was earned. */
  gifts: btcText,
  /** Spent, without sign. What was taken back counts nowhere. */
  spent: btcText,
});
export type Point = v.InferOutput<typeof Point>;

export const Growth = v.object({
  timeZone: v.string(),
  /** The oldest first, at most MOST_POINTS; the first one has savings only. */
  points: v.array(Point),
  /** Older lines of this span were removed, up to then: nothing is known before it. */
  removedUpTo: v.nullable(moment),
});
export type Growth = v.InferOutput<typeof Growth>;

export const growth = {
  ofChild: endpoint({
    method: 'GET',
    path: '/api/children/{id}/growth',
    access: 'ownChild',
    input: v.strictObject({ id, span }),
    output: Growth,
  }),
  ofFamily: endpoint({
    method: 'GET',
    path: '/api/family/growth',
    access: 'adult',
    input: v.strictObject({ span }),
    output: Growth,
  }),
};

export const growthSummaries: Summaries<typeof growth> = {
  ofChild: 'A child’s savings over time, with pay days, gifts and spending',
  ofFamily: 'The savings of all children over time, with pay days, gifts and spending',
};
