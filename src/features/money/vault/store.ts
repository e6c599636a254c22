/** SQL for the encrypted wallet. */
import type { VaultPayload } from '#core/vault/payload.ts';
import type { Tx } from '#server/db/sql.ts';

export type VaultRow = {
  /** 0 if there is no row yet. */
  version: number;
  prefersEncryption: boolean;
  payload: VaultPayload | null;
  renewalDue: boolean;
  spending: VaultSpending | null;
};

/** The spending connection inside the payload, as far as the server knows it. */
export type VaultSpending = {
  /** Unique to each connection. */
  id: string;
  provider: string;
  /** Relays where a parent's browser reaches the wallet. Empty if it doesn't use Nostr. */
  relays: readonly string[];
  /** Someone who knew it has left the family. */
  rotationDue: boolean;
};

type Raw = Omit<VaultRow, 'payload' | 'spending'> & {
  rotationDue: boolean;
  spendingId: string | null;
  spendingProvider: string | null;
  spendingRelays: string[] | null;
  encryptedData: string | null;
  iv: string | null;
  salt: string | null;
};

const NONE: VaultRow = {
  ...{ version: 0, prefersEncryption: false, payload: null, renewalDue: false, spending: null },
};

export async function readVault(tx: Tx, familyId: string): Promise<VaultRow> {
  const [row] = await tx<Raw[]>`
    SELECT version, prefers_encryption, encrypted_data, iv, salt, renewal_due, spending_id,
      spending_provider, spending_relays, rotation_due
    FROM vault WHERE family_id = ${familyId}`;
  if (!row) return NONE;
  const { encryptedData, iv, salt, spendingId: id, ...known } = row;
  const { spendingProvider: provider, spendingRelays: relays, rotationDue, ...rest } = known;
  const payload = encryptedData && iv && salt ? { encryptedData, iv, salt } : null;
  const spending = id && provider !== null && relays ? { id, provider, relays, rotationDue } : null;
  return { ...rest, payload, spending };
}

/** True if the wallet is encrypted, or the family wants it to be. */
export async function prefersEncryption(tx: Tx, familyId: string): Promise<boolean> {
  const [row] = await tx`
    SELECT FROM vault WHERE family_id = ${familyId} AND prefers_encryption`;
  return row !== undefined;
}

/** For a family without a wallet: any it connects later is encrypted. */
export const preferEncryption = (tx: Tx, familyId: string, by: string, now: Date) => tx`
  INSERT INTO vault (family_id, version, prefers_encryption, renewal_due, changed_by, changed_at)
  VALUES (${familyId}, 1, true, false, ${by}, ${now})
  ON CONFLICT (family_id) DO UPDATE SET version = vault.version + 1, prefers_encryption = true,
    changed_by = excluded.changed_by, changed_at = excluded.changed_at
  WHERE NOT vault.prefers_encryption`;

type NewVault = Omit<VaultRow, 'version'> & { by: string; now: Date };

/** Call it behind the family's lock, after comparing the version. @returns the new version */
export async function writeVault(
  tx: Tx,
  familyId: string,
  { prefersEncryption: prefers, payload, renewalDue, spending, by, now }: NewVault,
): Promise<number> {
  const { encryptedData = null, iv = null, salt = null } = payload ?? {};
  const relays = spending ? [...spending.relays] : null;
  const [row] = await tx<{ version: number }[]>`
    INSERT INTO vault (family_id, version, prefers_encryption, encrypted_data, iv, salt,
      renewal_due, spending_id, spending_provider, spending_relays, rotation_due, changed_by,
      changed_at)
    VALUES (${familyId}, 1, ${prefers}, ${encryptedData}, ${iv}, ${salt}, ${renewalDue},
      ${spending?.id ?? null}, ${spending?.provider ?? null}, ${relays},
      ${spending?.rotationDue ?? false}, ${by}, ${now})
    ON CONFLICT (family_id) DO UPDATE SET version = vault.version + 1,
      prefers_encryption = excluded.prefers_encryption, encrypted_data = excluded.encrypted_data,
      iv = excluded.iv, salt = excluded.salt, renewal_due = excluded.renewal_due,
      spending_id = excluded.spending_id, spending_provider = excluded.spending_provider,
      spending_relays = excluded.spending_relays,
      rotation_due = excluded.rotation_due, changed_by = excluded.changed_by,
      changed_at = excluded.changed_at
    RETURNING version`;
  return (row as { version: number }).version;
}

/** Called when an adult leaves: they know the passphrase, if there is one, and its contents. */
export const askForRenewal = (tx: Tx, familyId: string) => tx`
  UPDATE vault SET renewal_due = true, rotation_due = spending_id IS NOT NULL
  WHERE family_id = ${familyId} AND encrypted_data IS NOT NULL`;

/** Deletes the passphrases sealed for passkeys, because they no longer open the vault. */
export const endVaultPasskeys = (tx: Tx, familyId: string) => tx`
  DELETE FROM vault_passkey WHERE family_id = ${familyId}`;
