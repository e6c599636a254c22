/**
 * Any call that redirected or destroyed money can be undone for 72 hours: it saves the data it
 * replaced, and all adults are notified.
 */
import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { done, id, moment, nothing } from '#contract/fields.ts';

export const UNDO_CHANGE_HOURS = 72;

/**
 * - `open`: can be undone. - `changed`: the same item has changed again since. - `undone`: restored
 * to its previous state.
 */
export const CHANGE_STATES = ['open', 'changed', 'undone'] as const;

export const MoneyChange = v.object({
  id,
  /** As in the API's documentation: `PUT /api/children/{id}/payout-plan`. */
  call: v.string(),
  /** If this call undid a change: the call that had made the change. */
  undid: v.nullable(v.string()),
  childId: v.nullable(id),
  childName: v.nullable(v.string()),
  /** First name or address of the person who made the change. */
  by: v.string(),
  at: moment,
  endsAt: moment,
  state: v.picklist(CHANGE_STATES),
  /** False if a key was lost because the wallet was encrypted: it has to be entered again. */
  isWhole: v.boolean(),
  /** Erasing its copy needs another adult's consent: whether and by whom it was requested. */
  forgetting: v.picklist(['alone', 'ask', 'asked', 'answer', 'later']),
});
export type MoneyChange = v.InferOutput<typeof MoneyChange>;

export const moneyChanges = {
  list: endpoint({
    method: 'GET',
    path: '/api/money-changes',
    access: 'adult',
    input: nothing,
    output: v.array(MoneyChange),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/money-changes/{id}/undo',
    access: 'adult',
    money: 'redirects',
    input: v.strictObject({
      id,
      /** Undoes it even if the same item has changed again since. */
      evenIfChanged: v.optional(v.boolean('Expected true or false'), false),
    }),
    output: done,
  }),
  forget: endpoint({
    method: 'POST',
    path: '/api/money-changes/{id}/forget',
    access: 'adult',
    money: 'destroys',
    input: v.strictObject({ id }),
    output: v.object({ success: v.boolean(), isForgotten: v.boolean() }),
  }),
};

export const moneyChangeSummaries: Summaries<typeof moneyChanges> = {
  list: 'The changes of the last 72 hours to where money goes, which an adult can take back',
  undo: 'Bring back what a change has replaced',
  forget: 'Erase the copy of what was replaced at once; with two adults both must ask for it',
};
