/**
 * Passkeys (WebAuthn level 2): an alternative to links for signing in, and to mailed codes for
 * confirming an identity. Both alternatives always work too, so losing a passkey locks nobody out.
 */

import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { done, id, moment, nothing } from '#contract/fields.ts';
import { laterCheck } from '#contract/later-checks.ts';
import { SignedIn, timeZone } from '#features/people/auth/contract.ts';

export const MAX_PASSKEYS = 10;
/**
 * EdDSA, ES256, RS256: used by today's passkeys, and supported by Node without experimental
 * features.
 */
export const ALGORITHMS = [-8, -7, -257];
export const CHALLENGE_MINUTES = 5;

export const Passkey = v.object({
  id,
  /** The device that added it. */
  device: v.string(),
  createdAt: moment,
  lastUsedAt: v.nullable(moment),
});

/** How a browser can reach the passkey again, as reported when it was added. */
export const TRANSPORTS = [
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
] as const;
const Known = v.object({ id: v.string(), transports: v.array(v.picklist(TRANSPORTS)) });

const WRONG = laterCheck('PASSKEY_REFUSED');
/** Bytes as base64url. */
const bytes = (most: number) =>
  v.pipe(v.string(WRONG), v.maxLength(most, WRONG), v.regex(/^[\w-]+$/, WRONG));
const credentialId = bytes(1_400);
const clientData = bytes(2_000);

const signed = {
  id: credentialId,
  clientDataJSON: clientData,
  authenticatorData: bytes(2_000),
  signature: bytes(1_400),
};

export const passkeys = {
  list: endpoint({
    method: 'GET',
    path: '/api/auth/passkeys',
    access: 'user',
    input: nothing,
    output: v.array(Passkey),
  }),
  startAdding: endpoint({
    method: 'POST',
    path: '/api/auth/passkeys/challenge',
    access: 'user',
    money: 'none',
    fresh: true,
    input: nothing,
    output: v.object({
      challenge: v.string(),
      userId: v.string(),
      email: v.string(),
      /** Devices that already have one. */
      known: v.array(Known),
    }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/auth/passkeys',
    access: 'user',
    money: 'none',
    fresh: true,
    input: v.strictObject({
      id: credentialId,
      clientDataJSON: clientData,
      attestationObject: bytes(8_000),
      transports: v.pipe(v.array(v.picklist(TRANSPORTS, WRONG), WRONG), v.maxLength(7, WRONG)),
      /** True if it also derives secrets (PRF), and so can unlock the vault. */
      hasPrf: v.optional(v.boolean(WRONG), false),
    }),
    output: Passkey,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/auth/passkeys/{id}',
    access: 'user',
    money: 'none',
    fresh: true,
    input: v.strictObject({ id }),
    output: done,
  }),
  startConfirming: endpoint({
    method: 'POST',
    path: '/api/auth/step-up/challenge',
    access: 'user',
    money: 'none',
    input: nothing,
    output: v.object({ challenge: v.string(), known: v.array(Known) }),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/auth/step-up/passkey',
    access: 'user',
    money: 'none',
    input: v.strictObject(signed),
    output: done,
  }),
  startSigningIn: endpoint({
    method: 'POST',
    path: '/api/auth/passkeys/sign-in/challenge',
    access: 'public',
    money: 'none',
    input: nothing,
    output: v.object({ challenge: v.string() }),
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/auth/passkeys/sign-in',
    access: 'public',
    money: 'none',
    input: v.strictObject({ ...signed, timeZone }),
    output: SignedIn,
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const passkeySummaries: Summaries<typeof passkeys> = {
  list: 'One’s own passkeys',
  startAdding: 'Begin to add a passkey: what it has to sign, within 5 minutes',
  add: 'Add the passkey that a browser has just made',
  remove: 'Remove one of one’s passkeys',
  startConfirming: 'What one of these passkeys has to sign to confirm who one is, within 5 minutes',
  confirm: 'Confirm with a passkey who one is; counts for 10 minutes',
  startSigningIn: 'What a passkey has to sign to sign its person in, within 5 minutes',
  signIn: 'Sign in with a passkey, in the browser that asked for what it signed',
};
