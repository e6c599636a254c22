/**
 * Unlocking the vault by passkey (WebAuthn PRF). The server stores the vault's passphrase sealed
 * with a key that only the passkey can derive; the passphrase itself always works too.
 */
import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { done, id, nothing } from '#contract/fields.ts';
import { TRANSPORTS } from '#features/people/step-up/passkeys/contract.ts';

/** The longest passphrase takes 1,500 bytes in UTF-8, and 2,040 characters sealed. */
const MOST_CHARS = 2_040;

const SALT = 'Expected a salt of 32 bytes in base64';
const SEALED = 'Expected what the browser has sealed, in base64';
const VERSION = 'Expected a version';

const Lock = v.strictObject({
  /** Input for deriving the passkey's secret: 32 random bytes. */
  salt: v.pipe(v.string(SALT), v.regex(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/, SALT)),
  /** The IV, the ciphertext and its tag. */
  sealed: v.pipe(
    v.string(SEALED),
    v.minLength(40, SEALED),
    v.maxLength(MOST_CHARS, SEALED),
    v.regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, SEALED),
  ),
});
export type Lock = v.InferOutput<typeof Lock>;

const VaultPasskey = v.object({
  id,
  credentialId: v.string(),
  transports: v.array(v.picklist(TRANSPORTS)),
  /** It reported PRF support when it was added. Others may support it too. */
  hasPrf: v.boolean(),
  /** Null if this passkey doesn't unlock the vault. */
  lock: v.nullable(Lock),
});
export type VaultPasskey = v.InferOutput<typeof VaultPasskey>;

export const vaultPasskeys = {
  list: endpoint({
    method: 'GET',
    path: '/api/wallet/passkeys',
    access: 'adult',
    input: nothing,
    output: v.array(VaultPasskey),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/wallet/passkeys/{id}',
    access: 'adult',
    money: 'destroys',
    input: v.strictObject({
      id,
      ...Lock.entries,
      /** The version of the vault that the sealed passphrase opens; any other is refused. */
      version: v.pipe(v.number(VERSION), v.safeInteger(VERSION), v.minValue(1, VERSION)),
    }),
    output: done,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/wallet/passkeys',
    access: 'adult',
    money: 'destroys',
    input: nothing,
    output: done,
  }),
};

export const vaultPasskeySummaries: Summaries<typeof vaultPasskeys> = {
  list: 'One’s own passkeys, and which of them unlock the encrypted wallet',
  save: 'Unlock the encrypted wallet with one of one’s own passkeys from now on',
  remove: 'Unlock the encrypted wallet with none of one’s own passkeys any more',
};
