/**
 * Compares spending money with the Lightning wallet's balance, using only a fresh balance: the book
 * changes at once, an older balance doesn't.
 */

import { HISTORY_SHOWN } from '#features/money/wallet/coverage/contract.ts';
import type { Point } from '#features/money/wallet/coverage/store.ts';
import { notify } from '#features/notices/messages/store.ts';
import type { Tx } from '#server/db/sql.ts';
import type { Queue } from '#server/queue.ts';
import { spendingShortMail } from './mails.ts';

export type KeptRow = { childId: string; childName: string; spendingSats: bigint };

/** Excludes children who have their spending money in their own Lightning wallet. */
export const keptByChild = (tx: Tx, familyId: string) => tx<KeptRow[]>`
  SELECT c.child_id, c.name AS child_name, a.balance_sats AS spending_sats
  FROM child c
  JOIN account a ON a.family_id = c.family_id AND a.child_id = c.child_id AND a.kind = 'spending'
  WHERE c.family_id = ${familyId} AND c.removed_at IS NULL AND a.balance_sats > 0
    AND NOT EXISTS (SELECT FROM lightning_child l WHERE l.family_id = c.family_id
      AND l.child_id = c.child_id AND l.address IS NOT NULL)
    AND NOT EXISTS (SELECT FROM sub_wallet s WHERE s.family_id = c.family_id
      AND s.child_id = c.child_id)
  ORDER BY c.child_id`;

export const sumOf = (rows: readonly KeptRow[]): bigint =>
  rows.reduce((sum, { spendingSats }) => sum + spendingSats, 0n);

/** Undefined during a payment: the wallet may have paid what the book still includes. */
export async function keptAtRest(tx: Tx, familyId: string): Promise<bigint | undefined> {
  const [row] = await tx<{ isUnderWay: boolean }[]>`
    SELECT EXISTS (SELECT FROM payment WHERE family_id = ${familyId} AND direction = 'out'
      AND invoice IS NOT NULL AND state = 'open' AND sent_at IS NOT NULL) AS is_under_way`;
  return row?.isUnderWay ? undefined : sumOf(await keptByChild(tx, familyId));
}

/** The newest points, oldest first. */
export const pointsOf = (tx: Tx, familyId: string) => tx<Point[]>`
  SELECT at, promised_sats, held_sats FROM (
    SELECT at, promised_sats, held_sats FROM coverage_point
    WHERE family_id = ${familyId} AND rail = 'lightning'
    ORDER BY at DESC LIMIT ${HISTORY_SHOWN}) AS newest
  ORDER BY at`;

type Connected = { connectionId: string; connectedAt: Date; shortSince: Date | null };

/**
 * Adds a point if anything has changed, and notifies the adults when the wallet first holds too
 * little.
 * @param before the spending money before the wallet's balance was requested. If it differs now,
 * the balance can't be assigned to either amount.
 */
export async function noteSpending(
  { jobs, publicUrl }: { jobs: Queue; publicUrl: string },
  tx: Tx,
  familyId: string,
  { heldSats, before, now }: { heldSats: bigint; before: bigint | undefined; now: Date },
): Promise<void> {
  const promisedSats = await keptAtRest(tx, familyId);
  const [row] = await tx<Connected[]>`
    SELECT connection_id, connected_at, short_since FROM lightning_connection
    WHERE family_id = ${familyId} AND purpose = 'spend'`;
  if (promisedSats === undefined || promisedSats !== before || !row) return;
  await addPoint(tx, familyId, row.connectedAt, { at: now, promisedSats, heldSats });
  const isShort = heldSats < promisedSats;
  if (isShort === (row.shortSince !== null)) return;
  await tx`
    UPDATE lightning_connection SET short_since = ${isShort ? now : null}
    WHERE family_id = ${familyId} AND purpose = 'spend'`;
  if (!isShort) return;
  const mail = spendingShortMail(publicUrl);
  await notify(jobs, tx, [{ familyId, to: 'adults', kind: 'spending_short', mail }], now);
}

/** A new connection starts with its own point. */
async function addPoint(tx: Tx, familyId: string, connectedAt: Date, point: Point): Promise<void> {
  const { at, promisedSats, heldSats } = point;
  const last = (await pointsOf(tx, familyId)).at(-1);
  const isNews = last?.promisedSats !== promisedSats || last.heldSats !== heldSats;
  if (!isNews && last.at >= connectedAt) return;
  await tx`
    INSERT INTO coverage_point (family_id, rail, at, promised_sats, held_sats)
    VALUES (${familyId}, 'lightning', ${at}, ${promisedSats}, ${heldSats})
    ON CONFLICT (family_id, rail, at) DO UPDATE SET promised_sats = excluded.promised_sats,
      held_sats = excluded.held_sats`;
}
