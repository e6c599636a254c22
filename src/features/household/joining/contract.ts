/**
 * A second parent or a child's own device joins by a code on a parent's screen, without mail. The
 * device with the code waits; the parent compares a number and admits it.
 */
import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { done, email, id, moment } from '#contract/fields.ts';
import { laterCheck } from '#contract/later-checks.ts';
import { timeZone, User } from '#features/people/auth/contract.ts';

export const JOIN_MINUTES = 10;
export const JOIN_TRIES = 5;
/** Prefix of an adult's code, so their device knows to ask for an email address. */
export const ADULTS = 'A';

const WRONG = laterCheck('WRONG_JOIN_CODE');
/** The public half of a code: it identifies the offer, but grants no access. */
const offerId = v.pipe(v.string(WRONG), v.regex(/^[0-9A-Z]{6}$/, WRONG));

const Asking = v.object({ device: v.string(), match: v.string(), email: v.nullable(v.string()) });

export const joining = {
  offer: endpoint({
    method: 'POST',
    path: '/api/family/joining',
    access: 'adult',
    money: 'none',
    fresh: true,
    /** Null for an adult, whom only a parent may invite. */
    input: v.strictObject({ childId: v.nullable(id) }),
    output: v.object({ id: v.string(), code: v.string(), url: v.string(), expiresAt: moment }),
  }),
  look: endpoint({
    method: 'GET',
    path: '/api/family/joining/{id}',
    access: 'adult',
    input: v.strictObject({ id: offerId }),
    /** `gone`: expired, tried too often, or already used. */
    output: v.object({ isGone: v.boolean(), asking: v.nullable(Asking) }),
  }),
  letIn: endpoint({
    method: 'POST',
    path: '/api/family/joining/{id}/let-in',
    access: 'adult',
    money: 'none',
    fresh: true,
    input: v.strictObject({ id: offerId, match: v.pipe(v.string(WRONG), v.maxLength(2, WRONG)) }),
    output: done,
  }),
  close: endpoint({
    method: 'DELETE',
    path: '/api/family/joining/{id}',
    access: 'adult',
    money: 'none',
    input: v.strictObject({ id: offerId }),
    output: done,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/api/join',
    access: 'public',
    money: 'none',
    input: v.strictObject({
      code: v.pipe(v.string(WRONG), v.maxLength(40, WRONG)),
      /** For an adult, who later signs in with it. */
      email: v.optional(email()),
    }),
    output: v.object({
      match: v.string(),
      /** The device's child; null for an adult. */
      child: v.nullable(v.string()),
    }),
  }),
  enter: endpoint({
    method: 'POST',
    path: '/api/join/enter',
    access: 'public',
    money: 'none',
    input: v.strictObject({ timeZone }),
    output: v.object({
      /** `known`: the address already has an account here, and the invitation waits. */
      state: v.picklist(['waits', 'in', 'known', 'gone']),
      user: v.optional(User),
    }),
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const joiningSummaries: Summaries<typeof joining> = {
  offer: 'Make a code by which a device joins the family within ten minutes',
  look: 'Which device waits to be let in by this code',
  letIn: 'Let the waiting device in, by the number that stands on both screens',
  close: 'Take a code back',
  ask: 'Ask to be let in, with a code from a parent’s screen',
  enter: 'Enter, once a parent has let this browser in',
};
