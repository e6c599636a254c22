/**
 * Removes the old beginning of a family's book. The sums of the removed postings are carried
 * forward in a checkpoint, in the same transaction: afterwards balance = checkpoint + postings, and
 * the chain continues from the checkpoint. Entries are removed only in the order of their seals, so
 * the cut ends at the first entry that has to stay (recent, still reversible, promised by an open
 * hold, or required by a feature's hook).
 */

import type postgres from 'postgres';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { Posting } from '#core/ledger.ts';
import { HOUR } from '#core/time.ts';
import type { Tx } from '../db/sql.ts';
import { checkCheckpoint, checkpointMac, type Link, readCheckpoint, walkChain } from './chain.ts';

/** How long an entry can be reversed; until then it stays. */
export const UNDO_HOURS = 24;

/**
 * Why the cut ended where it did: a request or payment of that entry is open, the entry can still
 * be taken back, it is younger than the retention period, or the rest is not sealed yet.
 */
export type KeptReason = 'open' | 'undoable' | 'young' | 'unsealed';

export type Pruned = {
  deletedCount: number;
  /** Entries old enough to remove that stay because the cut ended before them. */
  keptCount: number;
  /** Null if no old entry stays. */
  keptReason: KeptReason | null;
};

/** Lets a feature take part if its own rows refer to entries. */
export type PruneHook = {
  /** SQL condition: an entry `e` that meets it has to stay. */
  readonly stays?: (tx: Tx) => postgres.Fragment;
  /**
   * Saves what the feature still needs from the entries up to this seal, and removes its rows that
   * refer to them. Runs before the entries are removed.
   */
  readonly beforeRemoval?: (tx: Tx, familyId: string, lastSeal: bigint) => Promise<void>;
};

/**
 * Removes everything before `before`. The caller has the owner's rights and holds the lock on the
 * family's row.
 * @throws BookNotVerified if the part to remove doesn't verify: a fault must not vanish with it
 */
export async function pruneFamily(
  tx: Tx,
  familyId: string,
  by: { before: Date; now: Date; key: Uint8Array; hooks: readonly PruneHook[] },
): Promise<Pruned> {
  const checkpoint = await readCheckpoint(tx, familyId);
  const { from, problem } = checkCheckpoint(by.key, checkpoint);
  if (problem) throw new BookNotVerified(familyId, problem);
  const { last, reason } = await lastToRemove(tx, familyId, by);
  if (last === null || last <= from.sealNo)
    return { deletedCount: 0, ...(await keptBefore(tx, familyId, by.before, reason)) };
  const walked = await walkChain(tx, by.key, familyId, from, last);
  if (walked.problem !== undefined) throw new BookNotVerified(familyId, walked.problem);
  for (const { beforeRemoval } of by.hooks) await beforeRemoval?.(tx, familyId, last);
  const sums = await carriedSums(tx, familyId, last);
  const { count, newestAt } = await remove(tx, familyId, last);
  await writeCheckpoint(tx, familyId, by, walked.end, {
    sums,
    newestAt: checkpoint && checkpoint.newestAt > newestAt ? checkpoint.newestAt : newestAt,
  });
  return { deletedCount: count, ...(await keptBefore(tx, familyId, by.before, reason)) };
}

/** People only read that nothing was removed; an operator also sees the first fault. */
export class BookNotVerified extends Refusal {
  readonly problem: string;
  constructor(familyId: string, problem: string) {
    super('CONFLICT', because('BOOK_NOT_VERIFIED'));
    this.problem = `Nothing was removed from the book of family ${familyId}: ${problem}`;
  }
}

/**
 * The last seal before the first entry that has to stay, and why it stays; null if nothing is
 * sealed.
 */
