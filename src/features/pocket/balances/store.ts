/** Finds the account to correct. */
import type { Tx } from '#server/db/sql.ts';
import type { CorrectedKind } from './rules.ts';

export type PlaceRow = {
  accountId: string;
  kind: 'savings' | 'spending' | 'goal';
  childId: string | null;
  childName: string | null;
  goalTitle: string | null;
  balanceSats: bigint;
  heldSats: bigint;
};

/** The accounts of open books and goals, or of one child, in the order of the children. */
export const readPlaces = (tx: Tx, familyId: string, onlyOf: string | null) => tx<PlaceRow[]>`
  SELECT a.account_id, a.kind, a.child_id, c.name AS child_name, g.title AS goal_title,
    a.balance_sats, a.held_sats
  FROM account a
  LEFT JOIN child c ON c.family_id = a.family_id AND c.child_id = a.child_id
  LEFT JOIN goal g ON g.family_id = a.family_id AND g.goal_id = a.goal_id
  WHERE a.family_id = ${familyId} AND a.kind <> 'outside' AND c.removed_at IS NULL
    AND (g.state IS NULL OR g.state = 'open')
    ${onlyOf ? tx`AND a.child_id = ${onlyOf}` : tx``}
  ORDER BY a.child_id NULLS LAST, a.kind, a.account_id`;

export type AccountRow = {
  childName: string;
  account: string;
  outside: string;
  balanceSats: bigint;
};

/** Undefined if the family has no such child. */
export async function findAccount(
  tx: Tx,
  familyId: string,
  childId: string,
  kind: CorrectedKind,
): Promise<AccountRow | undefined> {
  const [row] = await tx<AccountRow[]>`
    SELECT c.name AS child_name, a.account_id AS account, o.account_id AS outside, a.balance_sats
    FROM child c
    JOIN account a ON a.family_id = c.family_id AND a.child_id = c.child_id AND a.kind = ${kind}
    JOIN account o ON o.family_id = c.family_id AND o.kind = 'outside'
    WHERE c.family_id = ${familyId} AND c.child_id = ${childId} AND c.removed_at IS NULL`;
  return row;
}
