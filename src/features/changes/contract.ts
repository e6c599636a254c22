/**
 * What redirected or destroyed money can be taken back for 72 hours: each such call keeps what it
 * replaced, and is told to every adult.
 */
import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { done, id, moment, nothing } from '#contract/fields.ts';

export const UNDO_CHANGE_HOURS = 72;

/**
 * - `open`: one act takes it back.
 * - `changed`: somebody has changed the same thing again since.
 * - `undone`: everything is as it was before.
 */
export const CHANGE_STATES = ['open', 'changed', 'undone'] as const;

export const MoneyChange = v.object({
  id,
  /** As the documents name it: `PUT /api/children/{id}/payout-plan`. */
  call: v.string(),
  /** Of an act that took a change back: the call that had made the change. */
  undid: v.nullable(v.string()),
  childId: v.nullable(id),
  childName: v.nullable(v.string()),
  /** The first name or the address of who did it. */
  by: v.string(),
  at: moment,
  endsAt: moment,
  state: v.picklist(CHANGE_STATES),
  /** False where encrypting the wallet has replaced a key: that has to be entered again. */
  isWhole: v.boolean(),
  /** Another adult must say yes before its copy is erased: whether they are asked, and by whom. */
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
      /** Also where the same thing was changed again since. */
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
