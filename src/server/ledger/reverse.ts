/** Takes an entry back by adding its opposite: nothing in the book is ever edited or deleted. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { type Posting, reversed } from '#core/ledger.ts';
import type { Tx } from '../db/sql.ts';
import { newId } from '../ids.ts';
import { post } from './post.ts';
import { entryText } from './text.ts';

const GOAL_CLOSED = because('GOAL_CLOSED');

/** A feature's follow-up in its own tables after a reversal, in the same transaction. */
export type ReversalHook = (
  tx: Tx,
  entry: { familyId: string; entryId: string; reversalId: string },
) => PromiseLike<unknown>;

/**
 * Reverses an entry with another entry, once.
 * @throws Refusal NOT_FOUND if the family has no such entry; CONFLICT if it is already reversed, is
 * itself a reversal, or its money is no longer there
 */
export async function reverse(
  tx: Tx,
  familyId: string,
  entryId: string,
  by: { madeBy: string; now: Date; why: string },
  hooks: readonly ReversalHook[],
): Promise<string> {
  const [entry] = await tx<
    {
      type: string;
      childId: string | null;
      amountSats: bigint;
      reverses: string | null;
      again: boolean;
    }[]
  >`
    SELECT type, child_id, amount_sats, reverses,
      EXISTS (
        SELECT FROM entry r WHERE r.family_id = e.family_id AND r.reverses = e.entry_id) AS again
    FROM entry e WHERE family_id = ${familyId} AND entry_id = ${entryId}`;
  if (!entry) throw new Refusal('NOT_FOUND', because('NO_ENTRY'));
  if (entry.reverses) throw new Refusal('CONFLICT', because('REVERSAL_FINAL'));
  if (entry.again) throw new Refusal('CONFLICT', because('ENTRY_TAKEN_BACK'));
  const postings = await postingsOf(tx, familyId, entryId);
  const reversalId = newId(by.now.getTime());
  await post(
    tx,
    [
      {
        entryId: reversalId,
        familyId,
        type: entry.type,
        childId: entry.childId ?? undefined,
        amountSats: -entry.amountSats,
        occurredAt: by.now,
        madeBy: by.madeBy,
        reverses: entryId,
        text: entryText(by.why),
        postings: reversed(postings),
      },
    ],
    by.now,
  );
  for (const hook of hooks) await hook(tx, { familyId, entryId, reversalId });
  return reversalId;
}

/** @throws Refusal CONFLICT if some of it went into a goal that is now closed */
async function postingsOf(tx: Tx, familyId: string, entryId: string): Promise<Posting[]> {
  const rows = await tx<
    { accountId: string; amountSats: bigint; goalId: string | null; state: string | null }[]
  >`
    SELECT p.account_id, p.amount_sats, a.goal_id, g.state
    FROM posting p
    JOIN account a ON a.family_id = p.family_id AND a.account_id = p.account_id
    LEFT JOIN goal g ON g.family_id = a.family_id AND g.goal_id = a.goal_id
    WHERE p.family_id = ${familyId} AND p.entry_id = ${entryId}`;
  if (rows.some(({ state }) => state !== null && state !== 'open'))
    throw new Refusal('CONFLICT', GOAL_CLOSED);
  return rows.map(({ accountId, amountSats, goalId }) => ({
    accountId,
    amountSats,
    goalId: goalId ?? undefined,
  }));
}
