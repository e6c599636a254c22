/**
 * Keeps a round's rows reserved while its program lives, renewing every few seconds. Rows of a dead
 * or frozen program soon become due again, and a program that resumes late neither writes nor sends
 * anything (docs/decisions/0084-tasks-after-a-death.md).
 */
import type { Database } from '#server/db/database.ts';
import type { Sql } from '#server/db/sql.ts';

export type Lease = {
  readonly takenAt: Date;
  /** When the reservation of the round's rows ends. */
  readonly until: () => Date;
  /** All the times it has used; a row with one of them belongs to the round. */
  readonly given: readonly Date[];
  /** Uses a clock that keeps running in a frozen program and never jumps. */
  readonly isHeld: () => boolean;
  /** @param families with an unfinished turn @returns a function that stops renewing */
  keep(owner: Sql, tables: readonly string[], families: ReadonlySet<string>): () => void;
};

/** Rows not renewed for this long are due again. */
const LEASE_MS = 20_000;
const KEPT_EVERY_MS = 5_000;
/** A program that hasn't renewed for this long stops before the next one starts. */
const HELD_MS = 17_000;

export function newLease(clock: () => Date, onError: (error: Error) => void): Lease {
  const takenAt = clock();
  const next = () => new Date(clock().getTime() + LEASE_MS);
  const given = [next()];
  let keptAt = performance.now();
  const isHeld = () => performance.now() - keptAt < HELD_MS;
  const until = () => given.at(-1) as Date;
  const keepOnce = async (owner: Sql, tables: readonly string[], families: readonly string[]) => {
    const askedAt = performance.now();
    // A row that is being written may get this time, and is renewed next time.
    given.push(next());
    const list = textOf(given);
    for (const table of tables)
      await owner`
        UPDATE ${owner(table)} SET look_at = ${until()}
        WHERE family_id = ANY(${[...families]}) AND look_at = ANY(${list}::text[]::timestamptz[])`;
    keptAt = askedAt;
  };
  return {
    ...{ takenAt, until, given, isHeld },
    keep(owner, tables, families) {
      let isKeeping = false;
      const timer = setInterval(async () => {
        if (isKeeping || !isHeld()) return;
        isKeeping = true;
        await keepOnce(owner, tables, [...families]).catch(onError);
        isKeeping = false;
      }, KEPT_EVERY_MS).unref();
      return () => clearInterval(timer);
    },
  };
}

/** Formats timestamps as the driver does in lists. */
export const textOf = (times: readonly Date[]): string[] => times.map((at) => at.toISOString());

/** The same database for one turn: it changes no family once the lease is lost. */
export function whileHeld(db: Database, { isHeld }: Lease): Database {
  const assertHeld = () => {
    if (!isHeld()) throw new Error('This turn is lost: it was not kept in time');
  };
  return {
    ...db,
    changeFamily: async (familyId, work, lock) => {
      // The family is locked here, so the next turn's program waits or has already written.
      const changed = await db.changeFamily(
        familyId,
        (tx, last) => {
          assertHeld();
          return work(tx, last);
        },
        lock,
      );
      // A program may freeze between claiming and sending.
      assertHeld();
      return changed;
    },
  };
}
