/** One long book in tables shared with many other families. */
import type { Database } from '../../src/server/db/database.ts';

export const LINES = 20_000;
const LINES_OF_OTHERS = 100;

type Shared = { db: Database; clock: { readonly now: Date } };

/**
 * Gives the child of the only family an entry an hour, and adds many other families with some each.
 */
export async function shareTables(shared: Shared, familyId: string): Promise<void> {
  await fillTables(shared, familyId, 1_000);
  await shared.db.owner`ANALYZE`;
}

/** The same before PostgreSQL's ANALYZE. */
export async function fillTables(
  { db, clock }: Shared,
  familyId: string,
  families: number,
): Promise<void> {
  const { owner } = db;
  // Copies of this family with one child each, sharing only the tables.
  await owner`INSERT INTO family SELECT (r).* FROM (
    SELECT jsonb_populate_record(f, jsonb_build_object('family_id', gen_random_uuid())) AS r
    FROM family f, generate_series(1, ${families})) copies`;
  await owner`INSERT INTO child SELECT (r).* FROM (
    SELECT jsonb_populate_record(c, jsonb_build_object('family_id', f.family_id,
      'child_id', gen_random_uuid())) AS r
    FROM child c, family f WHERE f.family_id <> c.family_id) copies`;
  await owner`INSERT INTO account (family_id, account_id, kind, child_id, balance_sats)
    SELECT family_id, gen_random_uuid(), kind, child_id, 0
    FROM child, (VALUES ('savings'), ('spending')) AS k (kind) WHERE family_id <> ${familyId}
    UNION ALL SELECT family_id, gen_random_uuid(), 'outside', NULL, NULL
    FROM family WHERE family_id <> ${familyId}`;
  /** One entry an hour per child; every third goes to spending. */
  const addLines = (count: number, own: boolean) => owner`
    WITH made AS (
      INSERT INTO entry (family_id, entry_id, type, child_id, amount_sats, occurred_at,
        recorded_at, made_by)
      SELECT c.family_id, gen_random_uuid(), 'bonus', c.child_id,
        CASE WHEN i % 3 = 0 THEN 2 ELSE 1 END,
        ${clock.now}::timestamptz - i * interval '1 hour', now(), c.child_id
      FROM child c, generate_series(1, ${count}) AS i WHERE (c.family_id = ${familyId}) = ${own}
      RETURNING family_id, entry_id, child_id, amount_sats
    ), texts AS (
      INSERT INTO entry_text (family_id, entry_id, salt, text)
      SELECT family_id, entry_id, '\\x00', 'A line of the book' FROM made
    )
    INSERT INTO posting (family_id, entry_id, account_id, amount_sats)
    SELECT m.family_id, m.entry_id, a.account_id,
      CASE WHEN a.kind = 'outside' THEN -m.amount_sats ELSE m.amount_sats END
    FROM made m JOIN account a ON a.family_id = m.family_id AND (a.kind = 'outside'
      OR (a.child_id = m.child_id
        AND a.kind = CASE WHEN m.amount_sats = 2 THEN 'spending' ELSE 'savings' END))`;
  await addLines(LINES, true);
  await addLines(LINES_OF_OTHERS, false);
}
