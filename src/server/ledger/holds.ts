/**
 * Holds: money promised to an open request. It stays in the balance but is no longer available. A
 * hold ends once: it is released, or captured by the entry that moves the money.
 */

import postgres from 'postgres';
import type { Sentence } from '#contract/checks.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { Entry } from '#core/ledger.ts';
import { list } from '../db/columns.ts';
import type { Tx } from '../db/sql.ts';
import { newId } from '../ids.ts';
import { NOT_ENOUGH, post } from './post.ts';

type NewHold = {
  accountId: string;
  amountSats: bigint;
  reason: string;
  now: Date;
  /** The refusal's wording when less than this is available. */
  short?: Sentence | undefined;
};

/** @throws Refusal CONFLICT if less than this is available */
export async function placeHold(tx: Tx, familyId: string, hold: NewHold): Promise<string> {
  const holdId = newId(hold.now.getTime());
  try {
    await tx`
      WITH reserved AS (
        UPDATE account SET held_sats = held_sats + ${hold.amountSats}
        WHERE family_id = ${familyId} AND account_id = ${hold.accountId} RETURNING 1
      )
      INSERT INTO hold (family_id, hold_id, account_id, amount_sats, reason, created_at)
      SELECT ${familyId}, ${holdId}, ${hold.accountId}, ${hold.amountSats}, ${hold.reason},
        ${hold.now}
      FROM reserved`;
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.constraint_name === 'not_overdrawn')
      throw new Refusal('CONFLICT', hold.short ?? NOT_ENOUGH, 'amount');
    throw error;
  }
  return holdId;
}

/** Makes the money available again. @throws Refusal CONFLICT when the hold has already ended. */
export async function releaseHold(tx: Tx, familyId: string, holdId: string, now: Date) {
  await endHold(tx, familyId, holdId, now, null);
}

/** Ends the hold and books its entry, in that order, in the caller's transaction. */
export async function captureHold(tx: Tx, holdId: string, entry: Entry, now: Date) {
  await endHold(tx, entry.familyId, holdId, now, entry.entryId);
  await post(tx, [entry], now);
}

/**
 * Ends many holds, of one family or many, in one statement. Those with an entry are captured: the
 * caller posts the entries afterwards.
 * @throws Refusal CONFLICT if one of them has already ended
 */
export async function endHolds(
  tx: Tx,
  holds: readonly { familyId: string; holdId: string; entryId: string | null }[],
  now: Date,
): Promise<void> {
  if (holds.length === 0) return;
  const [row] = await tx<{ count: number }[]>`
    WITH ended AS (
      UPDATE hold SET ended_at = ${now}, entry_id = e.entry_id
      FROM unnest(
        ${list(holds, (h) => h.familyId)}::uuid[], ${list(holds, (h) => h.holdId)}::uuid[],
        ${list(holds, (h) => h.entryId)}::uuid[]
      ) AS e (family_id, hold_id, entry_id)
      WHERE hold.family_id = e.family_id AND hold.hold_id = e.hold_id AND hold.ended_at IS NULL
      RETURNING hold.family_id, hold.account_id, hold.amount_sats
    ), freed AS (
      SELECT family_id, account_id, sum(amount_sats)::bigint AS sats, count(*) AS holds
      FROM ended GROUP BY family_id, account_id
    ), released AS (
      UPDATE account SET held_sats = held_sats - freed.sats FROM freed
      WHERE account.family_id = freed.family_id AND account.account_id = freed.account_id
      RETURNING freed.holds
    )
    SELECT coalesce(sum(holds), 0)::integer AS count FROM released`;
  if (row?.count !== holds.length) throw new Refusal('CONFLICT', ALREADY_ANSWERED);
}

const ALREADY_ANSWERED = because('ANSWERED_ALREADY');

async function endHold(
  tx: Tx,
  familyId: string,
  holdId: string,
  now: Date,
  entryId: string | null,
) {
  const [row] = await tx`
    WITH ended AS (
      UPDATE hold SET ended_at = ${now}, entry_id = ${entryId}
      WHERE family_id = ${familyId} AND hold_id = ${holdId} AND ended_at IS NULL
      RETURNING account_id, amount_sats
    )
    UPDATE account SET held_sats = held_sats - ended.amount_sats
    FROM ended
    WHERE account.family_id = ${familyId} AND account.account_id = ended.account_id
    RETURNING 1`;
  if (!row) throw new Refusal('CONFLICT', ALREADY_ANSWERED);
}

/** Releases everything held on a child's accounts and on `others`. Nothing is booked. */
export async function releaseHoldsOn(
  tx: Tx,
  familyId: string,
  childId: string,
  others: readonly string[],
  now: Date,
): Promise<void> {
  const open = await tx<{ holdId: string }[]>`
    SELECT h.hold_id FROM hold h JOIN account a USING (family_id, account_id)
    WHERE h.family_id = ${familyId} AND h.ended_at IS NULL AND (a.child_id = ${childId}
      OR a.account_id = ANY (${list(others, (id) => id)}::uuid[]))`;
  for (const { holdId } of open) await releaseHold(tx, familyId, holdId, now);
}
