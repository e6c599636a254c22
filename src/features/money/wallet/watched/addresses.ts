/** SQL for the wallet's addresses: those to look up, and the last known state of each. */
import type { ScriptType } from '#core/bitcoin/address.ts';
import type { Branch } from '#core/bitcoin/derive.ts';
import { list } from '#server/db/columns.ts';
import type { Sql, Tx } from '#server/db/sql.ts';

/** An address and its position in the wallet. */
export type Place = {
  readonly scriptHash: string;
  readonly address: string;
  /** Null for a single-address wallet. */
  readonly scriptType: ScriptType | null;
  readonly branch: Branch;
  readonly addressIndex: number;
};

/** Last known state of an address; `status` is a fingerprint of its history, null without one. */
export type Seen = {
  readonly status: string | null;
  readonly confirmedSats: bigint;
  readonly waitingSats: bigint;
};

export type KnownAddress = Place &
  Seen & { readonly childId: string | null; readonly handedOutAt: Date | null };

const selected = (sql: Sql) => sql`
  SELECT script_hash, address, script_type, branch, address_index, status, confirmed_sats,
    waiting_sats, child_id, handed_out_at FROM wallet_address`;

/** In look-up order. */
export const knownAddresses = (tx: Tx, familyId: string) => tx<KnownAddress[]>`
  ${selected(tx)} WHERE family_id = ${familyId}
  ORDER BY script_type, branch DESC, address_index`;

/** Permitted payers of an address: anyone, or only vault days. */
export type Use = 'deposits' | 'vault';

/** Finds the newest address given to the child, or to the family itself, for this use. */
export async function addressOfChild(
  tx: Tx,
  familyId: string,
  childId: string | null,
  use: Use,
): Promise<KnownAddress | undefined> {
  const [row] = await tx<KnownAddress[]>`
    ${selected(tx)} WHERE family_id = ${familyId} AND for_vault = ${use === 'vault'}
      AND ${childId === null ? tx`child_id IS NULL` : tx`child_id = ${childId}`}
    ORDER BY handed_out_at DESC, address_index DESC LIMIT 1`;
  return row;
}

/** All addresses given to the child, and the unused ones of the other children. */
export const addressesToSync = (tx: Tx, familyId: string, childId: string) => tx<KnownAddress[]>`
  ${selected(tx)}
  WHERE family_id = ${familyId} AND child_id IS NOT NULL
    AND (child_id = ${childId} OR status IS NULL)
  ORDER BY address_index`;

/** Writes new addresses and their state; the caller omits unchanged ones. */
export const writeSeen = (tx: Tx, familyId: string, rows: readonly (Place & Seen)[]) => tx`
  INSERT INTO wallet_address (family_id, script_hash, address, script_type, branch, address_index,
    status, confirmed_sats, waiting_sats)
  SELECT ${familyId}, script_hash, address, script_type, branch, address_index, status,
    confirmed_sats, waiting_sats
  FROM unnest(
    ${list(rows, (r) => r.scriptHash)}::text[], ${list(rows, (r) => r.address)}::text[],
    ${list(rows, (r) => r.scriptType)}::text[], ${list(rows, (r) => r.branch)}::text[],
    ${list(rows, (r) => BigInt(r.addressIndex))}::integer[], ${list(rows, (r) => r.status)}::text[],
    ${list(rows, (r) => r.confirmedSats)}::bigint[], ${list(rows, (r) => r.waitingSats)}::bigint[]
  ) AS a (script_hash, address, script_type, branch, address_index, status, confirmed_sats,
    waiting_sats)
  ON CONFLICT (family_id, script_hash) DO UPDATE SET status = excluded.status,
    confirmed_sats = excluded.confirmed_sats, waiting_sats = excluded.waiting_sats`;

type HandedOut = { childId: string | null; use: Use; now: Date };

export const handOut = (
  tx: Tx,
  familyId: string,
  scriptHash: string,
  { childId, use, now }: HandedOut,
) => tx`
  UPDATE wallet_address
  SET child_id = ${childId}, handed_out_at = ${now}, for_vault = ${use === 'vault'}
  WHERE family_id = ${familyId} AND script_hash = ${scriptHash}`;
