/** Savings over time, of one child or the whole family, with all changes. */

import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { btcText, date, id, moment } from '#contract/fields.ts';
import { laterCheck } from '#contract/later-checks.ts';
import { Transaction } from '#features/book/transactions/contract.ts';
import { FamilyRate } from '#features/people/auth/contract.ts';

/** Four weeks, a year, or all stored entries; or one calendar year or month. */
export const SPANS = ['weeks', 'year', 'all'] as const;
export type Span = (typeof SPANS)[number];

/** Longer spans use longer steps. */
export const MOST_POINTS = 61;

const SPAN_EXPECTED = laterCheck('EXPECTED_SPAN');
const span = v.pipe(
  v.string(SPAN_EXPECTED),
  v.regex(/^(weeks|year|all|20\d\d(-(0[1-9]|1[0-2]))?)$/, SPAN_EXPECTED),
);

const Point = v.object({
  /** Savings at the end of this day; the other fields cover the time since the previous point. */
  on: date,
  savings: btcText,
  /** Pay days: the booked allowances. */
  payDays: btcText,
  /** Gifts and earnings. */
  gifts: btcText,
  /** Spent, unsigned. Excludes reversed entries, as all fields do. */
  spent: btcText,
});
export type Point = v.InferOutput<typeof Point>;

/** Signed. They add up to the last point's savings minus the first's. */
const Parts = v.object({
  payDays: btcText,
  gifts: btcText,
  goals: btcText,
  /** To and from spending money. */
  spending: btcText,
  /** Corrections, and everything else. */
  other: btcText,
});
export type Parts = v.InferOutput<typeof Parts>;

export const Growth = v.object({
  timeZone: v.string(),
  /** Oldest first, at most MOST_POINTS; the first has savings only. */
  points: v.array(Point),
  parts: Parts,
  /** Lines of this span up to then were removed: earlier values are unknown. */
  removedUpTo: v.nullable(moment),
});
export type Growth = v.InferOutput<typeof Growth>;

/** Lines listed for the year. */
export const MOST_MOMENTS = 6;

const YEAR_EXPECTED = laterCheck('EXPECTED_YEAR');

/** Across savings, spending money and the child's parts of goals. */
const YearSums = v.object({
  /** If lines of the year were removed: their sum, carried forward. */
  opening: btcText,
  in: btcText,
  out: btcText,
  closing: btcText,
  /** Included in the income. */
  payDays: btcText,
  gifts: btcText,
  earned: btcText,
  /** Part of the income that is left, in whole percent; null without income. */
  keptPercent: v.nullable(v.number()),
  /**
   * The price of a bitcoin at the time of that money, over all its lines; null if one of them has
   * no price, or the reader is under 14.
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
  /** The last day; today in the current year. */
  to: date,
  timeZone: v.string(),
  /** Null if every line of the year was removed. */
  sums: v.nullable(YearSums),
  /** The lines with the largest effect, by day. */
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
