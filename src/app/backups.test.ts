/** Nights of the program's own backups, on a real PostgreSQL. */
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BackupPlace } from '#server/backup-place.ts';
import { backupState, isStale } from '#server/backup-runs.ts';
import { connect, type Database } from '#server/db/database.ts';
import type { Pool } from '#server/db/sql.ts';
import { checkOf } from '#server/task-runs.ts';
import { adminOf } from '#tests/support/address.ts';
import { freshDatabase, JOBS_KEY, PUBLIC_URL, startApp, type TestApp } from '#tests/support/app.ts';
import { addChild, record } from '#tests/support/family.ts';
import { DAY } from '#tests/support/paydays.ts';
import { queuedMails } from '#tests/support/queue.ts';
import { takeBackupRunsOut } from '#tests/support/upgrades.ts';
import { copy } from '#tools/nightly-backup/night.ts';
import { prove, scratchOf } from '#tools/nightly-backup/proof.ts';
import { backupTasks, upgrade } from './backups.ts';

const secretKey = new Uint8Array(32).fill(7);
let app: TestApp;
let folder: string;
let lines: string[] = [];
let free: number;
let backupPlace: BackupPlace | undefined;

const around = () => ({
  ...{ clock: () => app.clock.now, log: (line: string) => void lines.push(line) },
  free: (at: string) => Promise.resolve(at === folder ? free : Number.MAX_SAFE_INTEGER),
});
async function night(at: string, operators = ['ops@example.com']) {
  app.clock.now = new Date(at);
  const adminEmails = new Set(operators);
  const env = { backupDir: folder, backupPlace, secretKey, publicUrl: PUBLIC_URL, adminEmails };
  const task = backupTasks(env, app.db, app.address, around()).find(isNightly);
  await app.db.owner`
    INSERT INTO task_run (name, run_no) VALUES ('back-up', 1) ON CONFLICT DO NOTHING`;
  await task?.run(app.services.jobs, checkOf('back-up', 1n));
  return backupState(app.db.owner);
}
const isNightly = ({ name }: { name: string }) => name === 'back-up';
const files = () => readdirSync(folder).sort();
const scratches = async () => {
  const admin = postgres(adminOf(app.address));
  const [own] = await admin`SELECT current_database() AS name`;
  const found = await admin`
    SELECT datname FROM pg_database WHERE datname = ${scratchOf(own?.name)}`;
  await admin.end();
  return found.length;
};

beforeAll(async () => {
  app = await startApp();
  const anna = await app.signIn('anna@example.com');
  const { id } = await addChild(anna, { age: 9 });
  await record(anna, id, 'bonus', '0.0001');
});
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'satling-night-')), 'backups');
  free = Number.MAX_SAFE_INTEGER;
  lines = [];
});
afterAll(() => app.close());

