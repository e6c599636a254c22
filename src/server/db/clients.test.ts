/** A connection that breaks in the middle takes its own transaction with it, and nothing else. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/app.ts';
import { makeWorld, type World } from '#tests/support/ledger-world.ts';
import { connect, type Database } from './database.ts';

let db: Database;
let admin: Database;
let mine: World;
let other: World;
beforeAll(async () => {
  const address = await freshDatabase();
  db = connect(address, 1);
  admin = connect(address, 1);
  mine = await makeWorld(admin, 0);
  other = await makeWorld(admin, 0);
});
afterAll(() => Promise.all([db.close(), admin.close()]));

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const zone = (name: string) => (tx: Parameters<Parameters<Database['changeFamily']>[1]>[0]) =>
  tx`UPDATE family SET time_zone = ${name}`;
/** The backend of this very transaction. */
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

test('whoever waited for the connection gets a clean one: no half of it is committed by another', async () => {
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
  expect(await zones()).toEqual({ [mine.familyId]: 'Europe/Rome', [other.familyId]: 'UTC' });
});
