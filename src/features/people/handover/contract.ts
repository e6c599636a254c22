/** Handing a shared tablet over to a child, and taking it back with the parent's PIN. */

import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { done, id, nothing } from '#contract/fields.ts';
import { laterCheck } from '#contract/later-checks.ts';

export const PIN_INVALID = laterCheck('PIN_DIGITS');

const pin = v.pipe(v.string(PIN_INVALID), v.regex(/^\d{4,8}$/, PIN_INVALID));

export const handover = {
  pin: endpoint({
    method: 'GET',
    path: '/api/family/pin',
    access: 'adult',
    input: nothing,
    output: v.object({ isSet: v.boolean() }),
  }),
  setPin: endpoint({
    method: 'PUT',
    path: '/api/family/pin',
    access: 'adultUser',
    money: 'none',
    fresh: true,
    heavy: true,
    input: v.strictObject({
      pin,
      oldPin: v.optional(pin),
      /**
       * Instead of the old PIN; the fresh session shows that the person has proven their identity
       * by mail.
       */
      forgotten: v.optional(v.literal(true)),
    }),
    output: done,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/children/{id}/hand-over',
    access: 'adult',
    money: 'none',
    input: v.strictObject({ id }),
    output: done,
  }),
  back: endpoint({
    method: 'POST',
    path: '/api/family/hand-back',
    access: 'handedOver',
    money: 'none',
    heavy: true,
    input: v.strictObject({ pin }),
    output: done,
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const handoverSummaries: Summaries<typeof handover> = {
  pin: 'Whether one has set a PIN for taking a tablet back',
  setPin: 'Set one’s own PIN; changing it takes the old one, unless it is forgotten',
  start: 'Hand this browser over: from now on its session is the child’s',
  back: 'Take the browser back with the PIN of the adult who handed it over',
};
