/** Reversing an entry: who may, until when, and what prevents it. */
import type { Sentence } from '#contract/checks.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { Tx } from '#server/db/database.ts';
import type { FamilyContext } from '#server/http/mount.ts';
import { releaseHold } from '#server/ledger/holds.ts';
import { type ReversalHook, reverse } from '#server/ledger/reverse.ts';
import { inTheWay } from '#server/ledger/shortfall.ts';
import { whyNotUndoable } from './rules.ts';
import { describeEntry, type EntryRow, isGoalMove } from './store.ts';

/**
 * Writes the entry that takes this one back, and returns its id.
 * @throws Refusal CONFLICT with the reason; where open requests hold the money, it names them.
 */
export async function undo(
  { tx, actor, now }: Pick<FamilyContext, 'tx' | 'actor' | 'now'>,
  entry: EntryRow,
  hooks: readonly ReversalHook[],
): Promise<string> {
  const { familyId, userId: madeBy } = actor;
  const obstacle = await obstacleTo(tx, familyId, entry, now);
  if (obstacle) throw new Refusal('CONFLICT', obstacle);
  await releasePayout(tx, familyId, entry.entryId, now);
  const why = `Taken back: ${describeEntry(entry)}`.slice(0, 200);
  return reverse(tx, familyId, entry.entryId, { madeBy, now, why }, hooks);
}

/** Why an entry cannot be taken back at this moment; undefined when it can. */
export async function obstacleTo(
  tx: Tx,
  familyId: string,
  entry: EntryRow,
  now: Date,
): Promise<Sentence | undefined> {
  if (isGoalMove(entry.type)) return because('GOAL_PAGE_MOVES');
  const isAnswer = await isAnswerOf(tx, familyId, entry.entryId);
  const why = whyNotUndoable({ ...entry, bookClosed: entry.childName === '', isAnswer }, now);
  if (why) return why;
  if (await isImported(tx, familyId, entry.entryId)) return IMPORTED;
  const payout = await openPayout(tx, familyId, entry.entryId);
  if (payout?.state === 'checking') return because('PAYMENT_CHECKING');
  return inTheWay(tx, familyId, await effectOf(tx, familyId, entry.entryId));
}

/**
 * Whether a parent's answer to a gift or a deposit wrote the entry. Its money stays in the wallet
 * whatever the answer, so a wrong one can be taken back although the entry is Paid.
 */
async function isAnswerOf(tx: Tx, familyId: string, entryId: string): Promise<boolean> {
  const found = await tx`
    SELECT FROM gift WHERE family_id = ${familyId} AND entry_id = ${entryId}
    UNION ALL
    SELECT FROM wallet_deposit WHERE family_id = ${familyId} AND entry_id = ${entryId}
    LIMIT 1`;
  return found.length > 0;
}

/** Of an allowance that is to be paid out, and is not. */
async function openPayout(tx: Tx, familyId: string, entryId: string) {
  const [row] = await tx<{ state: string; holdId: string | null }[]>`
    SELECT state, hold_id FROM payout
    WHERE family_id = ${familyId} AND entry_id = ${entryId} AND ended_at IS NULL`;
  return row;
}

/** What was to be paid out goes back with the allowance. */
async function releasePayout(tx: Tx, familyId: string, entryId: string, now: Date): Promise<void> {
  const payout = await openPayout(tx, familyId, entryId);
  if (payout?.holdId) await releaseHold(tx, familyId, payout.holdId, now);
}

const IMPORTED = because('IMPORTED_LINE');

/** Single rows of a file stay: what the file as a whole has booked would no longer be right. */
async function isImported(tx: Tx, familyId: string, entryId: string): Promise<boolean> {
  const found = await tx`
    SELECT FROM wallet_row
    WHERE family_id = ${familyId} AND entry_id = ${entryId} AND kind = 'posted'
    UNION ALL
    SELECT FROM wallet_opening WHERE family_id = ${familyId} AND ${entryId}::uuid = ANY (entry_ids)
    LIMIT 1`;
  return found.length > 0;
}

/** What the reversal would do to each account; what a payout of it holds is then free. */
const effectOf = (tx: Tx, familyId: string, entryId: string) => tx<
  { accountId: string; amountSats: bigint }[]
>`
  SELECT account_id, sum(sats)::bigint AS amount_sats FROM (
    SELECT account_id, -amount_sats AS sats FROM posting
    WHERE family_id = ${familyId} AND entry_id = ${entryId}
    UNION ALL
    SELECT h.account_id, h.amount_sats FROM payout p
    JOIN hold h ON h.family_id = p.family_id AND h.hold_id = p.hold_id
    WHERE p.family_id = ${familyId} AND p.entry_id = ${entryId}
  ) AS e GROUP BY account_id`;
