/** Ten codes on paper: each signs its adult in once, or confirms their identity once. */
import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { done, moment, nothing } from '#contract/fields.ts';
import { laterCheck } from '#contract/later-checks.ts';
import { SignedIn, timeZone } from '#features/people/auth/contract.ts';

export const RECOVERY_CODES = 10;

const WRONG = laterCheck('WRONG_RECOVERY_CODE');
const code = v.pipe(v.string(WRONG), v.maxLength(60, WRONG));

export const recovery = {
  state: endpoint({
    method: 'GET',
    path: '/api/auth/recovery-codes',
    access: 'adultUser',
    input: nothing,
    output: v.object({ left: v.number(), madeAt: v.nullable(moment) }),
  }),
  make: endpoint({
    method: 'POST',
    path: '/api/auth/recovery-codes',
    access: 'adultUser',
    money: 'none',
    fresh: true,
    input: nothing,
    /** Shown only this once: the server stores only the hashes. */
    output: v.object({ codes: v.array(v.string()) }),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/auth/step-up/recovery',
    access: 'adultUser',
    money: 'none',
    input: v.strictObject({ code }),
    output: done,
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/auth/recovery',
    access: 'public',
    money: 'none',
    input: v.strictObject({ code, timeZone }),
    output: SignedIn,
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const recoverySummaries: Summaries<typeof recovery> = {
  state: 'How many of one’s recovery codes are left',
  make: 'Make ten new recovery codes; those from before end, and every adult is told',
  confirm:
    'Confirm with a recovery code who one is; counts for 10 minutes, and every adult is told',
  signIn: 'Sign in with a recovery code, once; every adult of the family is told',
};
