/**
 * The revision of a family names the state that its rows are in. Whoever changes anything that a
 * reply may show replaces it in the same transaction; so a reply that was read under a revision is
 * what the book says for as long as the family has that revision (http/etag.ts).
 *
 * It is random, not counted: a standby that takes over without the last moments must never come to
 * the same revision with other rows.
 */
import type { Sql } from './database.ts';

/** Locks the family for a change, and says that it changes: one statement, one row. */
export const lockForChange = (tx: Sql, familyId: string) =>
  tx`UPDATE family SET revision = gen_random_uuid() WHERE family_id = ${familyId}`;

/**
 * For works over several families, which lock them first, in the order of their ids; and for a
 * person's change that their family shows.
 */
export const markChanged = (tx: Sql, familyIds: readonly string[]) =>
  tx`
    UPDATE family SET revision = gen_random_uuid()
      WHERE family_id = ANY (${[...familyIds]}::uuid[])`;
