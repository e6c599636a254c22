/** What an adult may move in a day before we ask whether it is still them. Amounts are sats. */
import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { moment, nothing, wholeSats } from '#contract/fields.ts';
import { laterCheck } from '#contract/later-checks.ts';

export const CEILING_HOURS = 24;
/** A plan, an address or an amount that is younger counts; a raised ceiling does not yet. */
export const YOUNG_HOURS = 72;

const Ceiling = v.object({
  /** As it was set. */
  amount: v.number(),
  /** What counts now: the lowest that stood within the last 72 hours. */
  counts: v.number(),
  /** From when `amount` counts; null where it does already. */
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

/** For the documents of the API; apart, so that no browser loads them. */
export const ceilingSummaries: Summaries<typeof ceiling> = {
  get: 'How much each adult may move in 24 hours before a fresh sign-in is needed',
  save: 'Set that amount; with 0 each payment needs one, and a raised one counts after 72 hours',
};
