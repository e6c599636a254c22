/**
 * A way in for an adult who has lost the mailbox, the passkey and the codes: a link requested by
 * the operator or a parent, announced to all adults, that works once, 72 hours later.
 */
import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { done, email, id, moment, nothing } from '#contract/fields.ts';

/** How long any adult can stop it, and how long the rights are limited to a spouse's afterwards. */
export const HELP_HOURS = 72;
/** Starting when it opens. */
export const HELP_OPEN_DAYS = 7;

export const Help = v.object({
  id,
  firstName: v.nullable(v.string()),
  email: v.string(),
  /** The requesting parent; null for the operator. */
  by: v.nullable(v.string()),
  opensAt: moment,
  expiresAt: moment,
});
export type Help = v.InferOutput<typeof Help>;

const input = v.strictObject({ email: email() });
/** Shown only this once: the server stores only its hash. */
const output = v.object({ link: v.string(), opensAt: moment });

export const help = {
  list: endpoint({
    method: 'GET',
    path: '/api/family/sign-in-help',
    access: 'adult',
    input: nothing,
    output: v.array(Help),
  }),
  ask: endpoint({
    method: 'POST',
    path: '/api/family/sign-in-help',
    access: 'parent',
    money: 'none',
    fresh: true,
    input,
    output,
  }),
  stop: endpoint({
    method: 'DELETE',
    path: '/api/family/sign-in-help/{id}',
    access: 'adult',
    money: 'none',
    input: v.strictObject({ id }),
    output: done,
  }),
  askAsOperator: endpoint({
    method: 'POST',
    path: '/api/admin/sign-in-help',
    access: 'admin',
    money: 'none',
    fresh: true,
    input,
    output,
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const helpSummaries: Summaries<typeof help> = {
  list: 'The sign-in links that were asked for on behalf of the adults of this family',
  ask: 'Ask for a sign-in link for another adult; it works 72 hours later, and every adult is told',
  stop: 'Stop such a link before it is used; any adult may',
  askAsOperator: 'The same by the operator, for an adult of any family here',
};
