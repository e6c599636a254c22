/** SQL for operators' calls about backups. */
import type { Pool, Sql, Tx } from '#server/db/sql.ts';

const NAME = 'RESTORE_SHEET';

/** The hash of the sheet proven to be on paper. */
export async function keptSheet(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<{ value: string }[]>`
    SELECT value FROM server_setting WHERE name = ${NAME}`;
  return row?.value;
}

export const keepSheet = (sql: Sql, print: string, now: Date): PromiseLike<unknown> => sql`
  INSERT INTO server_setting (name, value, set_at) VALUES (${NAME}, ${print}, ${now})
  ON CONFLICT (name) DO UPDATE SET value = excluded.value, set_at = excluded.set_at`;

/** The next call that needs a recent sign-in will ask for one. */
export const spendSignIn = (tx: Tx, sessionId: string): PromiseLike<unknown> =>
  tx`UPDATE session SET fresh_at = NULL WHERE session_id = ${sessionId}`;

/** When the copy behind an unchecked restore was made. */
export async function uncheckedCopy(sql: Sql): Promise<Date | undefined> {
  const [row] = await sql<{ copiedAt: Date }[]>`
    SELECT copied_at FROM restored WHERE checked_at IS NULL ORDER BY restored_at DESC LIMIT 1`;
  return row?.copiedAt;
}

/** True if this is a member of the family, or an open book of it. */
export async function isIn(tx: Tx, familyId: string, id: string): Promise<boolean> {
  const found = await tx`
    SELECT FROM users WHERE family_id = ${familyId} AND user_id = ${id}
    UNION ALL
    SELECT FROM child WHERE family_id = ${familyId} AND child_id = ${id} AND removed_at IS NULL`;
  return found.length > 0;
}

type FamilyRow = {
  id: string;
  createdAt: Date;
  adults: { id: string; email: string; isParent: boolean }[];
  children: { id: string; name: string }[];
};

const MOST_FAMILIES = 500;

export async function countFamilies(owner: Pool): Promise<number> {
  const [row] = await owner<{ count: number }[]>`SELECT count(*)::int AS count FROM family`;
  return row?.count ?? 0;
}

/** The members of each family, newest first; they may have left since. */
export async function familiesToCheck(owner: Pool) {
  const rows = await owner<FamilyRow[]>`
    SELECT f.family_id AS id, f.created_at,
      (SELECT coalesce(json_agg(json_build_object('id', u.user_id, 'email', u.email,
        'isParent', u.role = 'parent') ORDER BY u.role, u.email), '[]') FROM users u
        WHERE u.family_id = f.family_id AND u.role <> 'child') AS adults,
      (SELECT coalesce(json_agg(json_build_object('id', c.child_id, 'name', c.name)
        ORDER BY c.name), '[]') FROM child c
        WHERE c.family_id = f.family_id AND c.removed_at IS NULL) AS children
    FROM family f ORDER BY f.created_at DESC, f.family_id LIMIT ${MOST_FAMILIES}`;
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}
