/** SQL for closed books: hidden immediately, intact until their 72 hours are over. */

import { list } from '#server/db/columns.ts';
import type { Pool, Tx } from '#server/db/sql.ts';

export type ClosedRow = {
  childId: string;
  name: string;
  closedBy: string | null;
  closedAt: Date;
  dueAt: Date;
};

/** Hides the child and freezes its accounts. @param others accounts of the child's own goals */
export async function addClosing(
  tx: Tx,
  familyId: string,
  childId: string,
  others: readonly string[],
  by: { userId: string; now: Date; dueAt: Date },
): Promise<void> {
  await tx`
    INSERT INTO book_closing (family_id, child_id, closed_by, due_at)
    VALUES (${familyId}, ${childId}, ${by.userId}, ${by.dueAt})`;
  await tx`
    UPDATE child SET removed_at = ${by.now}
    WHERE family_id = ${familyId} AND child_id = ${childId}`;
  await tx`
    UPDATE account SET closed_sats = balance_sats
    WHERE family_id = ${familyId} AND (child_id = ${childId}
      OR account_id = ANY (${list(others, (id) => id)}::uuid[]))`;
}

/**
 * Undoes `addClosing`. Returns who closed the book; undefined if it wasn't closed, or it is too
 * late.
 */
export async function takeClosingBack(
  tx: Tx,
  familyId: string,
  childId: string,
  others: readonly string[],
  dueBy?: Date,
): Promise<string | undefined> {
  const [closing] = await tx<{ closedBy: string }[]>`
    DELETE FROM book_closing WHERE family_id = ${familyId} AND child_id = ${childId}
      ${dueBy ? tx`AND due_at <= ${dueBy}` : tx``}
    RETURNING closed_by`;
  if (!closing) return undefined;
  await tx`
    UPDATE child SET removed_at = NULL
    WHERE family_id = ${familyId} AND child_id = ${childId}`;
  await tx`
    UPDATE account SET closed_sats = NULL
    WHERE family_id = ${familyId} AND (child_id = ${childId}
      OR account_id = ANY (${list(others, (id) => id)}::uuid[]))`;
  return closing.closedBy;
}

/** The closed books that can still be restored, in the order of their erasure. */
export const listClosings = (tx: Tx, familyId: string, now: Date) => tx<ClosedRow[]>`
  SELECT c.child_id, c.name, coalesce(u.first_name, u.email) AS closed_by,
    c.removed_at AS closed_at, b.due_at
  FROM book_closing b
  JOIN child c ON c.family_id = b.family_id AND c.child_id = b.child_id
  LEFT JOIN users u ON u.user_id = b.closed_by AND u.family_id = b.family_id
  WHERE b.family_id = ${familyId} AND b.due_at > ${now}
  ORDER BY b.due_at, c.child_id`;

/** Across all families, for the worker. */
export const dueClosings = (owner: Pool | Tx, now: Date) =>
  owner<{ familyId: string; childId: string }[]>`
    SELECT family_id, child_id FROM book_closing WHERE due_at <= ${now}
    ORDER BY family_id, child_id`;

/** True if the child's book exists, open or closed, and has not been erased. */
export async function hasBook(tx: Tx, familyId: string, childId: string): Promise<boolean> {
  const found = await tx`
    SELECT FROM child c WHERE c.family_id = ${familyId} AND c.child_id = ${childId}
      AND (c.removed_at IS NULL OR EXISTS (SELECT FROM book_closing b
        WHERE b.family_id = c.family_id AND b.child_id = c.child_id))`;
  return found.length > 0;
}
