/** Savings over time, of one child or of the whole family, with what came and went. */

import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { btcText, date, id, moment } from '#contract/fields.ts';
import { laterCheck } from '#contract/later-checks.ts';
import { Transaction } from '#features/book/transactions/contract.ts';
import { FamilyRate } from '#features/people/auth/contract.ts';

/** Four weeks, a year, or everything that is kept; or one calendar year or month. */
export const SPANS = ['weeks', 'year', 'all'] as const;
export type Span = (typeof SPANS)[number];

/** A longer span uses longer steps. */
export const MOST_POINTS = 61;

const SPAN_EXPECTED = laterCheck('EXPECTED_SPAN');
const span = v.pipe(
  v.string(SPAN_EXPECTED),
  v.regex(/^(weeks|year|all|20\d\d(-(0[1-9]|1[0-2]))?)$/, SPAN_EXPECTED),
);

const Point = v.object({
  /** The savings are those at the end of this day; the rest happened since the previous point. */
  on: date,
  savings: btcText,
  /** Pay days: the allowances that were booked. */
  payDays: btcText,
  /** Gifts and what was earned. */
  gifts: btcText,
  /** Spent, unsigned. What was taken back doesn't count anywhere. */
  spent: btcText,
});
export type Point = v.InferOutput<typeof Point>;

/** Signed. They add up to the savings of the last point minus those of the first. */
const Parts = v.object({
  payDays: btcText,
  gifts: btcText,
  goals: btcText,
  /** To and from spending money. */
  spending: btcText,
  /** Corrections, and anything else. */
  other: btcText,
});
export type Parts = v.InferOutput<typeof Parts>;

export const Growth = v.object({
  timeZone: v.string(),
  /** Oldest first, at most MOST_POINTS; the first one has savings only. */
  points: v.array(Point),
  parts: Parts,
  /** Older lines of this span were removed, up to then: nothing is known before it. */
  removedUpTo: v.nullable(moment),
});
export type Growth = v.InferOutput<typeof Growth>;

/** Lines listed for the year. */
export const MOST_MOMENTS = 6;

const YEAR_EXPECTED = laterCheck('EXPECTED_YEAR');

/** Over savings, spending money and the child's parts of goals. */
const YearSums = v.object({
  /** If lines of the year were removed: the sum carried forward in their place. */
  opening: btcText,
  in: btcText,
  out: btcText,
  closing: btcText,
  /** Part of what came in. */
  payDays: btcText,
  gifts: btcText,
  earned: btcText,
  /** Of what came in, whole percent; null if nothing came in. */
  keptPercent: v.nullable(v.number()),
  /**
   * The price of a bitcoin when that money came or went, over all its lines; null if one of them
   * has no price, or the reader is under 14.
   */
  rates: v.object({
    in: v.nullable(FamilyRate),
    out: v.nullable(FamilyRate),
    payDays: v.nullable(FamilyRate),
    gifts: v.nullable(FamilyRate),
    earned: v.nullable(FamilyRate),
  }),
});

export const Year = v.object({
  childName: v.string(),
  from: date,
  /** The last day, or today in the current year. */
  to: date,
  timeZone: v.string(),
  /** Null if every line of the year was removed. */
  sums: v.nullable(YearSums),
  /** The lines that moved the book most, in the order of their days. */
  moments: v.array(v.object({ ...Transaction.entries, rate: v.nullable(FamilyRate) })),
  fullGoals: v.array(v.object({ title: v.string(), fullAt: moment })),
  removedUpTo: v.nullable(moment),
  madeAt: moment,
});
export type Year = v.InferOutput<typeof Year>;

export const growth = {
  ofChild: endpoint({
    method: 'GET',
    path: '/api/children/{id}/growth',
    access: 'ownChild',
    long: true,
    input: v.strictObject({ id, span }),
    output: Growth,
  }),
  year: endpoint({
    method: 'GET',
    path: '/api/children/{id}/year',
    access: 'ownChild',
    long: true,
    input: v.strictObject({
      id,
      year: v.pipe(v.string(YEAR_EXPECTED), v.regex(/^20\d\d$/, YEAR_EXPECTED)),
    }),
    output: Year,
  }),
  ofFamily: endpoint({
    method: 'GET',
    path: '/api/family/growth',
    access: 'adult',
    long: true,
    input: v.strictObject({ span }),
    output: Growth,
  }),
};

export const growthSummaries: Summaries<typeof growth> = {
  ofChild: 'A child’s savings over time, with pay days, gifts and spending',
  year: 'A year of a child’s book: what came in and went out, full goals, the biggest lines',
  ofFamily: 'The savings of all children over time, with pay days, gifts and spending',
};
