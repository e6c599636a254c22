/** The rules of the schema, read from the migrated database itself. */
import { readFileSync } from 'node:fs';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, startApp, type TestApp } from '#tests/support/app.ts';
import { connect, type Database } from './database.ts';
import { migrate, steps } from './migrate.ts';
import { indexesByTime, notByFamily, outsideRowSecurity } from './schema-exceptions.ts';

let db: Database;
beforeAll(async () => {
  db = connect(await freshDatabase());
});
afterAll(() => db.close());

const tables = () =>
  db.owner<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`;

test('every key and index of a table begins with family_id, except for the listed exceptions', async () => {
  const indexes = await db.owner<{ table: string; index: string; first: string }[]>`
    SELECT c.relname AS table, i.relname AS index, a.attname AS first
    FROM pg_index x
    JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = x.indkey[0]`;
  expect(indexes.length).toBeGreaterThan(15);
  const strays = indexes.filter(
    ({ table, first }) => first !== 'family_id' && !(table in notByFamily),
  );
  expect(strays.map(({ index }) => index).sort()).toEqual([...indexesByTime].sort());
});

test('every table by family is behind row-level security; the exceptions exist', async () => {
  const rows = await db.owner<{ name: string; rls: boolean }[]>`
    SELECT relname AS name, relrowsecurity AS rls FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public' WHERE c.relkind = 'r'`;
  const open = rows
    .filter(({ name, rls }) => !rls && !(name in notByFamily))
    .map(({ name }) => name);
  expect(open).toEqual([]);
  const names = (await tables()).map(({ name }) => name);
  expect(Object.keys(notByFamily).filter((name) => !names.includes(name))).toEqual([]);
});

test('every table of people or families is under row-level security, or listed with the reason (T61)', async () => {
  const open = await db.owner<{ name: string }[]>`
    SELECT c.relname AS name FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
    WHERE c.relkind = 'r' AND NOT c.relrowsecurity AND EXISTS (SELECT FROM pg_attribute a
      WHERE a.attrelid = c.oid AND NOT a.attisdropped
        AND a.attname IN ('family_id', 'user_id', 'child_id', 'session_id', 'email'))`;
  expect(open.map(({ name }) => name).sort()).toEqual(Object.keys(outsideRowSecurity).sort());
  expect(Object.keys(outsideRowSecurity)).toContain('session');
  const bound = await db.owner<{ name: string; rule: string }[]>`
    SELECT p.polrelid::regclass::text AS name, pg_get_expr(p.polqual, p.polrelid) AS rule
    FROM pg_policy p WHERE p.polcmd <> '*' OR p.polwithcheck IS NOT NULL OR NOT p.polpermissive
      OR pg_get_expr(p.polqual, p.polrelid) <>
        '(family_id = (current_setting(''app.family_id''::text))::uuid)'`;
  // One restricts requests further: they delete nothing ever paid or agreed to.
  expect(bound).toEqual([
    { name: 'payment', rule: "((purpose = 'gift'::text) AND (state = 'open'::text))" },
  ]);
});

test('nothing that a distributed engine lacks: no serials, triggers, functions or deferred constraints', async () => {
  const [found] = await db.owner<Record<string, bigint>[]>`
    SELECT
      (SELECT count(*) FROM pg_sequences WHERE schemaname = 'public') AS sequences,
      (SELECT count(*) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
        JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public'
          AND NOT tgisinternal) AS triggers,
      (SELECT count(*) FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
        WHERE n.nspname = 'public') AS functions,
      (SELECT count(*) FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace
        WHERE n.nspname = 'public' AND c.condeferrable) AS deferrable`;
  expect(found).toEqual({ sequences: 0n, triggers: 0n, functions: 0n, deferrable: 0n });
  for (const { name, sql } of steps())
    expect(
      sql.match(/\b(CREATE|ALTER|DROP) (TABLE|(UNIQUE )?INDEX)\b/g)?.length ?? 0,
      name,
    ).toBeLessThanOrEqual(1);
});

