/** Off-site storage: encrypted, read back whole, and checked against one that only says yes. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { BackupPlace } from '#server/backup-place.ts';
import { backupState } from '#server/backup-runs.ts';
import { checkOf } from '#server/task-runs.ts';
import { JOBS_KEY, PUBLIC_URL, startApp, type TestApp } from '#tests/support/app.ts';
import { addChild, record } from '#tests/support/family.ts';
import { type PlaceServer, startPlaceServer } from '#tests/support/place-server.ts';
import { queuedMails } from '#tests/support/queue.ts';
import { openList } from '#tools/nightly-backup/erasure-list.ts';
import { backupTasks } from './backups.ts';

const secretKey = new Uint8Array(32).fill(7);
const PASSPHRASE = 'long enough to count';
let app: TestApp;
let server: PlaceServer;
let folder: string;
let day = 0;

beforeAll(async () => {
  app = await startApp({ at: '2026-12-01T03:12:00Z' });
  const anna = await app.signIn('anna.of.the.hill@example.com');
  const { id } = await addChild(anna, { name: 'Marguerite', age: 9 });
  await record(anna, id, 'bonus', '0.0001', 'For the garden');
});
beforeEach(async () => {
  vi.stubEnv('BACKUP_PASSPHRASE', PASSPHRASE);
  server = await startPlaceServer();
  folder = join(mkdtempSync(join(tmpdir(), 'satling-place-')), 'backups');
  day += 1;
  app.clock.now = new Date(Date.UTC(2026, 11, day, 3, 12));
  return async () => {
    vi.unstubAllEnvs();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  };
});
afterAll(() => app.close());

async function run(name: string, backupPlace: BackupPlace = server.place) {
  const env = { backupDir: folder, backupPlace, secretKey, publicUrl: PUBLIC_URL };
  const around = { clock: () => app.clock.now, log: () => undefined };
  const adminEmails = new Set(['ops@example.com']);
  const task = backupTasks({ ...env, adminEmails }, app.db, app.address, around).find(
    (one) => one.name === name,
  );
  await app.db.owner`
    INSERT INTO task_run (name, run_no) VALUES (${name}, 1) ON CONFLICT DO NOTHING`;
  await task?.run(app.services.jobs, checkOf(name, 1n));
  return (await backupState(app.db.owner)).last;
}
const mails = async () => (await queuedMails(app.db, JOBS_KEY, 'ops@example.com')).length;

test('a proven copy is uploaded, read back, and has exactly the same bytes (T60)', async () => {
  const last = await run('back-up');
  expect(last).toMatchObject({ isProven: true, placeProblem: null, placedAt: app.clock.now });
  const [name = ''] = readdirSync(folder);
  expect(server.objects.get(`home/${name}`)?.equals(readFileSync(join(folder, name)))).toBe(true);
});

test('nothing about a family leaves unencrypted, in copies, list, addresses or headers (T60)', async () => {
  await run('back-up');
  // On a busy machine the place may reply too late: the next round retries.
  await expect
    .poll(async () => {
      await run('list-erasures');
      return [...server.objects.keys()].some((key) => key.endsWith('erasures.list.age'));
    })
    .toBe(true);
  const heard = server.heard().toString('latin1');
  expect(heard.length).toBeGreaterThan(2_000);
  const [family] = await app.db.owner<{ familyId: string }[]>`SELECT family_id FROM family`;
  for (const word of ['Marguerite', 'anna.of.the.hill', 'garden', 'Satling database', PASSPHRASE])
    expect(heard).not.toContain(word);
  expect(heard).not.toContain(family?.familyId);
  expect(heard).not.toContain('the secret');
});

test('without a passphrase nothing is sent, and the operator reads why (T60)', async () => {
  vi.stubEnv('BACKUP_PASSPHRASE', undefined);
  const before = await mails();
  expect(await run('back-up')).toMatchObject({ isProven: true, placeProblem: 'not_encrypted' });
  await run('list-erasures');
  expect(server.objects.size).toBe(0);
  expect(server.heard()).toHaveLength(0);
  expect(await mails()).toBe(before + 1);
});

test('a wrong key, or a place that breaks off, keeps half or nothing, or never ends is reported; the copy here stays proven (T60)', async () => {
  const wrong = { ...server.place, secret: 'another' };
  const gone = { ...server.place, origin: 'http://127.0.0.1:9' };
  const before = await mails();
  expect(await run('back-up', wrong)).toMatchObject({ isProven: true, placeProblem: 'refused' });
  app.clock.advance(60_000);
  expect(await run('back-up', gone)).toMatchObject({ placeProblem: 'unreachable' });
  for (const [mood, placeProblem] of [
    ['breaks off', 'unreachable'],
    ['lies', 'differs'],
    ['babbles', 'differs'],
    ['forgets', 'refused'],
  ] as const) {
    server.mood = mood;
    app.clock.advance(60_000);
    expect(await run('back-up')).toMatchObject({ isProven: true, problem: null, placeProblem });
  }
  expect(await mails()).toBe(before + 6);
  // No file there has the name of a good one.
  expect([...server.objects.keys()]).toEqual([]);
  server.mood = 'honest';
  app.clock.advance(60_000);
  expect(await run('back-up')).toMatchObject({ placeProblem: null });
  expect(await mails()).toBe(before + 6);
});

test('old copies leave the place as they leave the folder, and what is not ours stays (T60)', async () => {
  const names = ['2026-10-01', '2026-10-02', '2026-10-03'].map(
    (date) => `home/satling-nightly-${date}T03-12-00.backup`,
  );
  for (const name of [
    ...names,
    'home/photos.zip',
    'other/satling-nightly-2026-10-01T03-12-00.backup',
  ])
    server.objects.set(name, Buffer.from('x'));
  await run('back-up');
  const [ours = ''] = readdirSync(folder);
  expect([...server.objects.keys()].sort()).toEqual([
    'home/photos.zip',
    `home/${ours}`,
    'other/satling-nightly-2026-10-01T03-12-00.backup',
  ]);
});

test('the list at the place opens with passphrase and key, and with nothing else (T60)', async () => {
  await run('list-erasures');
  const bytes = server.objects.get('home/erasures.list.age') ?? Buffer.alloc(0);
  const opened = await openList(bytes, { secretKey, passphrase: PASSPHRASE });
  expect(opened.until).toEqual(app.clock.now);
  const keys = { secretKey, passphrase: 'another passphrase' };
  await expect(openList(bytes, keys)).rejects.toThrow();
  const other = { secretKey: new Uint8Array(32), passphrase: PASSPHRASE };
  await expect(openList(bytes, other)).rejects.toThrow(/list of erasures/);
});
