/** SQL for addresses of earlier wallets: children's addresses, watched for a year. */

import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import { DAY } from '#core/time.ts';
import { list } from '#server/db/columns.ts';
import type { Sql, Tx } from '#server/db/sql.ts';
import type { Place, Seen } from './addresses.ts';
import { type Earlier, MOST_EARLIER } from './contract.ts';

/** How long people may still use a note with an address on it. */
const WATCHED_MS = 365 * DAY;

const all = (sql: Sql) => sql`true`;

/**
 * Saves the addresses that children were given from a wallet being removed; nothing can be spent or
 * derived with them. If there are too many, the oldest without a history are dropped first. Nothing
 * is saved of an encrypted single-address wallet: there, the address is the secret.
 * @param going which addresses `a` are being removed
 */
export async function keepEarlier(tx: Tx, familyId: string, now: Date, going = all): Promise<void> {
  const until = new Date(now.getTime() + WATCHED_MS);
  await tx`
    INSERT INTO earlier_address (family_id, script_hash, address, network, child_id, handed_out_at,
      status, confirmed_sats, waiting_sats, watched_until)
    SELECT a.family_id, a.script_hash, a.address, w.network, a.child_id, a.handed_out_at, a.status,
      a.confirmed_sats, a.waiting_sats, ${until}
    FROM wallet_address a JOIN wallet w ON w.family_id = a.family_id
    WHERE a.family_id = ${familyId} AND a.handed_out_at IS NOT NULL AND NOT a.for_vault
      AND (w.kind <> 'vault' OR w.script_type IS NOT NULL) AND ${going(tx)}
    ON CONFLICT (family_id, script_hash) DO UPDATE SET child_id = excluded.child_id,
      handed_out_at = excluded.handed_out_at, status = excluded.status,
      confirmed_sats = excluded.confirmed_sats, waiting_sats = excluded.waiting_sats,
      watched_until = excluded.watched_until`;
  await tx`
    DELETE FROM earlier_address WHERE family_id = ${familyId} AND script_hash NOT IN (
      SELECT script_hash FROM earlier_address WHERE family_id = ${familyId}
      ORDER BY status IS NULL, watched_until DESC, handed_out_at DESC, script_hash
      LIMIT ${MOST_EARLIER})`;
}

export type EarlierAddress = Place & Seen & { readonly handedOutAt: Date };

/** A wallet that was restored watches the addresses it had given out. */
const isNotOfWallet = (sql: Sql) => sql`
  NOT EXISTS (SELECT FROM wallet_address a WHERE a.family_id = e.family_id
    AND a.script_hash = e.script_hash AND a.handed_out_at IS NOT NULL)`;

/** Addresses that no current wallet of the family watches, newest first. */
export const earlierAddresses = (
  tx: Tx,
  familyId: string,
  { network, now }: { network: BitcoinNetwork; now: Date },
) => tx<EarlierAddress[]>`
  SELECT e.script_hash, e.address, NULL::text AS script_type, 'receive' AS branch,
    0 AS address_index, e.status, e.confirmed_sats, e.waiting_sats, e.handed_out_at
  FROM earlier_address e
  WHERE e.family_id = ${familyId} AND e.network = ${network} AND e.watched_until > ${now}
    AND ${isNotOfWallet(tx)}
  ORDER BY e.handed_out_at DESC, e.script_hash`;

/** Writes the state of addresses; the caller omits unchanged ones. */
export const noteEarlier = (tx: Tx, familyId: string, rows: readonly (Place & Seen)[]) => tx`
  UPDATE earlier_address e SET status = n.status, confirmed_sats = n.confirmed_sats,
    waiting_sats = n.waiting_sats
  FROM unnest(${list(rows, (r) => r.scriptHash)}::text[], ${list(rows, (r) => r.status)}::text[],
    ${list(rows, (r) => r.confirmedSats)}::bigint[], ${list(rows, (r) => r.waitingSats)}::bigint[]
  ) AS n (script_hash, status, confirmed_sats, waiting_sats)
  WHERE e.family_id = ${familyId} AND e.script_hash = n.script_hash`;

/** Returns the family's summary of them; null if there are none. */
export async function earlierOf(tx: Tx, familyId: string, now: Date): Promise<Earlier | null> {
  const [row] = await tx<{ addresses: number; until: Date | null; isFull: boolean }[]>`
    SELECT count(*) FILTER (WHERE ${isNotOfWallet(tx)})::integer AS addresses,
      max(e.watched_until) FILTER (WHERE ${isNotOfWallet(tx)}) AS until,
      count(*) >= ${MOST_EARLIER} AS is_full
    FROM earlier_address e
    WHERE e.family_id = ${familyId} AND e.watched_until > ${now}`;
  if (!row?.until) return null;
  return { addresses: row.addresses, until: row.until.toISOString(), isFull: row.isFull };
}

/** Deletes addresses whose year is over. */
export const forgetEarlier = (owner: Sql, now: Date) => owner`
  DELETE FROM earlier_address WHERE watched_until <= ${now}`;
