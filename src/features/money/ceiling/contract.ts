/** The daily limit: the most an adult may move before signing in again. Amounts are sats. */
import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { moment, nothing, wholeSats } from '#contract/fields.ts';
import { laterCheck } from '#contract/later-checks.ts';

export const CEILING_HOURS = 24;
/** Plans, addresses and amounts younger than this count toward the limit; a raise waits as long. */
export const YOUNG_HOURS = 72;

const Ceiling = v.object({
  /** The amount last saved. */
  amount: v.number(),
  /** The ceiling in effect: the lowest one set within the last 72 hours. */
  counts: v.number(),
  /** When `amount` takes effect; null if it already has. */
  from: v.nullable(moment),
});

const EXPECTED = laterCheck('POSITIVE_NUMBER');

export const ceiling = {
  get: endpoint({
    method: 'GET',
    path: '/api/family/ceiling',
    access: 'adult',
    input: nothing,
    output: Ceiling,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/family/ceiling',
    access: 'adult',
    money: 'redirects',
    input: v.strictObject({
      limit: wholeSats(EXPECTED),
    }),
    output: Ceiling,
  }),
};

/** For the API's documentation; separate to keep it out of the browser's bundle. */
export const ceilingSummaries: Summaries<typeof ceiling> = {
  get: 'How much each adult may move in 24 hours before a fresh sign-in is needed',
  save: 'Set that amount; with 0 each payment needs one, and a raised one counts after 72 hours',
};
