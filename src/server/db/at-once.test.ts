/** A change in one statement: it names its own family, and fails when it looked too early. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/app.ts';
import { makeWorld, type World } from '#tests/support/ledger-world.ts';
import { inItsFamily } from './at-once.ts';
import { connect, type Database, type Tx } from './database.ts';

let db: Database;
let other: Database;
let mine: World;
beforeAll(async () => {
  const address = await freshDatabase();
  db = connect(address);
  other = connect(address);
  mine = await makeWorld(other, 0);
});
afterAll(() => Promise.all([db.close(), other.close()]));

const zoneNow = async () => {
  const [row] = await other.owner<{ timeZone: string }[]>`
    SELECT time_zone FROM family WHERE family_id = ${mine.familyId}`;
  return row?.timeZone;
};

const LOCK = 42;
/** Waits, once it has its snapshot, until nobody holds the lock. */
const WAITED = `waited (free) AS (
  SELECT false UNION ALL
  SELECT pg_try_advisory_xact_lock(${LOCK}) FROM waited, pg_sleep(0.01) WHERE NOT free)`;
const toTokyo = (tx: Tx) =>
  tx.unsafe(
    `WITH RECURSIVE ${WAITED}, locked AS (
      UPDATE family SET revision = gen_random_uuid(), time_zone = 'Asia/Tokyo'
      WHERE family_id = $1::uuid AND (SELECT bool_or(free) FROM waited) RETURNING 1)
    SELECT ${inItsFamily('$1', '1 / (SELECT count(*) FROM locked)')}`,
    [mine.familyId],
    { prepare: true },
  );

test('a statement that does not name its family finds none, whoever was named before it', async () => {
  const before = await zoneNow();
  const nobody = (tx: Tx) => tx`UPDATE family SET time_zone = 'Africa/Cairo'`;
  for (let i = 0; i < 4; i++) await db.changeAtOnce(mine.familyId, nobody);
  expect(await zoneNow()).toBe(before);
  for (let i = 0; i < 4; i++) await db.changeAtOnce(mine.familyId, toTokyo);
  for (let i = 0; i < 4; i++) await db.changeAtOnce(mine.familyId, nobody);
  expect(await zoneNow()).toBe('Asia/Tokyo');
});

test('when somebody changed the family after it looked, it fails and has done nothing', async () => {
  const heard: string[] = [];
  db.onChange((ids) => heard.push(...ids));
  const holder = await other.owner.reserve();
  await holder`SELECT pg_advisory_lock(${LOCK})`;
  const late = db.changeAtOnce(mine.familyId, toTokyo);
  late.catch(() => undefined);
  const runs = () => other.owner`
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'active' AND query LIKE '%waited (free)%'
      AND pid <> pg_backend_pid()`;
  while ((await runs()).length === 0);
  await other.changeFamily(mine.familyId, (tx) => tx`UPDATE family SET time_zone = 'Europe/Rome'`);
  await holder`SELECT pg_advisory_unlock(${LOCK})`;
  holder.release();
  await expect(late).rejects.toMatchObject({ code: '40001' });
  expect([await zoneNow(), heard]).toEqual(['Europe/Rome', []]);
  expect(await db.changeAtOnce(mine.familyId, toTokyo)).toBe(true);
  expect([await zoneNow(), heard]).toEqual(['Asia/Tokyo', [mine.familyId]]);
});

test('a family that somebody else has locked is not waited for', async () => {
  await other.changeFamily(mine.familyId, async () => {
    await expect(db.changeAtOnce(mine.familyId, toTokyo)).rejects.toMatchObject({ code: '55P03' });
  });
});

test('more than a few on each connection are not sent', async () => {
  const holder = await other.owner.reserve();
  await holder`SELECT pg_advisory_lock(${LOCK})`;
  const sent = Array.from({ length: 30 }, () => db.changeAtOnce(mine.familyId, toTokyo));
  const settled = Promise.allSettled(sent);
  const refused = (await Promise.all(sent.slice(24))).filter((done) => !done);
  await holder`SELECT pg_advisory_unlock(${LOCK})`;
  holder.release();
  await settled;
  expect(refused).toHaveLength(6);
});
