/** Compares the family's Lightning wallet with the children's spending money in it. */
import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { btcText, id, moment, nothing } from '#contract/fields.ts';
import { Coverage } from '#features/money/wallet/coverage/contract.ts';

/** - `none`: no child has spending money there, or this server has no paying connection. */
const STATES = ['none', 'not_checked', 'covered', 'short'] as const;

/** The wallet's response to a request for its balance. */
const ANSWERS = ['told', 'not_told', 'silent'] as const;

export const SpendingCoverage = v.object({
  state: v.picklist(STATES),
  /** The wallet's name, and its last response; null if none is connected. */
  provider: v.nullable(v.string()),
  answer: v.nullable(v.picklist(ANSWERS)),
  /** Spending money of children without their own wallet. */
  promised: btcText,
  /** Null if unknown. */
  held: v.nullable(btcText),
  /** Zero unless short. */
  shortBy: btcText,
  /** Time of the last request to the wallet. */
  checkedAt: v.nullable(moment),
  children: v.array(v.object({ childId: id, childName: v.string(), spending: btcText })),
  history: Coverage.entries.history,
});
export type SpendingCoverage = v.InferOutput<typeof SpendingCoverage>;

export const spendingCoverage = {
  get: endpoint({
    method: 'GET',
    path: '/api/lightning/coverage',
    access: 'adult',
    input: nothing,
    output: SpendingCoverage,
  }),
};

export const spendingCoverageSummaries: Summaries<typeof spendingCoverage> = {
  get: 'Is it covered? The spending money kept in the Lightning wallet, and what it holds',
};
