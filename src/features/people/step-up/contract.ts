/** "Is it still you?": confirms the person behind a session, before calls marked `fresh`. */

import * as v from 'valibot';
import { check } from '#contract/checks.ts';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { done, nothing } from '#contract/fields.ts';
import { INVALID_CODE } from '#features/people/auth/contract.ts';

export const stepUp = {
  sendCode: endpoint({
    method: 'POST',
    path: '/api/auth/step-up/code',
    access: 'user',
    money: 'none',
    input: nothing,
    /** `onConsole`: without a mail server, the code is on the server's console. */
    output: v.object({ email: v.string(), onConsole: v.boolean() }),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/auth/step-up',
    access: 'user',
    money: 'none',
    input: v.strictObject({
      code: v.pipe(v.string(INVALID_CODE), v.regex(/^\d{8}$/, check('CODE_REQUIRED'))),
    }),
    output: done,
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const stepUpSummaries: Summaries<typeof stepUp> = {
  sendCode: 'Mail an 8-digit code that confirms who uses this session',
  confirm: 'Confirm with that code; signs nobody in, and counts for 10 minutes',
};
