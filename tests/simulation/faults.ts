/** What goes wrong beside the families: a commit that never comes, and a reply that is lost. */
import type { TestApp } from '../support/app.ts';

/** Where each change ends: what is cut there has written everything, and nothing of it stays. */
const TABLES = ['entry', 'request', 'goal', 'hold'];

/** Once for each database, before the first cut. */
export async function prepareCuts({ db }: TestApp): Promise<void> {
  await db.owner.unsafe(`
    CREATE SCHEMA simulation;
    GRANT USAGE ON SCHEMA simulation TO PUBLIC;
    CREATE TABLE simulation.cut (is_armed boolean NOT NULL);
    INSERT INTO simulation.cut VALUES (false);
    CREATE FUNCTION simulation.cut_at_commit() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      IF (SELECT is_armed FROM simulation.cut) THEN RAISE EXCEPTION 'cut at the commit'; END IF;
      RETURN NULL;
    END $$;`);
  for (const table of TABLES)
    await db.owner.unsafe(`
      CREATE CONSTRAINT TRIGGER simulation_cut AFTER INSERT OR UPDATE OR DELETE ON ${table}
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION simulation.cut_at_commit()`);
}

/** Every commit of a change of the book fails while `work` runs. */
export async function whileCut<T>({ db }: TestApp, work: () => Promise<T>): Promise<T> {
  await db.owner`UPDATE simulation.cut SET is_armed = true`;
  try {
    return await work();
  } finally {
    await db.owner`UPDATE simulation.cut SET is_armed = false`;
  }
}
