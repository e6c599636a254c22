/** The ledger accounts of a family and of a child. */
import type { Tx } from '../db/sql.ts';
import { newId } from '../ids.ts';

export type ChildAccounts = { outside: string; savings: string; spending: string };

/** Created with the family: the contra account of all entries. */
export async function openOutside(tx: Tx, familyId: string, now: Date): Promise<void> {
  await tx`
    INSERT INTO account (family_id, account_id, kind)
      VALUES (${familyId}, ${newId(now.getTime())}, 'outside')`;
}

/** Savings and spending accounts for new children, one statement for all of them. */
export async function openChildAccounts(
  tx: Tx,
  familyId: string,
  childIds: readonly string[],
  now: Date,
): Promise<void> {
  await tx`
    INSERT INTO account (family_id, account_id, kind, child_id, balance_sats)
    SELECT ${familyId}, account_id, kind, child_id, 0
    FROM unnest(
      ${childIds.flatMap(() => [newId(now.getTime()), newId(now.getTime())])}::uuid[],
      ${childIds.flatMap(() => ['savings', 'spending'])}::text[],
      ${childIds.flatMap((id) => [id, id])}::uuid[]
    ) AS a (account_id, kind, child_id)`;
}

/** The accounts of a child's money; undefined if there is no such child. */
export async function accountsOf(
  tx: Tx,
  familyId: string,
  childId: string,
): Promise<ChildAccounts | undefined> {
  const rows = await tx<{ kind: keyof ChildAccounts; accountId: string }[]>`
    SELECT kind, account_id FROM account
    WHERE family_id = ${familyId} AND (child_id = ${childId} OR kind = 'outside')`;
  const found = Object.fromEntries(rows.map(({ kind, accountId }) => [kind, accountId]));
  return found.savings ? (found as ChildAccounts) : undefined;
}

/** An account's balance minus its holds. */
export async function availableOn(tx: Tx, familyId: string, accountId: string): Promise<bigint> {
  const [row] = await tx<{ sats: bigint }[]>`
    SELECT balance_sats - held_sats AS sats FROM account
    WHERE family_id = ${familyId} AND account_id = ${accountId}`;
  return row?.sats ?? 0n;
}

/** The contra account of a family. */
export async function outsideOf(tx: Tx, familyId: string): Promise<string> {
  const [row] = await tx<{ accountId: string }[]>`
    SELECT account_id FROM account WHERE family_id = ${familyId} AND kind = 'outside'`;
  if (!row) throw new Error(`The family ${familyId} has no outside account`);
  return row.accountId;
}
