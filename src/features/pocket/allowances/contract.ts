/** Weekly allowances: a child's plan, pauses, and booking due weeks. */

import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import {
  btc,
  btcAboveZero,
  btcText,
  date,
  done,
  enteredDate,
  id,
  nothing,
  WEEKDAY_EXPECTED,
  weekday,
  whole,
} from '#contract/fields.ts';
import { laterCheck } from '#contract/later-checks.ts';
import type { Weekday } from '#core/calendar.ts';
import { Child } from '#features/people/children/contract.ts';

export const ProcessedChild = v.object({
  childId: id,
  childName: v.string(),
  amount: btcText,
  dueDate: date,
  /** The entry's id, for taking it back or marking it as paid. */
  entryId: id,
});

export const Processed = v.object({
  processedChildren: v.array(ProcessedChild),
  totalAmount: btcText,
});

export const Occurrence = v.object({ weekStart: date, dueDate: date, amount: btcText });

/** In the smallest unit of a currency. */
export const MOST_AGREED = 10_000_000_000;

export const allowances = {
  change: endpoint({
    method: 'PATCH',
    path: '/api/children/{id}/allowance',
    access: 'adult',
    money: 'none',
    input: v.strictObject({
      id,
      /** If omitted or unchanged since it was read, an allowance stays agreed in its currency. */
      weeklyAllowance: v.optional(btc()),
      /** A weekly amount in the family's currency, and the most sats to book; null for sats. */
      agreed: v.optional(
        v.nullable(
          v.strictObject({
            currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
            minor: whole(1, MOST_AGREED),
            most: btcAboveZero(),
          }),
        ),
      ),
      allowanceDay: weekday,
      /** How to handle due, unbooked weeks; if omitted they stay due. */
      unbooked: v.optional(v.picklist(['book', 'skip'], 'Expected book or skip')),
    }),
    output: Child,
  }),
  preview: endpoint({
    method: 'GET',
    path: '/api/children/{id}/allowance/preview',
    access: 'adult',
    input: v.strictObject({
      id,
      weeklyAllowance: btc(),
      allowanceDay: v.pipe(
        v.string(),
        v.regex(/^[0-6]$/, WEEKDAY_EXPECTED),
        v.transform((text) => Number(text) as Weekday),
      ),
    }),
    output: v.object({ unbooked: v.array(Occurrence), nextDate: v.nullable(date) }),
  }),
  pause: endpoint({
    method: 'POST',
    path: '/api/children/{id}/allowance/pauses',
    access: 'adult',
    money: 'none',
    input: v.pipe(
      v.strictObject({ id, from: enteredDate, to: enteredDate }),
      v.forward(
        v.check(({ from, to }) => from <= to, laterCheck('PAUSE_ENDS_BEFORE_START')),
        ['to'],
      ),
    ),
    output: Child,
  }),
  endPause: endpoint({
    method: 'DELETE',
    path: '/api/children/{id}/allowance/pauses',
    access: 'adult',
    money: 'none',
    input: v.strictObject({ id }),
    output: Child,
  }),
  process: endpoint({
    method: 'POST',
    path: '/api/process-allowances',
    access: 'adult',
    money: 'none',
    input: nothing,
    output: Processed,
  }),
  /** Stored with the plan: whether the worker books automatically. */
  settings: endpoint({
    method: 'PATCH',
    path: '/api/family/settings',
    access: 'adult',
    money: 'none',
    input: v.strictObject({
      timeZone: v.optional(v.pipe(v.string(laterCheck('TIME_ZONE_REQUIRED')), v.maxLength(60))),
      payAutomatically: v.optional(v.boolean('Expected true or false')),
    }),
    output: done,
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const allowanceSummaries: Summaries<typeof allowances> = {
  change:
    'Change amount and day, in sats or agreed in a currency; unbooked weeks are booked or skipped, or stay due',
  preview: 'What a change of day would mean: unbooked weeks and the next date',
  pause: 'Pause the allowance between two dates, both included',
  endPause: 'End a pause: pay again from today',
  process: 'Book every allowance that is due and not yet settled',
  settings: 'Time zone of the family; pay automatically or by hand',
};
