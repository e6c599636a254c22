/** A schema's parts, object by object, in PostgreSQL's own words. */
import type { Sql } from '#server/db/sql.ts';

const OURS = `c.relnamespace = 'public'::regnamespace`;
/** Each returns one text per row. */
const QUESTIONS: Readonly<Record<string, string>> = {
  tables: `SELECT ROW(relname, relkind, relpersistence, relrowsecurity, relforcerowsecurity,
      reloptions, (relowner = (SELECT oid FROM pg_roles WHERE rolname = current_user)))::text
    FROM pg_class c WHERE ${OURS} AND relkind NOT IN ('i', 'c')`,
  columns: `SELECT ROW(c.relname, row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum),
      a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated, a.attidentity,
      a.attstorage, a.attcollation::regcollation, a.attstattarget,
      pg_get_expr(d.adbin, d.adrelid))::text
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE ${OURS} AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped`,
  // NOT NULL is part of the columns above; PostgreSQL 18 also names it as a constraint, and nothing
  // uses that name.
  constraints: `SELECT ROW(conrelid::regclass, conname, condeferrable, convalidated,
      pg_get_constraintdef(oid))::text
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'`,
  indexes: `SELECT ROW(pg_get_indexdef(indexrelid), indisprimary, indisvalid, indisreplident,
      indisclustered)::text
    FROM pg_index JOIN pg_class c ON c.oid = indexrelid WHERE ${OURS}`,
  policies: `SELECT ROW(polrelid::regclass, polname, polcmd, polpermissive, polroles,
      pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))::text FROM pg_policy`,
  grants: `SELECT ROW(c.relname, g.grantee::regrole, g.privilege_type, g.is_grantable)::text
    FROM pg_class c, aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) g
    WHERE ${OURS} AND c.relkind = 'r'`,
  columnGrants: `SELECT ROW(c.relname, attname, attacl)::text
    FROM pg_attribute JOIN pg_class c ON c.oid = attrelid WHERE ${OURS} AND attacl IS NOT NULL`,
  statistics: 'SELECT pg_get_statisticsobjdef(oid) FROM pg_statistic_ext',
  sequences: `SELECT sequencename::text FROM pg_sequences WHERE schemaname = 'public'`,
  triggers: 'SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal',
  functions: `SELECT pg_get_functiondef(oid) FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace`,
  types: `SELECT ROW(typname, typtype)::text FROM pg_type
    WHERE typnamespace = 'public'::regnamespace AND typtype <> 'c' AND typelem = 0`,
};

/** By kind, sorted. */
export async function catalogue(owner: Sql): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [kind, question] of Object.entries(QUESTIONS)) {
    const rows = await owner.unsafe<{ line: string }[]>(`SELECT * FROM (${question}) AS q (line)`);
    found[kind] = rows.map(({ line }) => line).sort();
  }
  return found;
}
