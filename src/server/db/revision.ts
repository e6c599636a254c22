/**
 * A family's revision identifies the state of its rows. Every change to anything that a reply may
 * show replaces it in the same transaction, so a reply that was read under a revision stays true
 * for as long as the family has that revision (http/etag.ts).
 *
 * It is random instead of a counter: a standby that takes over without the last few changes must
 * never reach the same revision with different rows. The program draws it: Citus refuses
 * gen_random_uuid() in an UPDATE (docs/scale.md).
 */
import { randomUUID } from 'node:crypto';
import type { Sql } from './sql.ts';

/** Locks the family for a change and replaces its revision: one statement, one row. */
export const lockForChange = (tx: Sql, familyId: string) =>
  tx`UPDATE family SET revision = ${randomUUID()} WHERE family_id = ${familyId}`;

/**
 * For work across families, which locks them first in the order of their ids, and for changes to a
 * person that are visible in the family.
 */
export const markChanged = (tx: Sql, familyIds: readonly string[]) =>
  tx`
    UPDATE family SET revision = ${randomUUID()}
      WHERE family_id = ANY (${[...familyIds]}::uuid[])`;
