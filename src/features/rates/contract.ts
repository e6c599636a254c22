/** A family's own money: what one bitcoin is worth in it, typed by a parent. */
import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { done, moment, nothing, whole } from '#contract/fields.ts';
import { laterCheck } from '#contract/later-checks.ts';
import { isCurrency, MOST_MINOR_PER_BTC } from '#core/price.ts';

const CURRENCY = laterCheck('EXPECTED_CURRENCY');
const PRICE = laterCheck('EXPECTED_PRICE');

const TypedRate = v.object({
  currency: v.string(),
  minorPerBtc: v.number(),
  /** The parent who typed it; null when they have left. */
  by: v.nullable(v.string()),
  at: moment,
});

export const rates = {
  get: endpoint({
    method: 'GET',
    path: '/api/family/rate',
    access: 'adult',
    input: nothing,
    /** Null: the fixed estimate. */
    output: v.nullable(TypedRate),
  }),
  set: endpoint({
    method: 'PUT',
    path: '/api/family/rate',
    access: 'adult',
    money: 'none',
    input: v.strictObject({
      currency: v.pipe(v.string(CURRENCY), v.check(isCurrency, CURRENCY)),
      minorPerBtc: whole(1, Number(MOST_MINOR_PER_BTC), PRICE),
      /** Of a price more than twice, or less than half, the last one. */
      isSure: v.optional(v.boolean('Expected true or false'), false),
    }),
    output: done,
  }),
  clear: endpoint({
    method: 'DELETE',
    path: '/api/family/rate',
    access: 'adult',
    money: 'none',
    input: nothing,
    output: done,
  }),
};

/** For the documents of the API; apart, so that no browser loads them. */
export const rateSummaries: Summaries<typeof rates> = {
  get: 'What one bitcoin is worth in the family’s own money; null where nobody has typed it',
  set: 'Type it; a price far from the last one is asked once more, and told to every adult',
  clear: 'Go back to the fixed estimate',
};