test('a database newer than the program, or with an edited migration, is refused with one clear line', async () => {
  const other = connect(await freshDatabase());
  await other.owner`INSERT INTO migration VALUES ('9999_later#1', 'x', now())`;
  await expect(migrate(other.owner)).rejects.toThrow(
    /^The database is newer than this program: it has the migration 9999_later#1/,
  );
  await other.owner`DELETE FROM migration WHERE name = '9999_later#1'`;
  await other.owner`UPDATE migration SET hash = 'edited' WHERE name = '0001_schema#1'`;
  await expect(migrate(other.owner)).rejects.toThrow(/0001_schema#1 was applied in another form/);
  await other.close();
});

test('several programs may start on one empty database at once', async () => {
  const address = await freshDatabase();
  const first = connect(address);
  const programs = [first, connect(address), connect(address), connect(address)];
  // The first moment of the race, creating the list, takes many tries to hit.
  for (let round = 0; round < 10; round++) {
    await first.owner.unsafe(
      'DROP SCHEMA public CASCADE; CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO public',
    );
    await Promise.all(programs.map(({ owner }) => migrate(owner)));
    const [row] = await first.owner<
      { count: bigint }[]
    >`SELECT count(*) FROM migration WHERE name <> 'lock'`;
    expect(row?.count).toBe(BigInt(steps().length));
  }
  await Promise.all(programs.map((program) => program.close()));
});

let app: TestApp;
let families: { familyId: string }[];
beforeAll(async () => {
  app = await startApp();
  for (const name of ['anna', 'zoe']) {
    const parent = await app.signIn(`${name}@example.com`);
    const body = { name: 'Kim', age: 9, weeklyAllowance: '0.001', allowanceDay: 3 };
    await parent.send('POST', '/api/children', body);
    await parent.send('POST', '/api/process-allowances');
  }
  families = await app.db.owner`SELECT family_id FROM family ORDER BY family_id`;
});
afterAll(() => app.close());

test('the role that serves requests cannot change or remove an entry, a posting or a seal', async () => {
  const familyId = families[0]?.familyId as string;
  for (const sql of [
    'UPDATE entry SET amount_sats = 1',
    'DELETE FROM entry',
    'UPDATE posting SET amount_sats = 1',
    'DELETE FROM posting',
    'INSERT INTO seal (family_id, seal_no, entry_id, mac) SELECT family_id, 1, entry_id, $$x$$ FROM entry',
    'DELETE FROM seal',
    'DELETE FROM allowance_occurrence',
    'TRUNCATE entry',
    'ALTER TABLE entry DISABLE ROW LEVEL SECURITY',
    'DROP TABLE entry',
  ])
    await expect(
      app.db.changeFamily(familyId, (tx) => tx.unsafe(sql)),
      sql,
    ).rejects.toMatchObject({ code: '42501' });
});

test('the role that serves requests can delete a gift that is not paid yet, and no other payment', async () => {
  const familyId = families[0]?.familyId as string;
  const gift = { family_id: familyId, purpose: 'gift', child_id: familyId, amount_sats: 1 };
  const made = { invoice: 'lnbc', created_at: app.clock.now, expires_at: app.clock.now };
  const ended = { state: 'paid', ended_at: app.clock.now };
  const add = (hash: string, more: object) => {
    const row = { ...gift, ...made, payment_id: crypto.randomUUID(), payment_hash: hash, ...more };
    return app.db.owner`INSERT INTO payment ${app.db.owner(row)}`;
  };
  await add('unpaid', { state: 'open' });
  await add('paid', ended);
  await add('asked', { purpose: 'invoice', state: 'open', made_by: familyId });
  const removed = await app.db.changeFamily(
    familyId,
    (tx) => tx`DELETE FROM payment WHERE family_id = ${familyId} RETURNING payment_hash`,
  );
  expect([...removed]).toEqual([{ paymentHash: 'unpaid' }]);
});

test('the role that serves requests sees one family even without a WHERE', async () => {
  expect(families.length).toBe(2);
  const names = (await tables()).map(({ name }) => name).filter((name) => !(name in notByFamily));
  for (const { familyId } of families)
    for (const name of names) {
      const rows = await app.db.readFamily(familyId, (tx) =>
        tx.unsafe(`SELECT DISTINCT family_id FROM ${name}`),
      );
      expect(
        rows.filter((row) => row.familyId !== familyId),
        name,
      ).toEqual([]);
    }
  const [mine, other] = families as [{ familyId: string }, { familyId: string }];
  await expect(
    app.db.changeFamily(
      mine.familyId,
      (tx) => tx`
      INSERT INTO unsealed VALUES (${other.familyId}, ${other.familyId}, now(), 1)`,
    ),
  ).rejects.toThrow(/row-level security/);
  const { count } = await app.db.changeFamily(
    mine.familyId,
    (tx) => tx`
    UPDATE child SET name = 'stolen' WHERE family_id = ${other.familyId}`,
  );
  expect(count).toBe(0);
});

test('a smuggled statement gets no right of the owner’s, and no other family’s rows unasked (T61)', async () => {
  const [{ owner } = { owner: '' }] = await app.db.owner<{ owner: string }[]>`
    SELECT quote_ident(current_user) AS owner`;
  const familyId = families[0]?.familyId as string;
  const attempt = (smuggled: string, then: string) =>
    app.db.changeFamily(familyId, (tx) => tx.unsafe(`${smuggled}; ${then}`));
  const denied = { code: '42501' };
  for (const harmless of [
    'RESET ROLE; SET ROLE NONE',
    'SET LOCAL ROLE NONE',
    'RESET SESSION AUTHORIZATION; RESET ROLE',
    'SET SESSION AUTHORIZATION DEFAULT; SET ROLE NONE',
    `COMMIT; RESET ALL; RESET ROLE; BEGIN; SET LOCAL app.family_id = '${familyId}'`,
  ]) {
    const seen = await attempt(harmless, 'SELECT DISTINCT family_id FROM entry');
    expect(seen.at(-1), harmless).toEqual([{ familyId }]);
    await expect(attempt(harmless, 'DELETE FROM entry'), harmless).rejects.toMatchObject(denied);
  }
  for (const refused of [
    `SET ROLE ${owner}`,
    `SET SESSION AUTHORIZATION ${owner}`,
    `GRANT ${owner} TO satling_app`,
    'ALTER ROLE satling_app BYPASSRLS',
    'ALTER TABLE entry OWNER TO satling_app',
    'SET row_security = off; SELECT FROM entry',
  ])
    await expect(attempt(refused, 'SELECT 1'), refused).rejects.toMatchObject(denied);
});

test('row-level security stops a statement that names no family, not one that names another (T61)', async () => {
  const [mine, other] = families as [{ familyId: string }, { familyId: string }];
  const named = await app.db.readFamily(mine.familyId, (tx) =>
    tx.unsafe(
      `SET LOCAL app.family_id = '${other.familyId}'; SELECT DISTINCT family_id FROM entry`,
    ),
  );
  expect(named.at(-1)).toEqual([{ familyId: other.familyId }]);
  const threats = readFileSync('docs/threats.md', 'utf8').replaceAll(/\s+/g, ' ');
  expect(threats).toContain('can name another family for row-level security');
  for (const name of Object.keys(outsideRowSecurity))
    expect(threats.split('**T61**')[1]?.split('**T55**')[0], name).toContain(`\`${name}\``);
});

test('outside a family’s transaction the role sees nothing at all', async () => {
  await expect(app.db.app`SELECT * FROM entry`).rejects.toBeInstanceOf(postgres.PostgresError);
  await app.db.readFamily(families[0]?.familyId as string, (tx) => tx`SELECT 1`);
  await expect(app.db.app`SELECT * FROM entry`).rejects.toBeInstanceOf(postgres.PostgresError);
});
