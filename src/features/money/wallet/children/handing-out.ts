/**
 * Children's receiving addresses. Indexes are given out in order, behind the family's lock, so the
 * parents' own wallet, which looks 20 unused addresses ahead, sees every payment.
 */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { Tx } from '#server/db/sql.ts';
import {
  addressOfChild,
  handOut,
  type KnownAddress,
  type Use,
  writeSeen,
} from '../watched/addresses.ts';
import { placesOf } from '../watched/places.ts';
import { derivationPath, PREPARED, type WatchedWallet } from '../watched/rules.ts';
import { findWallet, noWallet, readWallet, type WalletRow } from '../watched/store.ts';
import type { ChildWallet } from './contract.ts';

type Child = { familyId: string; childId: string; now: Date };
/** Null for the family itself. */
type Anyone = Omit<Child, 'childId'> & { childId: string | null };

/** @throws Refusal CONFLICT without a wallet, or before its first address was confirmed */
export async function childWallet(tx: Tx, key: Uint8Array, child: Child): Promise<ChildWallet> {
  const { familyId, childId } = child;
  const row = await findWallet(tx, familyId);
  const wallet = row && (await readWallet(tx, key, familyId, row));
  if (!row || !wallet) throw await noWallet(tx, familyId);
  if (wallet.kind === 'address') return sharedAddress(tx, row, wallet.address.address, child);
  if (!row.scriptType) throw new Refusal('CONFLICT', because('FIRST_ADDRESS_FIRST'));
  const last = await addressOfChild(tx, familyId, childId, 'deposits');
  const { address, addressIndex } =
    last && isUnused(last) ? last : await next(tx, { row, wallet }, child, 'deposits');
  const derivation = derivationPath(wallet, row.scriptType, row.network, addressIndex);
  return {
    bitcoinAddress: address,
    derivationPath: derivation,
    network: row.network,
    shared: false,
  };
}

/**
 * Returns an address of the child's that only vault days pay. An unused one is reused: if an
 * abandoned vault day is paid after all, the next one finds the payment.
 * @throws Refusal CONFLICT without a key, or before the wallet's first address was confirmed
 */
export const vaultAddress = (tx: Tx, key: Uint8Array, child: Child): Promise<string> =>
  ownAddress(tx, key, child);

async function ownAddress(tx: Tx, key: Uint8Array, child: Anyone): Promise<string> {
  const { familyId, childId } = child;
  const row = await findWallet(tx, familyId);
  const wallet = row && (await readWallet(tx, key, familyId, row));
  if (!row || !wallet) throw await noWallet(tx, familyId);
  if (wallet.kind === 'address') throw new Refusal('CONFLICT', because('VAULT_DAY_NEEDS_KEY'));
  if (!row.scriptType) throw new Refusal('CONFLICT', because('FIRST_ADDRESS_FIRST'));
  const last = await addressOfChild(tx, familyId, childId, 'vault');
  if (last && isUnused(last)) return last.address;
  return (await next(tx, { row, wallet }, child, 'vault')).address;
}

const isUnused = ({ status }: KnownAddress): boolean => status === null;

/**
 * Returns an address of the family itself, to make up a shortfall: money there needs no owner. An
 * unused one is reused.
 * @throws Refusal CONFLICT without a wallet, or before its first address was confirmed
 */
export async function topUpAddress(
  tx: Tx,
  key: Uint8Array,
  family: Omit<Child, 'childId'>,
): Promise<string> {
  const row = await findWallet(tx, family.familyId);
  const wallet = row && (await readWallet(tx, key, family.familyId, row));
  if (wallet?.kind === 'address') return wallet.address.address;
  return ownAddress(tx, key, { ...family, childId: null });
}

/** From now on, adults are to say which child each payment to it is for. */
async function sharedAddress(
  tx: Tx,
  { network }: WalletRow,
  address: string,
  { familyId, now }: Child,
): Promise<ChildWallet> {
  await tx`
    UPDATE wallet_address SET handed_out_at = ${now}
    WHERE family_id = ${familyId} AND handed_out_at IS NULL`;
  return { bitcoinAddress: address, derivationPath: '', network, shared: true };
}

/** Finds the next index that was never given out and has no history on the chain. */
async function next(
  tx: Tx,
  { row, wallet }: { row: WalletRow; wallet: WatchedWallet },
  { familyId, childId, now }: Anyone,
  use: Use,
): Promise<{ address: string; addressIndex: number }> {
  await prepare(tx, row, wallet, familyId);
  const [free] = await tx<{ scriptHash: string; address: string; addressIndex: number }[]>`
    SELECT script_hash, address, address_index FROM wallet_address
    WHERE family_id = ${familyId} AND branch = 'receive' AND script_type = ${row.scriptType}
      AND address_index >= ${row.nextIndex} AND status IS NULL AND handed_out_at IS NULL
      AND NOT ${wasGiven(tx)}
    ORDER BY address_index LIMIT 1`;
  if (!free && wallet.kind === 'vault')
    throw new Refusal('CONFLICT', because('NO_PREPARED_ADDRESS'));
  if (!free) throw new Error('No address was prepared');
  await handOut(tx, familyId, free.scriptHash, { childId, use, now });
  await tx`
    UPDATE wallet SET next_index = ${free.addressIndex + 1} WHERE family_id = ${familyId}`;
  return free;
}

/**
 * The same wallet was connected before: the address may belong to another child, or be paid by a
 * vault day or a send.
 */
const wasGiven = (tx: Tx) => tx`(
  EXISTS (SELECT FROM earlier_address e
    WHERE e.family_id = wallet_address.family_id AND e.script_hash = wallet_address.script_hash)
  OR EXISTS (SELECT FROM payment p
    WHERE p.family_id = wallet_address.family_id AND p.script_hash = wallet_address.script_hash
      AND p.direction = 'out'))`;

/** Keeps 20 addresses ready for each child beyond those given out, if the key is here. */
async function prepare(
  tx: Tx,
  row: WalletRow,
  wallet: WatchedWallet,
  familyId: string,
): Promise<void> {
  if (wallet.kind === 'vault') return;
  const [ready] = await tx<{ free: number; end: number; children: number }[]>`
    SELECT count(*) FILTER (WHERE status IS NULL AND handed_out_at IS NULL
        AND address_index >= ${row.nextIndex} AND NOT ${wasGiven(tx)})::integer AS free,
      coalesce(max(address_index) + 1, 0) AS end,
      (SELECT count(*)::integer FROM child
        WHERE family_id = ${familyId} AND removed_at IS NULL) AS children
    FROM wallet_address
    WHERE family_id = ${familyId} AND branch = 'receive' AND script_type = ${row.scriptType}`;
  const { free = 0, end = 0, children = 1 } = ready ?? {};
  const wanted = PREPARED * Math.max(1, children);
  if (free >= PREPARED || !row.scriptType) return;
  const places = placesOf({ row, wallet }, row.scriptType, 'receive', end, wanted - free);
  const unseen = { status: null, confirmedSats: 0n, waitingSats: 0n };
  await writeSeen(
    tx,
    familyId,
    places.map((place) => ({ ...place, ...unseen })),
  );
}
