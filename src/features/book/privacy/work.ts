/** Scheduled privacy work: prunes old entries, and erases deleted families. */

import { localDate } from '#core/time-zone.ts';
import { retried, transaction } from '#server/db/database.ts';
import { familyTables } from '#server/db/family-tables.ts';
import { markChanged } from '#server/db/revision.ts';
import type { Pool, Tx } from '#server/db/sql.ts';
import { noteErasure } from '#server/erasures.ts';
import { BookNotVerified, type PruneHook, pruneFamily } from '#server/ledger/prune.ts';
import { pruneHistory } from './history.ts';
import { cutFor, pruneMonths } from './rules.ts';

const FAMILIES = 500;

/**
 * Prunes entries older than each family's setting, if it chose automatic removal. One family's
 * failure doesn't affect the others; the operator sees the first error.
 */
export async function pruneAutomatic(
  owner: Pool,
  by: { key: Uint8Array; hooks: readonly PruneHook[] },
  now: Date,
  notifyChange: (familyIds: readonly string[]) => void = () => undefined,
): Promise<number> {
  let deleted = 0;
  const failed: string[] = [];
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const ids = await withOldEntries(owner, after, now);
    for (const familyId of ids) {
      const count = await pruneChosen(owner, familyId, by, now).catch((error: Error) => {
        failed.push(error instanceof BookNotVerified ? error.problem : error.message);
        return 0;
      });
      deleted += count;
      if (count > 0) notifyChange([familyId]);
    }
    const last = ids.at(-1);
    if (last === undefined) break;
    after = last;
  }
  if (failed.length > 0) throw new Error(`${failed.length} families were not pruned: ${failed[0]}`);
  return deleted;
}

/** Rereads the setting under the lock: it may have just changed. */
const pruneChosen = (
  owner: Pool,
  familyId: string,
  by: { key: Uint8Array; hooks: readonly PruneHook[] },
  now: Date,
) =>
  retried(() =>
    transaction(owner, 'BEGIN', async (tx) => {
      // In a separate statement: one that waits for the lock sees the state from before it waited.
      await tx`SELECT FROM family WHERE family_id = ${familyId} FOR UPDATE`;
      const [family] = await tx<{ timeZone: string; retentionMonths: number }[]>`
        SELECT f.time_zone, u.retention_months FROM family f JOIN users u USING (family_id)
        WHERE f.family_id = ${familyId} AND u.role = 'parent' AND u.auto_pruning
        ORDER BY u.created_at LIMIT 1`;
      const months = family && pruneMonths(family.retentionMonths);
      if (!family || !months) return 0;
      const before = cutFor(months, localDate(now, family.timeZone), family.timeZone);
      const pruned = await pruneFamily(tx, familyId, { ...by, before, now });
      const deleted = pruned.deletedCount + (await pruneHistory(tx, familyId, before));
      if (deleted > 0) await markChanged(tx, [familyId]);
      return deleted;
    }),
  );

/** The next families, by id, that may have entries to remove; a day too many does no harm. */
async function withOldEntries(owner: Pool, after: string, now: Date): Promise<string[]> {
  const old = (sql: Pool, table: string) => sql`
    ${sql(table)}.occurred_at < ${now}::timestamptz - make_interval(months => u.retention_months,
      days => -2)`;
  const rows = await owner<{ familyId: string }[]>`
    SELECT DISTINCT u.family_id FROM users u
    WHERE u.family_id > ${after} AND u.role = 'parent' AND u.auto_pruning AND u.retention_months > 0
      AND (EXISTS (SELECT FROM entry e WHERE e.family_id = u.family_id AND ${old(owner, 'e')})
        OR EXISTS (
          SELECT FROM returned_entry r WHERE r.family_id = u.family_id AND ${old(owner, 'r')}))
    ORDER BY u.family_id LIMIT ${FAMILIES}`;
  return rows.map(({ familyId }) => familyId);
}

/** Erases the families whose 72 hours are over; returns how many. */
export async function eraseFamilies(owner: Pool, now: Date): Promise<number> {
  const due = await owner<{ familyId: string }[]>`
    SELECT family_id FROM family_deletion WHERE due_at <= ${now} ORDER BY family_id`;
  let erased = 0;
  for (const { familyId } of due)
    if (await retried(() => transaction(owner, 'BEGIN', (tx) => erase(tx, familyId, now))))
      erased += 1;
  return erased;
}

/** False if an adult has just cancelled the deletion. */
async function erase(tx: Tx, familyId: string, now: Date): Promise<boolean> {
  await tx`SELECT FROM family WHERE family_id = ${familyId} FOR UPDATE`;
  const [due] = await tx`
    SELECT FROM family_deletion WHERE family_id = ${familyId} AND due_at <= ${now}`;
  if (!due) return false;
  await eraseFamily(tx, familyId, now);
  return true;
}

/** Under the family's lock. */
export async function eraseFamily(tx: Tx, familyId: string, now: Date): Promise<void> {
  const erasure = { kind: 'family', subjectId: familyId, ofFamily: familyId } as const;
  await noteErasure(tx, { ...erasure, erasedAt: now });
  await eraseTraces(tx, familyId);
  for (const table of await familyTables(tx))
    await tx`DELETE FROM ${tx(table)} WHERE family_id = ${familyId}`;
}

/** Erases traces of the family's people outside its rows: links, counters, others' invitations. */
async function eraseTraces(tx: Tx, familyId: string): Promise<void> {
  const people = await tx<{ email: string; userId: string }[]>`
    SELECT email, user_id FROM users WHERE family_id = ${familyId}`;
  const invited = await tx<{ email: string }[]>`
    SELECT DISTINCT email FROM invitation WHERE family_id = ${familyId} AND email <> ''`;
  const emails = people.map(({ email }) => email);
  const names = [
    ...emails,
    ...invited.map(({ email }) => email),
    ...people.map(({ userId }) => userId),
    familyId,
  ];
  await tx`DELETE FROM magic_link WHERE email = ANY (${emails}::text[])`;
  await tx`
    DELETE FROM rate_limit r USING unnest(${names}::text[]) AS n (name)
    WHERE position(n.name IN r.key) > 0`;
  const others = await tx<{ familyId: string }[]>`
    UPDATE invitation SET email = '', answer = coalesce(answer, 'cancelled'),
      answered_at = coalesce(answered_at, sent_at)
    WHERE email = ANY (${emails}::text[]) AND family_id <> ${familyId} RETURNING family_id`;
  await markChanged(
    tx,
    others.map((one) => one.familyId),
  );
}
