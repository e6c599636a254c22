/** A goal's history of contributions. */
import type { Sats } from '#core/money.ts';
import { shownName } from '#features/people/children/store.ts';
import type { Tx } from '#server/db/sql.ts';
import type { PruneHook } from '#server/ledger/prune.ts';
import type { ContributionType } from './contract.ts';

export type ContributionRow = {
  entryId: string;
  type: string;
  childId: string | null;
  childName: string | null;
  amountSats: Sats;
  contributionType: ContributionType | null;
  description: string | null;
  occurredAt: Date;
  recordedAt: Date;
  reverses: string | null;
  undone: boolean;
};

const MOST_CONTRIBUTIONS = 500;

/** Contributions to a goal and their reversals, but not the withdrawals at its end. */
export const listContributions = (
  tx: Tx,
  familyId: string,
  goalId: string,
  viewer: string | null,
) => tx<ContributionRow[]>`
  SELECT e.entry_id, e.type, a.child_id, ${shownName(tx)} AS child_name, p.amount_sats,
    k.contribution_type, k.description, e.occurred_at, e.recorded_at, e.reverses,
    EXISTS (SELECT FROM entry r WHERE r.family_id = e.family_id
      AND r.reverses = e.entry_id) AS undone
  FROM account a
  JOIN posting p ON p.family_id = a.family_id AND p.account_id = a.account_id
  JOIN entry e ON e.family_id = p.family_id AND e.entry_id = p.entry_id AND e.type <> 'goal_out'
  LEFT JOIN child c ON c.family_id = a.family_id AND c.child_id = a.child_id
  LEFT JOIN goal_contribution k ON k.family_id = e.family_id
    AND k.entry_id = coalesce(e.reverses, e.entry_id)
  WHERE a.family_id = ${familyId} AND a.goal_id = ${goalId}
    ${viewer === null ? tx`` : tx`AND a.child_id = ${viewer}`}
  ORDER BY e.occurred_at DESC, e.entry_id DESC, a.account_id LIMIT ${MOST_CONTRIBUTIONS}`;

export type CarriedRow = {
  accountId: string;
  childId: string | null;
  childName: string | null;
  amountSats: Sats;
  upTo: Date;
};

/** Contributions per giver in entries pruned since; the newest of them happened at `upTo`. */
export const listCarried = (tx: Tx, familyId: string, goalId: string, viewer: string | null) =>
  tx<CarriedRow[]>`
    SELECT a.account_id, a.child_id, c.name AS child_name, s.amount_sats, k.newest_at AS up_to
    FROM account a
    JOIN checkpoint_sum s ON s.family_id = a.family_id AND s.account_id = a.account_id
    JOIN checkpoint k ON k.family_id = a.family_id
    LEFT JOIN child c ON c.family_id = a.family_id AND c.child_id = a.child_id
    WHERE a.family_id = ${familyId} AND a.goal_id = ${goalId} AND s.amount_sats > 0
      ${viewer === null ? tx`` : tx`AND a.child_id = ${viewer}`}
    ORDER BY a.account_id`;

export async function nameContribution(
  tx: Tx,
  familyId: string,
  one: { entryId: string; contributionType: ContributionType; description: string | null },
): Promise<void> {
  await tx`
    INSERT INTO goal_contribution (family_id, entry_id, contribution_type, description)
    VALUES (${familyId}, ${one.entryId}, ${one.contributionType}, ${one.description})`;
}

/** When a manual contribution was recorded; undefined if there is none. */
export async function findContribution(
  tx: Tx,
  familyId: string,
  entryId: string,
): Promise<{ recordedAt: Date } | undefined> {
  const [row] = await tx<{ recordedAt: Date }[]>`
    SELECT e.recorded_at FROM goal_contribution k
    JOIN entry e ON e.family_id = k.family_id AND e.entry_id = k.entry_id
    WHERE k.family_id = ${familyId} AND k.entry_id = ${entryId}`;
  return row;
}

/** Erases a contribution's texts together with its entry's. */
export const contributionPruning: PruneHook = {
  beforeRemoval: async (tx, familyId, lastSeal) => {
    await tx`
      DELETE FROM goal_contribution k USING seal s
      WHERE s.family_id = ${familyId} AND s.seal_no <= ${lastSeal}
        AND k.family_id = s.family_id AND k.entry_id = s.entry_id`;
  },
};
