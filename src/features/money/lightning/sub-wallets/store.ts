/** SQL for children's wallets on an Alby Hub; their connections are sealed separately. */
import { shownName } from '#features/people/children/store.ts';
import type { Tx } from '#server/db/sql.ts';
import { forgetSecret, keepSecret, readSecret, type SecretPurpose } from '#server/secrets.ts';

export type SubWalletRow = {
  childId: string;
  childName: string | null;
  budgetSats: bigint;
  madeAt: Date;
  /** Both null if the server has the connection. */
  publicKey: string | null;
  walletUrl: string | null;
};

export const purposeOf = (childId: string): SecretPurpose => `sub-wallet ${childId}`;

export const listSubWallets = (tx: Tx, familyId: string) => tx<SubWalletRow[]>`
  SELECT w.child_id, ${shownName(tx)} AS child_name, w.budget_sats, w.made_at,
    w.public_key, w.wallet_url
  FROM sub_wallet w
  JOIN child c ON c.family_id = w.family_id AND c.child_id = w.child_id AND c.removed_at IS NULL
  WHERE w.family_id = ${familyId} ORDER BY w.child_id`;

export const findSubWallet = async (tx: Tx, familyId: string, childId: string) =>
  (await listSubWallets(tx, familyId)).find((one) => one.childId === childId);

type NewSubWallet = {
  /** Includes its secret, unless a public key is given. */
  connection: string;
  publicKey: string | undefined;
  budgetSats: bigint;
  by: string;
  now: Date;
};

export async function addSubWallet(
  tx: Tx,
  key: Uint8Array,
  familyId: string,
  childId: string,
  { connection, publicKey, budgetSats, by, now }: NewSubWallet,
): Promise<void> {
  const isInVault = publicKey !== undefined;
  if (!isInVault) await keepSecret(tx, key, familyId, purposeOf(childId), connection);
  await tx`
    INSERT INTO sub_wallet (family_id, child_id, budget_sats, made_by, made_at, public_key,
      wallet_url)
    VALUES (${familyId}, ${childId}, ${budgetSats}, ${by}, ${now}, ${publicKey ?? null},
      ${isInVault ? connection : null})`;
}

/** Undefined if the child has none. */
export async function readConnection(
  tx: Tx,
  key: Uint8Array,
  familyId: string,
  childId: string,
): Promise<string | undefined> {
  const kept = await readSecret(tx, key, familyId, purposeOf(childId));
  return typeof kept === 'string' ? kept : undefined;
}

export async function removeSubWallet(tx: Tx, familyId: string, childId: string): Promise<void> {
  await forgetSecret(tx, familyId, purposeOf(childId));
  await tx`DELETE FROM sub_wallet WHERE family_id = ${familyId} AND child_id = ${childId}`;
}