async function lastToRemove(
  tx: Tx,
  familyId: string,
  { before, now, hooks }: { before: Date; now: Date; hooks: readonly PruneHook[] },
): Promise<{ last: bigint | null; reason: KeptReason }> {
  const undoable = new Date(now.getTime() - UNDO_HOURS * HOUR);
  const kept = hooks.reduce((sql, { stays }) => (stays ? tx`${sql} OR ${stays(tx)}` : sql), tx``);
  const isOpen = tx`(EXISTS (SELECT FROM hold h
    WHERE h.family_id = e.family_id AND h.entry_id = e.entry_id AND h.ended_at IS NULL) ${kept})`;
  const [row] = await tx<[{ last: bigint | null; reason: KeptReason }]>`
    SELECT coalesce(stop.seal_no - 1, newest.seal_no) AS last,
      coalesce(stop.reason, 'unsealed') AS reason
    FROM (SELECT max(seal_no) AS seal_no FROM seal WHERE family_id = ${familyId}) newest
    LEFT JOIN LATERAL (
      SELECT s.seal_no, CASE WHEN ${isOpen} THEN 'open'
        WHEN e.recorded_at > ${undoable} THEN 'undoable' ELSE 'young' END AS reason
      FROM seal s JOIN entry e ON e.family_id = s.family_id AND e.entry_id = s.entry_id
      WHERE s.family_id = ${familyId}
        AND (e.occurred_at >= ${before} OR e.recorded_at > ${undoable} OR ${isOpen})
      ORDER BY s.seal_no LIMIT 1) stop ON true`;
  return row;
}

async function keptBefore(
  tx: Tx,
  familyId: string,
  before: Date,
  reason: KeptReason,
): Promise<Pick<Pruned, 'keptCount' | 'keptReason'>> {
  const [row] = await tx<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM entry
    WHERE family_id = ${familyId} AND occurred_at < ${before}`;
  const keptCount = row?.count ?? 0;
  return { keptCount, keptReason: keptCount > 0 ? reason : null };
}

/** Per account, if not zero: the earlier checkpoint plus the postings being removed. */
const carriedSums = (tx: Tx, familyId: string, last: bigint) => tx<Posting[]>`
  SELECT account_id, sum(amount_sats)::bigint AS amount_sats
  FROM (
    SELECT p.account_id, p.amount_sats
    FROM seal s JOIN posting p ON p.family_id = s.family_id AND p.entry_id = s.entry_id
    WHERE s.family_id = ${familyId} AND s.seal_no <= ${last}
    UNION ALL
    SELECT account_id, amount_sats FROM checkpoint_sum WHERE family_id = ${familyId}
  ) carried
  GROUP BY account_id HAVING sum(amount_sats) <> 0`;

async function remove(
  tx: Tx,
  familyId: string,
  last: bigint,
): Promise<{ count: number; newestAt: Date }> {
  const [row] = await tx<{ count: number; newestAt: Date }[]>`
    WITH gone AS (
      DELETE FROM seal WHERE family_id = ${familyId} AND seal_no <= ${last} RETURNING entry_id
    ), words AS (
      DELETE FROM entry_text t USING gone
      WHERE t.family_id = ${familyId} AND t.entry_id = gone.entry_id
    ), moved AS (
      DELETE FROM posting p USING gone
      WHERE p.family_id = ${familyId} AND p.entry_id = gone.entry_id
    ), removed AS (
      DELETE FROM entry e USING gone
      WHERE e.family_id = ${familyId} AND e.entry_id = gone.entry_id
      RETURNING e.occurred_at
    )
    SELECT count(*)::integer AS count, max(occurred_at) AS newest_at FROM removed`;
  return row as { count: number; newestAt: Date };
}

async function writeCheckpoint(
  tx: Tx,
  familyId: string,
  { now, key }: { now: Date; key: Uint8Array },
  { sealNo, mac: sealMac }: Link,
  { sums, newestAt }: { sums: readonly Posting[]; newestAt: Date },
): Promise<void> {
  const row = { familyId, sealNo, sealMac, newestAt, madeAt: now, sums };
  const mac = checkpointMac(key, row);
  await tx`
    INSERT INTO checkpoint (family_id, seal_no, seal_mac, newest_at, made_at, mac)
    VALUES (${familyId}, ${sealNo}, decode(${sealMac}, 'hex'), ${newestAt}, ${now},
      decode(${mac}, 'hex'))
    ON CONFLICT (family_id) DO UPDATE SET seal_no = excluded.seal_no, seal_mac = excluded.seal_mac,
      newest_at = excluded.newest_at, made_at = excluded.made_at, mac = excluded.mac`;
  await tx`DELETE FROM checkpoint_sum WHERE family_id = ${familyId}`;
  await tx`
    INSERT INTO checkpoint_sum (family_id, account_id, amount_sats)
    SELECT ${familyId}, account_id, sats
    FROM unnest(
      ${sums.map((s) => s.accountId)}::uuid[], ${sums.map((s) => s.amountSats.toString())}::bigint[]
    ) AS s (account_id, sats)`;
}
