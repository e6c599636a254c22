/** SQL for prepared addresses: rows of the wallet whose key is in the vault. */
import type { ScriptType } from '#core/bitcoin/address.ts';
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import type { Tx } from '#server/db/sql.ts';
import { forgetSecret } from '#server/secrets.ts';
import { type KnownAddress, knownAddresses } from '../watched/addresses.ts';
import { findWallet, forgetWallet, removeWallet } from '../watched/store.ts';
import { type BranchState, type BranchStates, NO_ADDRESSES } from './rules.ts';

export type Prepared = {
  /** SHA-256 of the token that extends them; also null while someone who left may know it. */
  refillHash: Uint8Array | null;
  /** Null for a single-address wallet. */
  scriptType: ScriptType | null;
  firstAddress: string;
  known: KnownAddress[];
  states: BranchStates;
};

/** Undefined if no address of an encrypted wallet is known. */
export async function findPrepared(tx: Tx, familyId: string): Promise<Prepared | undefined> {
  const [row] = await tx<Pick<Prepared, 'scriptType' | 'refillHash'>[]>`
    SELECT w.script_type, CASE WHEN NOT v.renewal_due THEN w.refill_hash END AS refill_hash
    FROM wallet w LEFT JOIN vault v ON v.family_id = w.family_id
    WHERE w.family_id = ${familyId} AND w.kind = 'vault'`;
  if (!row) return undefined;
  const known = await knownAddresses(tx, familyId);
  const first = known.find((one) => one.branch === 'receive' && one.addressIndex === 0);
  if (!first) return undefined;
  const states = { ...NO_ADDRESSES };
  for (const branch of ['receive', 'change'] as const)
    states[branch] = stateOf(known.filter((one) => one.branch === branch));
  return { ...row, firstAddress: first.address, known, states };
}

const stateOf = (known: readonly KnownAddress[]): BranchState => ({
  end: behind(known),
  next: behind(known.filter(({ status, handedOutAt }) => status !== null || handedOutAt !== null)),
});

const behind = (addresses: readonly KnownAddress[]): number =>
  addresses.reduce((end, { addressIndex }) => Math.max(end, addressIndex + 1), 0);

export async function countChildren(tx: Tx, familyId: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM child
    WHERE family_id = ${familyId} AND removed_at IS NULL`;
  return row?.count ?? 0;
}

type NewVaultWallet = {
  walletId: string;
  network: BitcoinNetwork;
  scriptType: ScriptType | null;
  by: string;
  now: Date;
};

/** Replaces the wallet that was in the vault before. */
export async function addVaultWallet(
  tx: Tx,
  familyId: string,
  { walletId, network, scriptType, by, now }: NewVaultWallet,
): Promise<void> {
  await removeWallet(tx, familyId, now);
  await tx`
    INSERT INTO wallet (family_id, wallet_id, network, kind, script_type, configured_by,
      configured_at)
    VALUES (${familyId}, ${walletId}, ${network}, 'vault', ${scriptType}, ${by}, ${now})`;
}

export const registerRefill = (tx: Tx, familyId: string, refillHash: Uint8Array) => tx`
  UPDATE wallet SET refill_hash = ${refillHash} WHERE family_id = ${familyId} AND kind = 'vault'`;

/** Anyone who knew the vault's passphrase may know its token. */
export const endRefills = (tx: Tx, familyId: string) => tx`
  UPDATE wallet SET refill_hash = NULL WHERE family_id = ${familyId}`;

/**
 * For a wallet that is being encrypted: deletes its key. The addresses of a key stay, with their
 * owners and everything seen at them. A single-address wallet is deleted completely, and so is a
 * key whose addresses were never confirmed.
 */
export async function forgetKey(tx: Tx, familyId: string): Promise<void> {
  const row = await findWallet(tx, familyId);
  if (row?.kind !== 'key' || row.scriptType === null) return forgetWallet(tx, familyId);
  await tx`UPDATE wallet SET kind = 'vault' WHERE family_id = ${familyId}`;
  await forgetSecret(tx, familyId, 'wallet');
}
