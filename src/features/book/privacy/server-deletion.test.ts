/** The end of a family, and the full export, through the API. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnsOf, familyTables } from '#server/db/family-tables.ts';
import type { Tx } from '#server/db/sql.ts';
import { sweepErasures } from '#server/erasures.ts';
import { JOBS_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, joinAsChild, joinAsSpouse, message, record } from '#tests/support/family.ts';
import { meanwhile } from '#tests/support/lock-waits.ts';
import { queuedMails } from '#tests/support/queue.ts';
import type { FamilyDeletion } from './contract.ts';
import { HARMLESS, looksSecret, NOT_EXPORTED, WITHHELD } from './export-plan.ts';
import { takeDeletionBack } from './store.ts';
import { eraseFamilies } from './work.ts';

const HOUR = 3_600_000;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const PATH = '/api/family/deletion';
const read = async (who: Visitor) => (await who.get(PATH)).body as FamilyDeletion;
const subjects = async (email: string) =>
  (await queuedMails(app.db, JOBS_KEY, email)).map(({ subject }) => subject);
const erase = () => eraseFamilies(app.db.owner, app.clock.now);
const publicTables = async () =>
  (
    await app.db.owner<{ name: string }[]>`
      SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`
  ).map(({ name }) => name);

test('every adult hears of it and can keep the family for 72 hours; asking twice changes nothing (T59)', async () => {
  const anna = await app.signIn('keep@example.com');
  const tom = await joinAsSpouse(app, anna, 'keep-tom@example.com');
  const { id } = await addChild(anna);
  await joinAsChild(app, anna, id, 'keep-kid@example.com');
  const refused = await tom.send('DELETE', PATH);
  expect([refused.status, message(refused)]).toEqual([
    409,
    'Nobody has asked to delete this family',
  ]);
  expect((await tom.send('POST', PATH)).status).toBe(403);
  const banner = async (who: Visitor) =>
    ((await who.get('/api/dashboard')).body as { deletionAsked: boolean }).deletionAsked;
  expect(await banner(tom)).toBe(false);
  const asked = (await anna.send('POST', PATH)).body as FamilyDeletion;
  expect(await banner(tom)).toBe(true);
  expect(new Date(asked.dueAt as string).getTime() - app.clock.now.getTime()).toBe(72 * HOUR);
  app.clock.advance(60_000);
  expect((await anna.send('POST', PATH)).body).toEqual(asked);
  for (const email of ['keep@example.com', 'keep-tom@example.com'])
    expect(
      (await subjects(email)).filter((one) => one === 'Your family will be deleted from Satling'),
    ).toHaveLength(1);
  app.clock.advance(72 * HOUR - 60_001);
  expect(await erase()).toBe(0);
  expect((await read(tom)).dueAt).toBe(asked.dueAt);
  expect((await tom.send('DELETE', PATH)).status).toBe(200);
  for (const email of ['keep@example.com', 'keep-tom@example.com'])
    expect(await subjects(email)).toContain('Your family will not be deleted');
  const toKid = (await subjects('keep-kid@example.com')).filter((one) => one.includes('deleted'));
  expect(toKid, 'it is the adults’ to decide').toEqual([]);
  app.clock.advance(100 * HOUR);
  expect(await erase()).toBe(0);
  expect((await anna.get('/api/family')).status).toBe(200);
});

test('a family that an adult keeps at the moment of its erasure stays whole (T59)', async () => {
  const anna = await app.signIn('late@example.com');
  await anna.send('POST', PATH);
  app.clock.advance(72 * HOUR);
  const [row] = await app.db.owner<{ familyId: string }[]>`
    SELECT family_id FROM users WHERE email = 'late@example.com'`;
  const familyId = row?.familyId as string;
  const keep = (tx: Tx) => takeDeletionBack(tx, familyId);
  expect(await meanwhile(app.db, familyId, keep, erase)).toBe(0);
  const kept = await app.db.owner`SELECT FROM users WHERE family_id = ${familyId}`;
  expect(kept).toHaveLength(1);
});

/** Every place in the database, including the queue, that contains one of the texts. */
async function placesOf(texts: readonly string[]): Promise<string[]> {
  const tables = await app.db.owner<{ schema: string; name: string }[]>`
    SELECT schemaname AS schema, tablename AS name FROM pg_tables
    WHERE schemaname IN ('public', 'pgboss')`;
  const found: string[] = [];
  for (const { schema, name } of tables)
    for (const text of texts) {
      const [row] = await app.db.owner.unsafe<{ count: number }[]>(
        `SELECT count(*)::integer AS count FROM ${schema}.${name} t WHERE position($1 IN lower(t::text)) > 0`,
        [text.toLowerCase()],
      );
      if ((row?.count ?? 0) > 0) found.push(`${schema}.${name}: ${text}`);
    }
  return found;
}

