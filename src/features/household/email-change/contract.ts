/** Changing the sign-in address: both the old and the new mailbox confirm. */

import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { done, email, moment, nothing } from '#contract/fields.ts';
import { laterCheck } from '#contract/later-checks.ts';

export const INVALID_LINK = laterCheck('INVALID_LINK');

export const Pending = v.object({
  newEmail: v.string(),
  oldConfirmed: v.boolean(),
  newConfirmed: v.boolean(),
  expiresAt: moment,
});
export type Pending = v.InferOutput<typeof Pending>;

export const emailChange = {
  get: endpoint({
    method: 'GET',
    path: '/api/auth/email-change',
    access: 'adult',
    input: nothing,
    output: v.nullable(Pending),
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/auth/email-change',
    access: 'adult',
    money: 'none',
    fresh: true,
    input: v.strictObject({ email: email() }),
    output: Pending,
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/api/auth/email-change',
    access: 'adult',
    money: 'none',
    input: nothing,
    output: done,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/auth/email-change/confirm',
    access: 'public',
    money: 'none',
    input: v.strictObject({
      token: v.pipe(v.string(INVALID_LINK), v.maxLength(200, INVALID_LINK)),
    }),
    output: v.object({
      /** `waiting` for the other mailbox, or `changed`. */
      state: v.picklist(['waiting', 'changed']),
    }),
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const emailChangeSummaries: Summaries<typeof emailChange> = {
  get: 'The change of one’s own address that waits for confirmation; null when none does',
  start: 'Ask for another address; a link goes to the old one and to the new one',
  cancel: 'Keep the old address; both links stop working',
  confirm: 'Say yes with the token of one of the two links, once',
};
