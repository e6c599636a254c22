/**
 * Backup and restore on real databases: everything comes back byte for byte or nothing does. Files
 * are damaged at places drawn from fixed seeds.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, type Database } from '#server/db/database.ts';
import { steps } from '#server/db/migrate.ts';
import type { Address } from '#server/db/sql.ts';
import { deriveKey } from '#server/env.ts';
import { sealAll } from '#server/ledger/seal.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { adminOf } from '#tests/support/address.ts';
import { freshDatabase, startApp, type TestApp } from '#tests/support/app.ts';
import { everything, hostileWords, replaced, rewritten } from '#tests/support/backups.ts';
import { history } from '#tests/support/ledger-history.ts';
import { takeBackupRunsOut } from '#tests/support/upgrades.ts';
import { makePlayFamily } from '#tools/play-family.ts';
import { dumpDatabase } from './dump.ts';
import { restoreDatabase } from './restore.ts';

const SECRET = new Uint8Array(32).fill(9);
const SEAL = deriveKey(SECRET, 'seal');
const origin = { secretKey: SECRET, program: '0.1.0', now: new Date('2026-11-21T18:00:00Z') };
const folder = mkdtempSync(join(tmpdir(), 'satling-backup-'));
const file = join(folder, 'whole.backup');

let app: TestApp;
const opened: Database[] = [];
const open = async (address?: Address) => {
  const db = connect(address ?? (await freshDatabase('template0')));
  opened.push(db);
  return db;
};

beforeAll(async () => {
  const at = '2026-11-18T12:00:00Z';
  const maker = await startApp({ at });
  await makePlayFamily(maker.app, maker.services, maker.clock, SEAL);
  // Once closed, it has written its counts; nothing changes behind the backup's back.
  await maker.close();
  app = await startApp({ at, address: maker.address });
  // Not over the app's connections: it would record slow transactions.
  const db = await open(maker.address);
  const { problems, booked } = await history(db, SEAL, { seed: 21, runs: 6, operations: 40 });
  expect([problems, booked > 100]).toEqual([[], true]);
  await hostileWords(db);
  await sealAll(db.owner, SEAL);
  await dumpDatabase(db, file, origin);
});
afterAll(async () => {
  await Promise.all(opened.map((db) => db.close()));
  await app?.close();
  rmSync(folder, { recursive: true, force: true });
});

const tablesIn = async ({ owner }: Database) =>
  (
    await owner`SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public'`
  ).length;

test('everything comes back byte for byte, and the book adds up (T60)', async () => {
  const target = await open();
  const total = await restoreDatabase(target, file, SECRET);
  const [there, here] = await Promise.all([everything(app.db), everything(target)]);
  expect(Object.keys(here)).toHaveLength(total.tables);
  expect(Object.values(there).flat().length).toBe(total.rows);
  expect(total.rows).toBeGreaterThan(500);
  expect(here).toEqual(there);
  const report = await verifyLedger(target.owner, SEAL, new Date());
  expect(report.problems).toEqual([]);
  expect(report.entries).toBeGreaterThan(50);
  const steps = (db: Database) => db.owner`SELECT name, hash FROM migration ORDER BY name`;
  expect([...(await steps(target))]).toEqual([...(await steps(app.db))]);
});

test('a program continues with a restored database as with its own', async () => {
  const address = await freshDatabase('template0');
  await restoreDatabase(await open(address), file, SECRET);
  const restored = await startApp({ address, at: '2026-11-18T12:00:00Z' });
  const anna = await restored.signIn('anna@play.example');
  const { children } = (await anna.get('/api/dashboard')).body as { children: { id: string }[] };
  const body = { childId: children[0]?.id, type: 'bonus', amount: '0.00000001', description: 'On' };
  expect((await anna.send('POST', '/api/transactions', body)).status).toBe(200);
  await restored.close();
});

test('a backup is a consistent snapshot while four writers continue (T60)', async () => {
  const anna = await app.signIn('anna@play.example');
  const { children } = (await anna.get('/api/dashboard')).body as { children: { id: string }[] };
  let done = false;
  let written = 0;
  const writer = async (lane: number) => {
    while (!done) {
      const body = {
        childId: children[lane % 3]?.id,
        type: 'bonus',
        amount: '0.00000001',
        description: 'x',
      };
      expect((await anna.send('POST', '/api/transactions', body)).status).toBe(200);
      written += 1;
    }
  };
  const writers = [0, 1, 2, 3].map(writer);
  const busy = join(folder, 'busy.backup');
  while (written === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  await dumpDatabase(app.db, busy, origin);
  done = true;
  await Promise.all(writers);
  const target = await open();
  await restoreDatabase(target, busy, SECRET);
  await sealAll(target.owner, SEAL);
  expect((await verifyLedger(target.owner, SEAL, new Date())).problems).toEqual([]);
});

describe('the file', () => {
  test('is its owner’s alone, is never written over, and leaves no half of itself', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await expect(dumpDatabase(app.db, file, origin)).rejects.toThrow('already there');
    const nowhere = join(folder, 'missing', 'x.backup');
    await expect(dumpDatabase(app.db, nowhere, origin)).rejects.toThrow('ENOENT');
    const empty = await open();
    await expect(dumpDatabase(empty, join(folder, 'none'), origin)).rejects.toThrow('no book');
    expect(readdirSync(folder).filter((name) => name.endsWith('.part') || name === 'none')).toEqual(
      [],
    );
  });

  test('says what it is and can be checked by hand', () => {
    const bytes = readFileSync(file);
    const [title, head] = bytes.toString('latin1', 0, 400).split('\n');
    expect(title).toBe('Satling database backup 2');
    expect(JSON.parse(head ?? '')).toMatchObject({
      madeAt: '2026-11-21T18:00:00.000Z',
      program: '0.1.0',
    });
    expect(bytes.includes(Buffer.from(SECRET))).toBe(false);
  });

  test('damaged at 150 places or cut at 50, it is refused and nothing is there', async () => {
    const target = await open();
    const whole = readFileSync(file);
    const bad = join(folder, 'bad.backup');
    const places = fc.sample(fc.integer({ min: 0, max: whole.length - 1 }), {
      numRuns: 150,
      seed: 11,
    });
    const cuts = fc.sample(fc.integer({ min: 0, max: whole.length - 1 }), {
      numRuns: 50,
      seed: 12,
    });
    const files = [
      ...places.map((at, i) => {
        const copy = Buffer.from(whole);
        copy[at] = (copy[at] as number) ^ (1 << (i % 8));
        return copy;
      }),
      ...cuts.map((at) => whole.subarray(0, at)),
      Buffer.concat([whole, Buffer.from('\n')]),
      Buffer.from('something else'),
      Buffer.alloc(0),
    ];
    for (const bytes of files) {
      writeFileSync(bad, bytes);
      const restore = restoreDatabase(target, bad, SECRET);
      await expect(restore).rejects.toThrow(/is damaged|is cut short|not a (database )?backup/);
    }
    expect(await tablesIn(target)).toBe(0);
    // The same database accepts the whole file: only the damage was refused.
    expect((await restoreDatabase(target, file, SECRET)).rows).toBeGreaterThan(500);
  });
});

describe('a restore refuses and changes nothing', () => {
  test('rows that are not those that were summed', async () => {
    const target = await open();
    const changed = rewritten(file, 'sum.backup', SECRET, replaced('\tMia\t', '\tMio\t'));
    await expect(restoreDatabase(target, changed, SECRET)).rejects.toThrow('is damaged');
    expect(await tablesIn(target)).toBe(0);
  });

  test('a file that ends behind a table, before its own end', async () => {
    const target = await open();
    const short = rewritten(file, 'short.backup', SECRET, (frames) =>
      frames.subarray(0, frames.lastIndexOf('Z\0\0')),
    );
    await expect(restoreDatabase(target, short, SECRET)).rejects.toThrow(/ends|damaged/);
    expect(await tablesIn(target)).toBe(0);
  });

  test('the file of a newer program', async () => {
    const target = await open();
    const newer = rewritten(
      file,
      'newer.backup',
      SECRET,
      replaced('"0001_schema#1"', '"9001_future#1"'),
    );
    const restore = restoreDatabase(target, newer, SECRET);
    await expect(restore).rejects.toThrow(/newer program made this backup.*9001_future#1/);
    expect(await tablesIn(target)).toBe(0);
  });

  test('a file written or changed by somebody else, unless explicitly accepted (T60)', async () => {
    const target = await open();
    const foreign = rewritten(file, 'theirs.backup', new Uint8Array(32), (frames) => frames);
    await expect(restoreDatabase(target, foreign, SECRET)).rejects.toThrow(
      /is not a backup that this SECRET_KEY wrote.*restore -- --foreign FILE$/,
    );
    expect(await tablesIn(target)).toBe(0);
    const { rows } = await restoreDatabase(target, foreign, SECRET, { isForeign: true });
    expect(rows).toBeGreaterThan(500);
  });

  test('another SECRET_KEY', async () => {
    const target = await open();
    const restore = restoreDatabase(target, file, new Uint8Array(32).fill(8));
    await expect(restore).rejects.toThrow('another SECRET_KEY');
    expect(await tablesIn(target)).toBe(0);
  });

  test('a database that is not empty: with rows, or with other tables', async () => {
    const target = await open();
    await restoreDatabase(target, file, SECRET);
    const before = await everything(target);
    await expect(restoreDatabase(target, file, SECRET)).rejects.toThrow('not empty');
    expect(await everything(target)).toEqual(before);
    const foreign = await open();
    await foreign.owner`CREATE TABLE recipe (name text)`;
    await expect(restoreDatabase(foreign, file, SECRET)).rejects.toThrow('has the table recipe');
    expect(await tablesIn(foreign)).toBe(1);
  });

  test('a database that a program is using, also when that program has no rows yet', async () => {
    const address = await freshDatabase();
    const other = postgres({
      ...adminOf(address),
      connection: { application_name: 'satling-app' },
    });
    await other`SELECT 1`;
    await expect(restoreDatabase(await open(address), file, SECRET)).rejects.toThrow(
      'stop it first',
    );
    await other.end();
    // The server takes a moment to drop a connection.
    const target = await open(address);
    const connected = () => target.owner`
      SELECT FROM pg_stat_activity WHERE application_name = 'satling-app' AND datname = current_database()`;
    while ((await connected()).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    // Rows prepared by a start, without any use, count as empty.
    expect((await restoreDatabase(target, file, SECRET)).rows).toBeGreaterThan(500);
  });
});

test('a backup of an older schema is restored and brought up to date', async () => {
  const old = await open(await freshDatabase());
  await takeBackupRunsOut(old);
  await old.owner`INSERT INTO family VALUES (gen_random_uuid(), 'Europe/Berlin', false, 50, now())`;
  const oldFile = join(folder, 'old.backup');
  expect((await dumpDatabase(old, oldFile, origin)).rows).toBe(1);
  const target = await open();
  await restoreDatabase(target, oldFile, SECRET);
  expect(await target.owner`SELECT time_zone FROM family`).toMatchObject([
    { timeZone: 'Europe/Berlin' },
  ]);
  const [done] = await target.owner`SELECT count(*)::int AS n FROM migration WHERE name <> 'lock'`;
  expect(done?.n).toBe(steps().length);
  expect(await target.owner`SELECT FROM backup_run`).toEqual([]);
});

test('there are no sequences, whose state a backup of rows would lose', async () => {
  expect(await app.db.owner`SELECT FROM pg_sequences WHERE schemaname = 'public'`).toHaveLength(0);
});
