/**
 * A family's secrets at rest: boxes that only SECRET_KEY opens. The family and the purpose are
 * authenticated with each, so a box copied into another row won't open.
 */
import { seal, unseal } from './box.ts';
import type { Tx } from './db/sql.ts';

/**
 * `wallet`: the public key or address. `chain-source`: the address of the family's own source.
 * `lightning-…`: connections to a Lightning wallet, separate for receiving and spending.
 * `sub-wallet …`: the connection to the wallet of the child with this id.
 */
export type SecretPurpose =
  | 'wallet'
  | 'chain-source'
  | 'lightning-receive'
  | 'lightning-spend'
  | `sub-wallet ${string}`;

/** The purpose of the key for secrets, for `deriveKey`. */
export const SECRETS_KEY = 'secrets';

const boundTo = (familyId: string, purpose: string) => `secret ${purpose} ${familyId}`;

export const keepSecret = (
  tx: Tx,
  key: Uint8Array,
  familyId: string,
  purpose: SecretPurpose,
  value: unknown,
) => tx`
  INSERT INTO sealed_secret (family_id, purpose, box)
  VALUES (${familyId}, ${purpose}, ${seal(key, boundTo(familyId, purpose), value)})
  ON CONFLICT (family_id, purpose) DO UPDATE SET box = excluded.box`;

/** Undefined if there is none. @throws Error if the box doesn't belong here */
export async function readSecret(
  tx: Tx,
  key: Uint8Array,
  familyId: string,
  purpose: SecretPurpose,
): Promise<unknown> {
  const [row] = await tx<{ box: string }[]>`
    SELECT box FROM sealed_secret WHERE family_id = ${familyId} AND purpose = ${purpose}`;
  return row && unseal(key, boundTo(familyId, purpose), row.box);
}

export const forgetSecret = (tx: Tx, familyId: string, purpose: SecretPurpose) => tx`
  DELETE FROM sealed_secret WHERE family_id = ${familyId} AND purpose = ${purpose}`;

/** Reseals every secret with another key. @throws Error if one doesn't open with the old key */
export async function resealSecrets(
  tx: Tx,
  { from, to }: { from: Uint8Array; to: Uint8Array },
): Promise<number> {
  const rows = await tx<{ familyId: string; purpose: string; box: string }[]>`
    SELECT family_id, purpose, box FROM sealed_secret`;
  for (const { familyId, purpose, box } of rows) {
    const bound = boundTo(familyId, purpose);
    await tx`
      UPDATE sealed_secret SET box = ${seal(to, bound, unseal(from, bound, box))}
      WHERE family_id = ${familyId} AND purpose = ${purpose}`;
  }
  return rows.length;
}
