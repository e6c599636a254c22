/** Rereads the whole book and reports where it doesn't add up. Changes nothing. */
import { transaction } from '../db/database.ts';
import type { Pool, Tx } from '../db/sql.ts';
import { checkCheckpoint, readCheckpoint, walkChain } from './chain.ts';

const SEAL_WITHIN_MS = 120_000;

export type Report = { families: number; entries: number; problems: string[] };

/** The first problem of each family, one per line; an empty list means that all is well. */
export async function verifyLedger(owner: Pool, key: Uint8Array, now: Date): Promise<Report> {
  const report: Report = { families: 0, entries: 0, problems: [] };
  const families = await owner<{ familyId: string }[]>`
    SELECT family_id FROM family ORDER BY family_id`;
  for (const { familyId } of families) {
    report.families += 1;
    // One snapshot per family: concurrent entries must not look like a fault.
    await transaction(owner, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', async (tx) => {
      const problem =
        (await chain(tx, key, familyId, report)) ??
        (await words(tx, familyId)) ??
        (await balances(tx, familyId)) ??
        (await unsealed(tx, familyId, now));
      if (problem) report.problems.push(`family ${familyId}: ${problem}`);
    });
  }
  return report;
}

async function chain(
  tx: Tx,
  key: Uint8Array,
  familyId: string,
  report: Report,
): Promise<string | undefined> {
  const checkpoint = await readCheckpoint(tx, familyId);
  const { from, problem } = checkCheckpoint(key, checkpoint);
  if (problem) return problem;
  const walked = await walkChain(tx, key, familyId, from);
  report.entries += walked.read;
  if (walked.problem !== undefined) return walked.problem;
  const [back] = await tx<{ sealNo: bigint }[]>`
    SELECT seal_no FROM seal WHERE family_id = ${familyId} AND seal_no <= ${from.sealNo} LIMIT 1`;
  if (back) return `the seal ${back.sealNo} stands before the checkpoint`;
  const [stray] = await tx<{ entryId: string }[]>`
    SELECT entry_id FROM entry e WHERE family_id = ${familyId}
      AND NOT EXISTS (SELECT FROM seal s WHERE s.family_id = e.family_id
        AND s.entry_id = e.entry_id)
      AND NOT EXISTS (SELECT FROM unsealed u WHERE u.family_id = e.family_id
        AND u.entry_id = e.entry_id)
    LIMIT 1`;
  return stray && `the entry ${stray.entryId} is outside the chain`;
}

/** Texts may be erased; the remaining ones must match their hashes. */
async function words(tx: Tx, familyId: string): Promise<string | undefined> {
  const [changed] = await tx<{ entryId: string }[]>`
    SELECT entry_id FROM entry e JOIN entry_text t USING (family_id, entry_id)
    WHERE e.family_id = ${familyId}
      AND e.text_hash IS DISTINCT FROM sha256(t.salt || convert_to(t.text, 'UTF8')) LIMIT 1`;
  return changed && `the words of the entry ${changed.entryId} were changed`;
}

async function balances(tx: Tx, familyId: string): Promise<string | undefined> {
  const [wrong] = await tx<{ accountId: string; balanceSats: bigint; sum: bigint }[]>`
    SELECT a.account_id, a.balance_sats,
      (coalesce(sum(p.amount_sats), 0) + coalesce(max(c.amount_sats), 0))::bigint AS sum
    FROM account a
    LEFT JOIN posting p USING (family_id, account_id)
    LEFT JOIN checkpoint_sum c USING (family_id, account_id)
    WHERE a.family_id = ${familyId} AND a.kind <> 'outside'
    GROUP BY a.family_id, a.account_id
    HAVING a.balance_sats <> coalesce(sum(p.amount_sats), 0) + coalesce(max(c.amount_sats), 0)
    LIMIT 1`;
  if (wrong)
    return `the account ${wrong.accountId} says ${wrong.balanceSats} sats, its postings say ${wrong.sum}`;
  const [held] = await tx<{ accountId: string }[]>`
    SELECT a.account_id FROM account a LEFT JOIN hold h
      ON h.family_id = a.family_id AND h.account_id = a.account_id AND h.ended_at IS NULL
    WHERE a.family_id = ${familyId}
    GROUP BY a.family_id, a.account_id
    HAVING a.held_sats <> coalesce(sum(h.amount_sats), 0) LIMIT 1`;
  return held && `the account ${held.accountId} holds other than its open holds`;
}

async function unsealed(tx: Tx, familyId: string, now: Date): Promise<string | undefined> {
  const [late] = await tx<{ entryId: string }[]>`
    SELECT entry_id FROM unsealed
    WHERE family_id = ${familyId} AND recorded_at < ${new Date(now.getTime() - SEAL_WITHIN_MS)}
    ORDER BY recorded_at LIMIT 1`;
  return late && `the entry ${late.entryId} has waited for its seal for over 2 minutes`;
}
