/** Faults around the families: a commit that fails, or a connection that breaks. */
import type { TestApp } from '../support/app.ts';

/** A table at the end of each change: a cut there rolls back a complete change. */
const TABLES = [
  'entry',
  'request',
  'goal',
  'hold',
  'wallet_import',
  'payout',
  'kept_copy',
  'book_closing',
];

/** Once for each database, before the first cut. */
export async function prepareCuts({ db }: TestApp): Promise<void> {
  await db.owner.unsafe(`
    CREATE SCHEMA simulation;
    GRANT USAGE ON SCHEMA simulation TO PUBLIC;
    CREATE TABLE simulation.cut (tables text[] NOT NULL, ends boolean NOT NULL);
    GRANT SELECT ON simulation.cut TO PUBLIC;
    INSERT INTO simulation.cut VALUES ('{}', false);
    CREATE FUNCTION simulation.cut_at_commit() RETURNS trigger
    LANGUAGE plpgsql AS $$
    DECLARE cut simulation.cut;
    BEGIN
      SELECT * INTO cut FROM simulation.cut;
      IF TG_TABLE_NAME = ANY (cut.tables) THEN
        IF cut.ends THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
        RAISE EXCEPTION 'cut at the commit';
      END IF;
      RETURN NULL;
    END $$;`);
  for (const table of TABLES)
    await db.owner.unsafe(`
      CREATE CONSTRAINT TRIGGER simulation_cut AFTER INSERT OR UPDATE OR DELETE ON ${table}
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION simulation.cut_at_commit()`);
}

/** At which tables, and whether the commit also ends the connection. */
export type Cut = { where: 'everywhere' | 'at the entry'; ends: boolean };

/**
 * While `work` runs, every commit of a change fails, or only those that write an entry: a payment
 * is then held and sent, not booked.
 */
export async function whileCut<T>(
  { db }: TestApp,
  { where, ends }: Cut,
  work: () => Promise<T>,
): Promise<T> {
  const tables = where === 'everywhere' ? TABLES : ['entry'];
  await db.owner`UPDATE simulation.cut SET tables = ${tables}, ends = ${ends}`;
  try {
    return await work();
  } finally {
    await db.owner`UPDATE simulation.cut SET tables = '{}'`;
  }
}
