/**
 * The chain: each committed entry gets a number and a MAC over its content and the MAC before it.
 * Someone who can change the database but lacks SECRET_KEY cannot change history unnoticed.
 */
import { createHmac } from 'node:crypto';
import { type SealedEntry, sealText } from '#core/ledger.ts';
import { retried, transaction } from '../db/database.ts';
import type { Pool, Tx } from '../db/sql.ts';

export const GENESIS = '0'.repeat(64);
const FAMILIES = 500;
const ENTRIES = 5_000;

/** HMAC-SHA-256 of one seal, as 64 hex digits. */
export const macOf = (key: Uint8Array, sealNo: bigint, previous: string, entry: SealedEntry) =>
  createHmac('sha256', key)
    .update(sealText(sealNo, previous, entry))
    .digest('hex');

/** Seals all committed entries, in batches of families; returns how many. */
export async function sealAll(owner: Pool, key: Uint8Array): Promise<number> {
  for (let sealed = 0; ; ) {
    const families = await owner<{ familyId: string }[]>`
      SELECT DISTINCT family_id FROM unsealed LIMIT ${FAMILIES}`;
    if (families.length === 0) return sealed;
    const ids = families.map(({ familyId }) => familyId);
    sealed += await retried(() => transaction(owner, 'BEGIN', (tx) => sealBatch(tx, key, ids)));
  }
}

type Last = { sealNo: bigint; mac: string };

/** Locks the families in the order of their ids, as all work across families does. */
async function sealBatch(tx: Tx, key: Uint8Array, familyIds: readonly string[]): Promise<number> {
  await tx`
    SELECT FROM family WHERE family_id = ANY (${[...familyIds]}::uuid[])
    ORDER BY family_id FOR UPDATE`;
  const last = await lastSeals(tx, familyIds);
  const waiting = await tx<EntryRef[]>`
    SELECT family_id, entry_id FROM unsealed WHERE family_id = ANY (${[...familyIds]}::uuid[])
    ORDER BY family_id, queue_no LIMIT ${ENTRIES}`;
  const entries = await readEntries(tx, waiting);
  const seals = waiting.map(({ familyId, entryId }) => {
    const entry = entries.get(entryId);
    if (!entry) throw new Error(`The unsealed entry ${entryId} does not exist`);
    const before = last.get(familyId) ?? { sealNo: 0n, mac: GENESIS };
    const sealNo = before.sealNo + 1n;
    const seal = { familyId, entryId, sealNo, mac: macOf(key, sealNo, before.mac, entry) };
    last.set(familyId, seal);
    return seal;
  });
  await tx`
    WITH s AS (
      SELECT * FROM unnest(
        ${seals.map((s) => s.familyId)}::uuid[], ${seals.map((s) => s.sealNo.toString())}::bigint[],
        ${seals.map((s) => s.entryId)}::uuid[], ${seals.map((s) => s.mac)}::text[]
      ) AS s (family_id, seal_no, entry_id, mac)
    ), done AS (
      DELETE FROM unsealed u USING s WHERE u.family_id = s.family_id AND u.entry_id = s.entry_id
    )
    INSERT INTO seal (family_id, seal_no, entry_id, mac)
    SELECT family_id, seal_no, entry_id, decode(mac, 'hex') FROM s`;
  return seals.length;
}

/** The newest seal of each family; if all were removed, the checkpoint has it. */
async function lastSeals(tx: Tx, familyIds: readonly string[]): Promise<Map<string, Last>> {
  const rows = await tx<(Last & { familyId: string })[]>`
    SELECT f.family_id, s.seal_no, encode(s.mac, 'hex') AS mac
    FROM unnest(${[...familyIds]}::uuid[]) AS f (family_id)
    CROSS JOIN LATERAL (
      SELECT seal_no, mac FROM (
        (SELECT seal_no, mac FROM seal WHERE seal.family_id = f.family_id
          ORDER BY seal_no DESC LIMIT 1)
        UNION ALL
        SELECT seal_no, seal_mac FROM checkpoint c WHERE c.family_id = f.family_id
      ) known ORDER BY seal_no DESC LIMIT 1) s`;
  return new Map(rows.map((row) => [row.familyId, row]));
}

export type EntryRef = { familyId: string; entryId: string };

/** The entries with their postings, as the MAC covers them. */
export async function readEntries(
  tx: Tx,
  refs: readonly EntryRef[],
): Promise<Map<string, SealedEntry>> {
  const rows = await tx<(Omit<SealedEntry, 'postings'> & { accounts: string[]; sats: bigint[] })[]>`
    SELECT e.family_id, e.entry_id, e.type, e.child_id, e.amount_sats, e.occurred_at, e.recorded_at,
      e.made_by, e.reverses, e.text_hash,
      array_agg(p.account_id) AS accounts, array_agg(p.amount_sats) AS sats
    FROM unnest(
      ${refs.map((r) => r.familyId)}::uuid[], ${refs.map((r) => r.entryId)}::uuid[]
    ) AS r (family_id, entry_id)
    JOIN entry e ON e.family_id = r.family_id AND e.entry_id = r.entry_id
    JOIN posting p ON p.family_id = e.family_id AND p.entry_id = e.entry_id
    GROUP BY e.family_id, e.entry_id`;
  return new Map(
    rows.map(({ accounts, sats, ...entry }) => [
      entry.entryId,
      {
        ...entry,
        postings: accounts.map((accountId, i) => ({ accountId, amountSats: sats[i] as bigint })),
      },
    ]),
  );
}