test('an erased family has left nothing in any table but the ids of what a restore must erase again (T59)', async () => {
  const anna = await app.signIn('annabel@gone.example');
  await anna.send('PATCH', '/api/auth/user', { firstName: 'Annabel' });
  const mia = await addChild(anna, { name: 'Miaretta' });
  await joinAsSpouse(app, anna, 'thomasio@gone.example');
  await joinAsChild(app, anna, mia.id, 'miaretta@gone.example');
  await anna.send('POST', '/api/process-allowances');
  await record(anna, mia.id, 'bonus', '0.001', 'Gardenwork');
  await anna.send('PUT', '/api/family/pin', { pin: '135790' });
  // Another family has one of the addresses, too.
  const zoe = await app.signIn('zoe@stays.example');
  const otherKid = await addChild(zoe, { name: 'Ottokar' });
  await zoe.send('POST', '/api/family/invite-spouse', { email: 'thomasio@gone.example' });
  // A third one's invitation has been declined.
  const yan = await app.signIn('yan@stays.example');
  await yan.send('POST', '/api/family/invite-spouse', { email: 'annabel@gone.example' });
  const [asked] = (await anna.get('/api/invitations')).body as { id: string }[];
  expect((await anna.send('POST', `/api/invitations/${asked?.id}/decline`)).status).toBe(200);
  await app.visitor().send('POST', '/api/auth/magic-link', { email: 'annabel@gone.example' });
  const [row] = await app.db.owner<{ familyId: string }[]>`
    SELECT family_id FROM users WHERE email = 'annabel@gone.example'`;
  const familyId = row?.familyId as string;
  const ids = await app.db.owner<{ id: string }[]>`
    SELECT user_id AS id FROM users WHERE family_id = ${familyId}
    UNION ALL SELECT entry_id FROM entry WHERE family_id = ${familyId}
    UNION ALL SELECT account_id FROM account WHERE family_id = ${familyId}`;
  const traces = [
    ...['annabel', 'miaretta', 'thomasio', '@gone.example', 'gardenwork', familyId, mia.id],
    ...ids.map(({ id }) => id),
  ];
  const before = await placesOf(traces);
  for (const table of [
    'users',
    'child',
    'entry',
    'entry_text',
    'invitation',
    'magic_link',
    'rate_limit',
  ])
    expect(
      before.some((place) => place.startsWith(`public.${table}:`)),
      table,
    ).toBe(true);
  await (await app.signIn('annabel@gone.example')).send('POST', PATH);
  app.clock.advance(72 * HOUR);
  expect(await erase()).toBe(1);
  const left = await placesOf(traces);
  expect(left.filter((place) => !place.startsWith('public.erasure:'))).toEqual([]);
  // Sixty days later these are gone too: no backup is that old (src/server/erasures.ts).
  await sweepErasures(app.db.owner, new Date(app.clock.now.getTime() + 60 * 24 * HOUR + 1));
  expect(await placesOf(traces)).toEqual([]);
  expect((await anna.get('/api/auth/user')).status).toBe(401);
  // Other families are unchanged, and the address may start again.
  expect((await placesOf([otherKid.id])).length).toBeGreaterThan(0);
  const again = await app.signIn('annabel@gone.example');
  expect((await again.get('/api/children')).body).toEqual([]);
});

test('the export is complete: a table that holds rows of families is in it, or on the list with its reason (T59)', async () => {
  const tables = await publicTables();
  const byFamily = await familyTables(app.db.owner);
  expect(tables.filter((name) => !byFamily.includes(name) && !(name in NOT_EXPORTED))).toEqual([]);
  for (const [name, reason] of Object.entries(NOT_EXPORTED)) {
    expect(tables, name).toContain(name);
    expect(reason.length, name).toBeGreaterThan(20);
  }
  const columns = await columnsOf(app.db.owner, byFamily);
  const undecided = columns
    .filter((one) => looksSecret(one) && !(one.table in NOT_EXPORTED))
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) => !(name in HARMLESS) && !(name in WITHHELD));
  expect(undecided).toEqual([]);
  const all = columns.map(({ table, column }) => `${table}.${column}`);
  for (const name of [...Object.keys(HARMLESS), ...Object.keys(WITHHELD)])
    expect(all, name).toContain(name);
});

test('the export has every table of the family with its rows, no secret, and no record of when anybody was active (T59 T19f)', async () => {
  const anna = await app.signIn('export@example.com');
  const zoe = await app.signIn('export-zoe@example.com');
  await addChild(zoe, { name: 'Ottokar' });
  const mia = await addChild(anna, { name: 'Mia "the quick"' });
  await record(anna, mia.id, 'bonus', '0.001', 'Leaves');
  await anna.send('PUT', '/api/family/pin', { pin: '135790' });
  const reply = await anna.get('/api/privacy/export');
  const today = app.clock.now.toISOString().slice(0, 10);
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(reply.headers['content-disposition']).toBe(
    `attachment; filename="satling-family-${today}.json"`,
  );
  const { exportedAt, tables } = JSON.parse(reply.text) as {
    exportedAt: string;
    tables: Record<string, Record<string, unknown>[]>;
  };
  expect(exportedAt).toBe(app.clock.now.toISOString());
  const wanted = (await familyTables(app.db.owner)).filter((name) => !(name in NOT_EXPORTED));
  expect(Object.keys(tables).sort()).toEqual(wanted.sort());
  expect(tables.child?.map(({ name }) => name)).toEqual(['Mia "the quick"']);
  expect(tables.entry_text?.map(({ text }) => text)).toEqual(['Leaves']);
  expect(tables.users?.map(({ email }) => email)).toEqual(['export@example.com']);
  expect(
    tables.parent_pin?.map((row) => Object.keys(row).filter((key) => /hash|salt/.test(key))),
  ).toEqual([[]]);
  for (const table of wanted) {
    const [row] = await app.db.owner.unsafe<{ count: number }[]>(
      `SELECT count(*)::integer AS count FROM ${table} WHERE family_id = (SELECT family_id FROM users WHERE email = 'export@example.com')`,
    );
    expect(tables[table]?.length, table).toBe(row?.count);
  }
  // T19f: the export doesn't reveal others' activity or reading.
  expect(reply.text).not.toMatch(/"(last_\w+_at|lastActiveAt|lastSeenAt|read_at|readAt|seen_at)"/);
  expect(reply.text).not.toContain('Ottokar');
  expect(reply.text).not.toContain('export-zoe');
});
