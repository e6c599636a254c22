/** A connection that breaks midway loses only its own transaction. */
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { adminOf } from '#tests/support/address.ts';
import { freshDatabase } from '#tests/support/app.ts';
import { makeWorld, type World } from '#tests/support/ledger-world.ts';
import { connect, type Database } from './database.ts';
import type { Address } from './sql.ts';

let address: Address;
let db: Database;
let admin: Database;
let mine: World;
let other: World;
beforeAll(async () => {
  address = await freshDatabase();
  db = connect(address, 1);
  admin = connect(address, 1);
});
beforeEach(async () => {
  mine = await makeWorld(admin, 0);
  other = await makeWorld(admin, 0);
});
afterAll(() => Promise.all([db.close(), admin.close()]));

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const zone = (name: string) => (tx: Parameters<Parameters<Database['changeFamily']>[1]>[0]) =>
  tx`UPDATE family SET time_zone = ${name}`;
/** The backend of this transaction. */
const kill = (pid: number) => admin.owner`SELECT pg_terminate_backend(${pid})`;
const zones = async () =>
  Object.fromEntries(
    (
      await admin.owner<{ familyId: string; timeZone: string }[]>`
      SELECT family_id, time_zone FROM family`
    ).map((row) => [row.familyId, row.timeZone]),
  );

test('a transaction whose connection died writes nothing more, and says so; the next one works', async () => {
  const broken = db.changeFamily(mine.familyId, async (tx) => {
    await zone('Asia/Tokyo')(tx);
    const [me] = await tx<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    await kill(me?.pid as number);
    await wait(100);
    await zone('Asia/Kathmandu')(tx);
  });
  await expect(broken).rejects.toThrow(/connection to the database was lost/);
  expect((await zones())[mine.familyId]).toBe('UTC');
  await db.changeFamily(mine.familyId, zone('Europe/Rome'));
  expect((await zones())[mine.familyId]).toBe('Europe/Rome');
});

test('whoever waits for the connection gets a clean one: nobody else commits half of it', async () => {
  const broken = db.changeFamily(mine.familyId, async (tx) => {
    const [me] = await tx<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    await kill(me?.pid as number);
    await wait(300);
    await zone('Asia/Kathmandu')(tx);
  });
  broken.catch(() => undefined);
  const half = db.changeFamily(other.familyId, async (tx) => {
    await zone('Africa/Cairo')(tx);
    await wait(600);
    throw new Error('changed my mind');
  });
  await expect(broken).rejects.toThrow(/connection to the database was lost/);
  await expect(half).rejects.toThrow('changed my mind');
  expect(await zones()).toMatchObject({ [mine.familyId]: 'UTC', [other.familyId]: 'UTC' });
});

/** Ends all backends of the app without this process noticing. */
function endSilently() {
  const program = `
    import postgres from 'postgres';
    const sql = postgres(${JSON.stringify(adminOf(address))});
    const ofApp = sql\`FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'satling-app'\`;
    const ended = await sql\`SELECT pg_terminate_backend(pid) \${ofApp}\`;
    while ((await sql\`SELECT pid \${ofApp}\`).length > 0);
    await sql.end();
    console.log(ended.length);`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', program]));
}

test('an idle connection that was closed is replaced, and the change is made', async () => {
  let begun = 0;
  const count = async (tx: Parameters<ReturnType<typeof zone>>[0]) => {
    begun += 1;
    await zone('Asia/Tokyo')(tx);
  };
  await db.changeFamily(mine.familyId, zone('Europe/Rome'));
  expect(endSilently()).toBeGreaterThan(0);
  await db.changeFamily(mine.familyId, count);
  expect([(await zones())[mine.familyId], begun]).toEqual(['Asia/Tokyo', 2]);
});

test('so is one for reading, alone or with others', async () => {
  const ask = () => db.askFamily(mine.familyId, (tx) => tx<{ n: number }[]>`SELECT 1 AS n`);
  const read = () => db.readFamily(mine.familyId, async (tx) => (await tx`SELECT 1 AS n`)[0]?.n);
  await Promise.all([ask(), ask(), ask(), read()]);
  expect(endSilently()).toBeGreaterThan(0);
  expect(await read()).toBe(1);
  await Promise.all([ask(), ask(), ask(), read()]);
  expect(endSilently()).toBeGreaterThan(0);
  for (const [one] of await Promise.all(Array.from({ length: 7 }, ask))) expect(one?.n).toBe(1);
});