test('a night leaves a proven copy that only its owner reads, and no scratch database', async () => {
  const { last, provenAt } = await night('2026-12-01T03:12:00Z');
  expect(last).toMatchObject({ isProven: true, problem: null });
  expect(provenAt).toEqual(new Date('2026-12-01T03:12:00Z'));
  expect(files()).toEqual(['satling-nightly-2026-12-01T03-12-00.backup']);
  expect(statSync(join(folder, files()[0] as string)).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(lines.at(-1)).toMatch(/is proven: \d+ rows of \d+ tables; 1 sealed entries of 1 families/);
  expect(await scratches()).toBe(0);
});

test('a copy with one flipped bit is detected, stays on the page, and is reported to the operator', async () => {
  await night('2026-12-02T03:12:00Z');
  const file = join(folder, files()[0] as string);
  const bytes = readFileSync(file);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
  writeFileSync(file, bytes);
  free = 0; // the flipped copy stays the newest
  const mailed = (await queuedMails(app.db, JOBS_KEY, 'ops@example.com')).length;
  const { last, provenAt } = await night('2026-12-03T03:12:00Z');
  expect(last).toMatchObject({ isProven: false, problem: 'disk_full' });
  expect(provenAt).toEqual(new Date('2026-12-02T03:12:00Z'));
  expect(lines.join('\n')).toMatch(/not proven: .*is damaged/);
  const mails = await queuedMails(app.db, JOBS_KEY, 'ops@example.com');
  expect(mails.length).toBe(mailed + 1);
  expect(mails.at(-1)?.text).toContain(`${PUBLIC_URL}/admin/monitoring`);
  expect(await scratches()).toBe(0);
});

test('where less than twice the newest copy is free, no copy is made, and the last one is proven again', async () => {
  await night('2026-12-04T03:12:00Z');
  free = 2 * statSync(join(folder, files()[0] as string)).size - 1;
  const { last } = await night('2026-12-05T03:12:00Z');
  expect(last).toMatchObject({ isProven: true, problem: 'disk_full' });
  expect(last?.copiedAt).toEqual(new Date('2026-12-04T03:12:00Z'));
  expect(files()).toHaveLength(1);
  expect(lines.join('\n')).toContain('set BACKUP_DIR to another disk');
  free += 1;
  expect((await night('2026-12-05T04:12:00Z')).last?.problem).toBeNull();
  expect(files()).toHaveLength(2);
});

test('whoever claimed the server gets a message and a mail, and nobody else does', async () => {
  writeFileSync(folder, 'a file');
  await app.db.owner`UPDATE users SET is_operator = true WHERE email = 'anna@example.com'`;
  const messages = () => app.db.owner`SELECT user_id FROM message WHERE kind = 'backup_failed'`;
  const mailed = (await queuedMails(app.db, JOBS_KEY)).length;
  await night('2026-12-05T04:42:00Z', []);
  expect(await messages()).toHaveLength(1);
  const mails = await queuedMails(app.db, JOBS_KEY);
  expect(mails.slice(mailed).map(({ to }) => to)).toEqual(['anna@example.com']);
});

test('a database user that may not create a database proves nothing, and reads what to do', async () => {
  await night('2026-12-05T05:12:00Z');
  const file = join(folder, files()[0] as string);
  const plain = postgres(adminOf(app.address));
  await plain`CREATE ROLE satling_night_test`;
  try {
    await plain`SET ROLE satling_night_test`;
    const keys = { secretKey, passphrase: undefined, now: app.clock.now };
    await expect(prove(plain as unknown as Pool, app.address, file, keys)).rejects.toThrow(
      /may not create a database.*ALTER ROLE … CREATEDB$/,
    );
  } finally {
    await plain`RESET ROLE`;
    await plain`DROP ROLE satling_night_test`;
    await plain.end();
  }
});

test('what a killed proof left behind is removed by the next one', async () => {
  const admin = postgres(adminOf(app.address));
  const [own] = await admin<{ name: string }[]>`SELECT current_database() AS name`;
  await admin.unsafe(`CREATE DATABASE ${scratchOf(own?.name as string)} TEMPLATE template0`);
  await admin.end();
  expect(await scratches()).toBe(1);
  expect((await night('2026-12-05T06:12:00Z')).last?.isProven).toBe(true);
  expect(await scratches()).toBe(0);
});

test('after 48 hours without a proof the state is stale', async () => {
  const state = await night('2026-12-06T03:12:00Z');
  expect(isStale(state, new Date('2026-12-08T03:12:00Z'))).toBe(false);
  expect(isStale(state, new Date('2026-12-08T03:12:01Z'))).toBe(true);
});

test('forty nights leave seven days and the weeks before, none older than 30 days', async () => {
  const made = { db: app.db, address: app.address, folder, secretKey, ...around() };
  for (let day = 0; day < 40; day += 1) {
    app.clock.now = new Date(Date.parse('2027-01-01T03:12:00Z') + day * DAY);
    await copy({ ...made, passphrase: () => undefined }, 'nightly');
  }
  writeFileSync(join(folder, 'satling-2020-01-01T00-00-00.backup'), 'made by hand');
  await copy({ ...made, passphrase: () => undefined }, 'before-upgrade');
  const ages = files().flatMap((name) => {
    const day = /nightly-(\d{4}-\d\d-\d\d)/.exec(name)?.[1];
    return day ? [(Date.parse('2027-02-09') - Date.parse(day)) / DAY] : [];
  });
  expect(ages).toEqual([27, 20, 13, 6, 5, 4, 3, 2, 1, 0]);
  expect(files()).toContain('satling-2020-01-01T00-00-00.backup');
  rmSync(folder, { recursive: true });
});

test('a folder that cannot be used is said, and the night ends', async () => {
  writeFileSync(folder, 'a file');
  const { last } = await night('2027-03-01T03:12:00Z');
  expect(last).toMatchObject({ isProven: false, problem: 'not_written', copiedAt: null });
});

describe('an upgrade', () => {
  const env = () => ({ backupDir: folder, secretKey });
  /** As left by an earlier version: without the last migration. */
  const earlier = async () => {
    const db = connect(await freshDatabase());
    await takeBackupRunsOut(db);
    return db;
  };
  const upgraded = (db: Database) => upgrade(env(), db, app.address, around());
  const steps = (db: Database) => db.owner`SELECT name, hash FROM migration ORDER BY name`;

  test('without space for a backup, or with a migration that fails, the book stays as it was, and the operator is told how to go back', async () => {
    const db = await earlier();
    const before = [...(await steps(db))];
    writeFileSync(folder, 'a file');
    await expect(upgraded(db)).rejects.toThrow(
      /^Not upgraded, as no backup could be made first: .*The book is as it was.*BACKUP_DIR=none/,
    );
    rmSync(folder);
    await db.owner`CREATE TABLE backup_run (somebody_elses text)`;
    await expect(upgraded(db)).rejects.toThrow(
      /^The upgrade failed: .*already exists.*the version that ran before still opens it, and .*before-upgrade-.*\.backup holds a copy$/,
    );
    expect([...(await steps(db))]).toEqual(before);
    await db.owner`DROP TABLE backup_run`;
    rmSync(folder, { recursive: true });
    await upgraded(db);
    expect(files()).toHaveLength(1);
    expect([...(await steps(db))]).toHaveLength(before.length + 2);
    await db.close();
  });

  test('of a book that is up to date, or of a new one, makes no copy', async () => {
    for (const address of [await freshDatabase(), await freshDatabase('template0')]) {
      const db = connect(address);
      await upgraded(db);
      expect(existsSync(folder)).toBe(false);
      await db.close();
    }
  });
});
