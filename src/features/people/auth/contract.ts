/** Sign-in by magic link, the current user, and a person's sessions. */

import * as v from 'valibot';
import { check } from '#contract/checks.ts';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { done, email, id, line, moment, nothing } from '#contract/fields.ts';
import { LANGUAGES } from '#core/language.ts';
import { TYPED_UNITS } from '#core/typed-units.ts';

export const ROLES = ['parent', 'spouse', 'child'] as const;
export type Role = (typeof ROLES)[number];

export const LINK_MINUTES = 60;
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;

export const INVALID_TOKEN = check('INVALID_TOKEN');
export const INVALID_CODE = check('INVALID_CODE');

/** The price of one bitcoin in the family's currency, in its smallest unit. */
export const FamilyRate = v.object({ currency: v.string(), minorPerBtc: v.number() });
export type FamilyRate = v.InferOutput<typeof FamilyRate>;

export const User = v.object({
  id,
  familyId: id,
  role: v.picklist(ROLES),
  isAdmin: v.boolean(),
  firstName: v.nullable(v.string()),
  email: v.string(),
  /** The id of the signed-in child; null for adults. */
  childId: v.nullable(id),
  /** An adult's tablet handed over to a child: role, childId and firstName are the child's. */
  handedOver: v.boolean(),
  /** The child's own device, admitted by a code: handed over for good. */
  ownDevice: v.boolean(),
  familyNetWorthSharingEnabled: v.boolean(),
  familyNetWorthSharePercentage: v.number(),
  /** In months; -1 never removes any. */
  dataRetentionMonths: v.number(),
  autoDataPruningEnabled: v.boolean(),
  /** The person's unit for typing amounts. */
  amountUnit: v.picklist(TYPED_UNITS),
  /** Null for the fixed estimate. */
  rate: v.nullable(FamilyRate),
});
export type User = v.InferOutput<typeof User>;

/** `token` is an opaque handle of the request, useless for signing in. */
export const LinkSent = v.object({ success: v.literal(true), token: v.string() });

export const SignedIn = v.object({
  success: v.literal(true),
  user: User,
  isNewUser: v.boolean(),
  needsOnboarding: v.boolean(),
});

export const Session = v.object({
  id,
  device: v.string(),
  createdAt: moment,
  lastSeenAt: moment,
  current: v.boolean(),
  /** Handed over to a child; signing it out takes it back remotely. */
  handedOver: v.boolean(),
});

const CLAIM_CODE = check('CLAIM_CODE_REQUIRED');

const address = v.strictObject({ email: email() });
const token = v.pipe(v.string(INVALID_TOKEN), v.maxLength(200, INVALID_TOKEN));
/** The browser's IANA zone; used only for a new family. */
export const timeZone = v.optional(v.pipe(v.string(), v.maxLength(60)));

export const auth = {
  start: endpoint({
    method: 'POST',
    path: '/api/onboarding/start',
    access: 'public',
    money: 'none',
    input: address,
    output: LinkSent,
  }),
  resend: endpoint({
    method: 'POST',
    path: '/api/onboarding/resend-magic-link',
    access: 'public',
    money: 'none',
    input: address,
    output: LinkSent,
  }),
  magicLink: endpoint({
    method: 'POST',
    path: '/api/auth/magic-link',
    access: 'public',
    money: 'none',
    input: address,
    output: LinkSent,
  }),
  verify: endpoint({
    method: 'POST',
    path: '/api/auth/verify',
    access: 'public',
    money: 'none',
    /** `claims`: by a printed link, in the browser that requested it. */
    input: v.strictObject({ token, timeZone, claims: v.optional(v.boolean()) }),
    output: SignedIn,
  }),
  claim: endpoint({
    method: 'POST',
    path: '/api/auth/claim',
    access: 'public',
    money: 'none',
    input: v.strictObject({
      code: v.pipe(v.string(CLAIM_CODE), v.minLength(1, CLAIM_CODE), v.maxLength(200, CLAIM_CODE)),
      /** For a person who isn't signed in. */
      email: v.optional(email()),
      timeZone,
    }),
    output: SignedIn,
  }),
  verifyCode: endpoint({
    method: 'POST',
    path: '/api/auth/verify-code',
    access: 'public',
    money: 'none',
    input: v.strictObject({
      code: v.pipe(v.string(INVALID_CODE), v.regex(/^\d{8}$/, check('CODE_REQUIRED'))),
      timeZone,
    }),
    output: SignedIn,
  }),
  pending: endpoint({
    method: 'GET',
    path: '/api/auth/pending',
    access: 'public',
    input: v.strictObject({ token }),
    output: v.object({
      live: v.boolean(),
      pending: v.boolean(),
      /** The address that this link can make operator. */
      claims: v.optional(v.string()),
      /** When a link that isn't valid yet will be. */
      opensAt: v.optional(moment),
    }),
  }),
  user: endpoint({
    method: 'GET',
    path: '/api/auth/user',
    access: 'member',
    input: nothing,
    output: User,
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/api/auth/user',
    access: 'user',
    money: 'none',
    input: v.strictObject({ firstName: line(1, 60, check('FIRST_NAME_REQUIRED')) }),
    output: User,
  }),
  language: endpoint({
    method: 'PUT',
    path: '/api/auth/language',
    access: 'user',
    money: 'none',
    input: v.strictObject({ language: v.picklist(LANGUAGES, check('EXPECTED_LANGUAGE')) }),
    output: done,
  }),
  amountUnit: endpoint({
    method: 'PUT',
    path: '/api/auth/amount-unit',
    access: 'member',
    money: 'none',
    input: v.strictObject({ unit: v.picklist(TYPED_UNITS, check('EXPECTED_AMOUNT_UNIT')) }),
    output: done,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    access: 'public',
    money: 'none',
    input: nothing,
    output: done,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/auth/sessions',
    access: 'user',
    input: nothing,
    output: v.array(Session),
  }),
  revokeSession: endpoint({
    method: 'DELETE',
    path: '/api/auth/sessions/{id}',
    access: 'user',
    money: 'none',
    input: v.strictObject({ id }),
    output: done,
  }),
  revokeOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/auth/sessions',
    access: 'user',
    money: 'none',
    input: nothing,
    output: v.object({ ended: v.number() }),
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const authSummaries: Summaries<typeof auth> = {
  start: 'Send a sign-in link (onboarding)',
  resend: 'Send another sign-in link; the newest wins',
  magicLink: 'Send a sign-in link',
  verify: 'Sign in with the token of a link, once',
  claim: 'Become the operator of a server without one, with the code that its console shows',
  verifyCode: 'Sign in with the 8-digit code of the mail, in the browser that asked for it',
  pending: 'Whether a sign-in link works, and whether this browser asked for it',
  user: 'The current user',
  rename: 'Change one’s own first name',
  language: 'The language of mails and notifications',
  amountUnit: 'The unit in which one types amounts; a child’s is kept with its book',
  logout: 'End this session',
  sessions: 'Where one is signed in',
  revokeSession: 'Sign one device out',
  revokeOtherSessions: 'Sign out on every other device',
};
