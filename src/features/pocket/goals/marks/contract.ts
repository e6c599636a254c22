/** "Well done" for a line or a goal, and a child's thanks to the contributors. */
import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { done, id } from '#contract/fields.ts';
import { laterCheck } from '#contract/later-checks.ts';
import { MARKS, STAMP_MARKS } from '#core/marks.ts';

const EXPECTED = laterCheck('EXPECTED_MARK');
const marked = v.strictObject({ id, mark: v.picklist(MARKS, EXPECTED) });

export const marks = {
  onEntry: endpoint({
    method: 'POST',
    path: '/api/transactions/{id}/mark',
    access: 'adult',
    money: 'none',
    input: marked,
    output: done,
  }),
  onGoal: endpoint({
    method: 'POST',
    path: '/api/family-goals/{id}/mark',
    access: 'adult',
    money: 'none',
    input: marked,
    output: done,
  }),
  thank: endpoint({
    method: 'POST',
    path: '/api/family-goals/{id}/thanks',
    access: 'member',
    money: 'none',
    input: v.strictObject({ id, mark: v.picklist(STAMP_MARKS, EXPECTED) }),
    output: done,
  }),
  askToBuy: endpoint({
    method: 'POST',
    path: '/api/family-goals/{id}/ask-to-buy',
    access: 'member',
    money: 'none',
    input: v.strictObject({ id }),
    output: done,
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const markSummaries: Summaries<typeof marks> = {
  onEntry: 'A stamp or a word for a line of a child’s book, once; the child is told',
  onGoal: 'A stamp or a word for a goal, once; its child is told, or all of them',
  thank: 'A child thanks those who gave to a full goal, once',
  askToBuy: 'A child asks the parents to buy what a full goal is for, once',
};
