/** A family's currency: the price of one bitcoin in it, typed by an adult or from a source. */
import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { done, moment, nothing, whole } from '#contract/fields.ts';
import { laterCheck } from '#contract/later-checks.ts';
import { isCurrency, MOST_MINOR_PER_BTC, PRICE_PROBLEMS, PRICE_SOURCES } from '#core/price.ts';

const CURRENCY = laterCheck('EXPECTED_CURRENCY');
const PRICE = laterCheck('EXPECTED_PRICE');

const currency = v.pipe(v.string(CURRENCY), v.check(isCurrency, CURRENCY));
const minorPerBtc = whole(1, Number(MOST_MINOR_PER_BTC), PRICE);

const KnownRate = v.object({
  currency: v.string(),
  minorPerBtc: v.number(),
  /** The adult who typed or accepted it; null if they have left. */
  by: v.nullable(v.string()),
  /** When it was typed, or read from the source. */
  at: moment,
  fromSource: v.boolean(),
  /** From the source, and older than 48 hours: no longer used for automatic bookings. */
  isOld: v.boolean(),
});

const Source = v.object({
  /** The source enabled by the operator; null if there is none. */
  name: v.nullable(v.picklist(PRICE_SOURCES)),
  /** The family's currency for the source. */
  currency: v.nullable(v.string()),
  /** Its latest price, and the price's time; null until the first. */
  minorPerBtc: v.nullable(v.number()),
  at: v.nullable(moment),
  /** False if it waits for an adult's acceptance. */
  isTaken: v.boolean(),
  /** Why it returned no price last time. */
  problem: v.nullable(v.picklist(PRICE_PROBLEMS)),
});

export const rates = {
  get: endpoint({
    method: 'GET',
    path: '/api/family/rate',
    access: 'adult',
    input: nothing,
    /** Null for the fixed estimate. */
    output: v.nullable(KnownRate),
  }),
  set: endpoint({
    method: 'PUT',
    path: '/api/family/rate',
    access: 'adult',
    money: 'none',
    input: v.strictObject({
      currency,
      minorPerBtc,
      /** Confirms a price more than double, or less than half, the previous one. */
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
  source: endpoint({
    method: 'GET',
    path: '/api/family/rate/source',
    access: 'adult',
    input: nothing,
    output: Source,
  }),
  choose: endpoint({
    method: 'POST',
    path: '/api/family/rate/source',
    access: 'adult',
    money: 'none',
    input: v.strictObject({ currency }),
    output: done,
  }),
  take: endpoint({
    method: 'PUT',
    path: '/api/family/rate/source',
    access: 'adult',
    money: 'none',
    /** A recent price from the source, unchanged. */
    input: v.strictObject({ currency, minorPerBtc }),
    output: done,
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const rateSummaries: Summaries<typeof rates> = {
  get: 'What one bitcoin is worth in the family’s own money; null where there is no price',
  set: 'Type it; a price far from the last one is asked once more, and told to every adult',
  clear: 'Go back to the fixed estimate',
  source: 'What the operator’s price source says, if there is one',
  choose: 'Let the source name the price; it counts once an adult has taken one',
  take: 'Take a price of the source, and follow it while it stays within half to twice of the last',
};
