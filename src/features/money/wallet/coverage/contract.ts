/** Whether the family's wallet holds as much as the children's books promise. */

import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { btcText, id, moment, nothing } from '#contract/fields.ts';

/** Points shown in the history chart. */
export const HISTORY_SHOWN = 90;
/** A child sees "holds enough" only if the wallet was looked up within this time. */
export const FRESH_HOURS = 24;

/**
 * - `no_wallet`: there is nothing to compare with.
 * - `not_checked`: never looked up, or not within the last 24 hours: see `checkedAt`.
 */
export const COVERAGE_STATES = ['no_wallet', 'not_checked', 'covered', 'short'] as const;
export type CoverageState = (typeof COVERAGE_STATES)[number];

export const Coverage = v.object({
  state: v.picklist(COVERAGE_STATES),
  /** Savings and the children's parts in goals, of the whole family. */
  promised: btcText,
  /** Confirmed in the wallet. */
  held: btcText,
  /** Still unconfirmed; never included in `held`. */
  waiting: btcText,
  /** By how much `held` falls short, in any state; zero if it doesn't. */
  shortBy: btcText,
  checkedAt: v.nullable(moment),
  children: v.array(
    v.object({
      childId: id,
      childName: v.string(),
      savings: btcText,
      goals: btcText,
      /** The part of both that vault days or a parent's statement have put into the vault. */
      inVault: btcText,
    }),
  ),
  /** Oldest first; one point for each observed change of `promised` or `held`. */
  history: v.array(v.object({ at: moment, promised: btcText, held: btcText })),
});
export type Coverage = v.InferOutput<typeof Coverage>;

export const coverage = {
  get: endpoint({
    method: 'GET',
    path: '/api/wallet/coverage',
    access: 'adult',
    input: nothing,
    output: Coverage,
  }),
  ofChild: endpoint({
    method: 'GET',
    path: '/api/wallet/coverage/{childId}',
    access: 'ownChild',
    input: v.strictObject({ childId: id }),
    output: v.object({
      /** `holds_enough` only if covered and looked up within the last 24 hours. */
      sentence: v.picklist(['holds_enough', 'parents_keep']),
      /** Only for `holds_enough`. */
      checkedAt: v.nullable(moment),
    }),
  }),
};

export const coverageSummaries: Summaries<typeof coverage> = {
  get: 'Is it covered? What the books promise, child by child, and what the wallet holds',
  ofChild: 'The plain sentence for a child: whether the wallet holds enough and was looked up',
};
