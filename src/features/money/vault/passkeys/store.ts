/** SQL for a family's sealed passphrases. Each is deleted with its passkey. */
import type { Tx } from '#server/db/sql.ts';
import type { Lock } from './contract.ts';

export type VaultPasskeyRow = {
  passkeyId: string;
  credentialId: string;
  /** Separated by spaces. */
  transports: string;
  hasPrf: boolean;
  salt: string | null;
  sealed: string | null;
};

/** All of this person's passkeys, whether or not they unlock the vault. */
export const vaultPasskeysOf = (tx: Tx, familyId: string, userId: string) => tx<VaultPasskeyRow[]>`
  SELECT p.passkey_id, p.credential_id, p.transports, p.has_prf, v.salt, v.sealed
  FROM passkey p LEFT JOIN vault_passkey v
    ON v.passkey_id = p.passkey_id AND v.family_id = ${familyId}
  WHERE p.user_id = ${userId} ORDER BY p.passkey_id`;

type NewLock = Lock & { passkeyId: string; userId: string; now: Date };

/** @returns false if this person has no such passkey */
export async function saveVaultPasskey(
  tx: Tx,
  familyId: string,
  { passkeyId, userId, salt, sealed, now }: NewLock,
): Promise<boolean> {
  const { count } = await tx`
    INSERT INTO vault_passkey (family_id, passkey_id, salt, sealed, created_at)
    SELECT ${familyId}, passkey_id, ${salt}, ${sealed}, ${now} FROM passkey
    WHERE passkey_id = ${passkeyId} AND user_id = ${userId}
    ON CONFLICT (family_id, passkey_id) DO UPDATE SET salt = excluded.salt,
      sealed = excluded.sealed, created_at = excluded.created_at`;
  return count === 1;
}

/** For someone who turns them off or leaves the family. */
export const endVaultPasskeysOf = (tx: Tx, familyId: string, userId: string) => tx`
  DELETE FROM vault_passkey v USING passkey p
  WHERE v.family_id = ${familyId} AND p.passkey_id = v.passkey_id AND p.user_id = ${userId}`;
