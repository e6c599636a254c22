/** Reversing an entry: who may, until when, and the obstacles. */
import type { Sentence } from '#contract/checks.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { list } from '#server/db/columns.ts';
import type { Tx } from '#server/db/sql.ts';
import type { FamilyContext } from '#server/http/context.ts';
import { releaseHold } from '#server/ledger/holds.ts';
import { type ReversalHook, reverse } from '#server/ledger/reverse.ts';
import { inTheWay } from '#server/ledger/shortfall.ts';
import { whyNotUndoable } from './rules.ts';
import { describeEntry, type EntryRow, isBookClosed, isGoalMove } from './store.ts';

/** A feature's objections to taking back one of its entries. */
export type Objection = {
  /** Why it can't be taken back. */
  obstacle?: Sentence;
  /**
   * A parent's answer about money that stays in the wallet either way; a wrong one can be taken
   * back even if the entry is Paid.
   */
  isAnswer?: boolean;
  /** The entry's hold, which is released with it. */
  holdId?: string | null;
};
/** Undefined for an entry that isn't the feature's. */
export type ObjectionHook = (
  tx: Tx,
  familyId: string,
  entryId: string,
) => Promise<Objection | undefined>;

export type UndoHooks = {
  objections: readonly ObjectionHook[];
  reversals: readonly ReversalHook[];
};

/**
 * Writes the entry that takes this one back, and returns its id.
 * @throws Refusal CONFLICT with the reason; if open requests hold the money, it names them
 */
export async function undo(
  { tx, actor, now }: Pick<FamilyContext, 'tx' | 'actor' | 'now'>,
  entry: EntryRow,
  { objections, reversals }: UndoHooks,
): Promise<string> {
  const { familyId, userId: madeBy } = actor;
  const { obstacle, holdIds } = await stateOf(tx, familyId, entry, now, objections);
  if (obstacle) throw new Refusal('CONFLICT', obstacle);
  for (const holdId of holdIds) await releaseHold(tx, familyId, holdId, now);
  const why = `Taken back: ${describeEntry(entry)}`.slice(0, 200);
  return reverse(tx, familyId, entry.entryId, { madeBy, now, why }, reversals);
}

/** Why an entry can't be taken back right now; undefined if it can. */
export const obstacleTo = async (
  tx: Tx,
  familyId: string,
  entry: EntryRow,
  now: Date,
  objections: UndoHooks['objections'],
): Promise<Sentence | undefined> => (await stateOf(tx, familyId, entry, now, objections)).obstacle;

async function stateOf(
  tx: Tx,
  familyId: string,
  entry: EntryRow,
  now: Date,
  objections: UndoHooks['objections'],
): Promise<{ obstacle: Sentence | undefined; holdIds: string[] }> {
  const found: Objection[] = [];
  for (const find of objections) found.push((await find(tx, familyId, entry.entryId)) ?? {});
  const holdIds = found.flatMap(({ holdId }) => holdId ?? []);
  const isAnswer = found.some(({ isAnswer }) => isAnswer);
  const bookClosed = isBookClosed(entry);
  const obstacle =
    (isGoalMove(entry.type) ? because('GOAL_PAGE_MOVES') : undefined) ??
    whyNotUndoable({ ...entry, bookClosed, isAnswer }, now) ??
    found.find((objection) => objection.obstacle)?.obstacle ??
    (await inTheWay(tx, familyId, await effectOf(tx, familyId, entry.entryId, holdIds)));
  return { obstacle, holdIds };
}

/** The reversal's effect on each account, with the entry's holds released. */
const effectOf = (tx: Tx, familyId: string, entryId: string, holdIds: readonly string[]) => tx<
  { accountId: string; amountSats: bigint }[]
>`
  SELECT account_id, sum(sats)::bigint AS amount_sats FROM (
    SELECT account_id, -amount_sats AS sats FROM posting
    WHERE family_id = ${familyId} AND entry_id = ${entryId}
    UNION ALL
    SELECT account_id, amount_sats FROM hold
    WHERE family_id = ${familyId} AND hold_id = ANY (${list(holdIds, (id) => id)}::uuid[])
  ) AS e GROUP BY account_id`;
