/** Copies and restores the wallet, its addresses and its source (see features/book/changes). */
import {
  type Keeper,
  type Keeping,
  type Kept,
  one,
  putRow,
  type Restoring,
  type Row,
  readRows,
} from '#features/book/changes/keeper.ts';
import type { Sql } from '#server/db/sql.ts';
import { forgetSecret, keepSecret, readSecret } from '#server/secrets.ts';
import { beginScanIn } from './scan/scanning.ts';
import { keepEarlier } from './watched/earlier.ts';
import { findWallet, removeWallet } from './watched/store.ts';

type Rows = { row: Row; addresses: Row[] };

/**
 * A scan can find a key's own addresses again. The copy has those that the server can't derive, and
 * those that were given out.
 */
export async function readKeptWallet({
  tx,
  familyId,
  services,
}: Keeping): Promise<Kept | undefined> {
  const [row] = await readRows(tx, 'wallet', familyId);
  if (!row) return undefined;
  const isVault = row.kind === 'vault';
  const addresses = (await readRows(tx, 'wallet_address', familyId)).filter(
    ({ handed_out_at: handedOut }) => isVault || handedOut !== null,
  );
  const text = isVault ? [] : await readSecret(tx, services.secretsKey, familyId, 'wallet');
  const prepared = isVault ? addresses.map(hashOf).sort() : [];
  return {
    // Includes the right to extend the addresses; without it, the form is that from before tokens.
    seen: [row.wallet_id, row.kind, row.script_type, prepared, ...listed(row.refill_hash)],
    rows: { row, addresses } satisfies Rows,
    ...(!isVault && { plain: text }),
  };
}

const listed = (value: unknown) => (value === null ? [] : [value]);
const hashOf = ({ script_hash: hash }: Row) => String(hash);

/** Anything learned about the same wallet since stays. It is looked up again. */
export async function writeKeptWallet(
  restoring: Restoring,
  kept: Pick<Kept, 'rows' | 'plain'> | undefined,
): Promise<void> {
  const { tx, familyId, services, now, adultLeft } = restoring;
  const current = await findWallet(tx, familyId);
  const { row: before, addresses = [] } = (kept?.rows ?? {}) as Partial<Rows>;
  // An adult who left may know the token.
  const row = before && (adultLeft ? { ...before, refill_hash: null } : before);
  const isSame = row !== undefined && current?.walletId === row.wallet_id;
  const isKeyGone = row !== undefined && row.kind !== 'vault' && kept?.plain === undefined;
  // If the key is missing, this wallet's addresses stay watched, and no other wallet replaces it.
  if (isKeyGone && isSame) return;
  if (!isSame || isKeyGone) await removeWallet(tx, familyId, now);
  if (!row || isKeyGone) return;
  if (isSame) await bringBack(restoring, row, addresses);
  else await putRow(tx, 'wallet', row.kind === 'key' ? { ...row, checked_at: null } : row);
  if (row.kind === 'vault') await forgetSecret(tx, familyId, 'wallet');
  else await keepSecret(tx, services.secretsKey, familyId, 'wallet', kept?.plain);
  const known = new Set((await readRows(tx, 'wallet_address', familyId)).map(hashOf));
  const fresh = addresses.filter((one) => !known.has(hashOf(one)));
  for (const address of fresh) await putRow(tx, 'wallet_address', address);
  await beginScanIn(tx, services, familyId, now);
}

/**
 * Restores the kind, script type and token of the same wallet. Later prepared addresses are
 * removed; any given to children stay watched. Their positions are assigned again: a gap left by
 * children's addresses would hide later payments from the parents' own wallet.
 */
async function bringBack(
  { tx, familyId, now }: Restoring,
  row: Row,
  addresses: readonly Row[],
): Promise<void> {
  await tx`
    UPDATE wallet SET kind = ${String(row.kind)},
      script_type = ${row.script_type as string | null},
      refill_hash = ${(row.refill_hash ?? null) as string | null}::text::bytea
    WHERE family_id = ${familyId}`;
  if (row.kind !== 'vault') return;
  await tx`UPDATE wallet SET next_index = ${Number(row.next_index)} WHERE family_id = ${familyId}`;
  const goes = (sql: Sql) => sql`NOT a.script_hash = ANY (${addresses.map(hashOf)}::text[])`;
  await keepEarlier(tx, familyId, now, goes);
  await tx`DELETE FROM wallet_address a WHERE a.family_id = ${familyId} AND ${goes(tx)}`;
}

const source: Keeper = {
  kind: 'source',
  read: async ({ tx, familyId, services }) => {
    const [row] = await readRows(tx, 'chain_source', familyId);
    const server = await readSecret(tx, services.secretsKey, familyId, 'chain-source');
    return one(row && { seen: [row.kind, server ?? null], rows: { row, server } });
  },
  write: async ({ tx, familyId, services, now }, _, kept) => {
    await tx`DELETE FROM chain_source WHERE family_id = ${familyId}`;
    await forgetSecret(tx, familyId, 'chain-source');
    const { row, server } = (kept?.rows ?? {}) as { row?: Row; server?: unknown };
    if (row) await putRow(tx, 'chain_source', row);
    if (server !== undefined)
      await keepSecret(tx, services.secretsKey, familyId, 'chain-source', server);
    if (await findWallet(tx, familyId)) await beginScanIn(tx, services, familyId, now);
  },
};

export const walletKeepers: readonly Keeper[] = [source];
