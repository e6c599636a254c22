/** Copies and restores the encrypted wallet as a whole: see features/book/changes. */
import {
  type Keeping,
  type Kept,
  putRow,
  type Restoring,
  type Row,
  readRows,
} from '#features/book/changes/keeper.ts';
import { readVault, type VaultRow, writeVault } from './store.ts';

type Rows = { vault: VaultRow; locks: Row[] };

export async function readKeptVault({ tx, familyId }: Keeping): Promise<Kept | undefined> {
  const vault = await readVault(tx, familyId);
  if (!vault.prefersEncryption && !vault.payload) return undefined;
  const locks = await readRows(tx, 'vault_passkey', familyId);
  locks.sort((a, b) => String(a.passkey_id).localeCompare(String(b.passkey_id)));
  const { payload, spending, prefersEncryption } = vault;
  const seen = [prefersEncryption, payload, spending?.id ?? null, locks];
  return { seen, rows: { vault, locks } satisfies Rows };
}

/** Gives it a new version, so browsers that have the other open notice. */
export async function writeKeptVault(
  { tx, familyId, by, now, adultLeft }: Restoring,
  kept: Pick<Kept, 'rows'> | undefined,
): Promise<void> {
  const { vault, locks = [] } = (kept?.rows ?? {}) as Partial<Rows>;
  const { prefersEncryption = false, payload = null, spending = null } = vault ?? {};
  await writeVault(tx, familyId, {
    ...{ prefersEncryption, payload, by, now },
    renewalDue: payload !== null && (vault?.renewalDue === true || adultLeft),
    spending: spending && { ...spending, rotationDue: spending.rotationDue || adultLeft },
  });
  await tx`DELETE FROM vault_passkey WHERE family_id = ${familyId}`;
  for (const lock of locks)
    if (await isOfAdult(tx, familyId, String(lock.passkey_id)))
      await putRow(tx, 'vault_passkey', lock);
}

/** The passkey may have been removed since, or its owner may have left the family. */
async function isOfAdult(tx: Keeping['tx'], familyId: string, passkeyId: string): Promise<boolean> {
  const found = await tx`
    SELECT FROM passkey p JOIN users u ON u.user_id = p.user_id
    WHERE p.passkey_id = ${passkeyId} AND u.family_id = ${familyId} AND u.role <> 'child'`;
  return found.length > 0;
}
