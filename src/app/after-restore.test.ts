/** After a restore: everybody is signed out, and erasures made since the backup are repeated. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseFamilies } from '#features/book/privacy/work.ts';
import { connect } from '#server/db/database.ts';
import { erasures } from '#server/erasures.ts';
import { sealAll } from '#server/ledger/seal.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import {
  freshDatabase,
  SEAL_KEY,
  startApp,
  type TestApp,
  type Visitor,
} from '#tests/support/app.ts';
import {
  addChild,
  eraseClosedBooks,
  joinAsChild,
  joinAsSpouse,
  record,
} from '#tests/support/family.ts';
import { writeBackup } from '#tools/backup-tool.ts';
import { restoreDatabase } from '#tools/database-backup/restore.ts';
import { type ErasureList, listBytes, readList } from '#tools/nightly-backup/erasure-list.ts';
import { afterRestore } from './after-restore.ts';

const SECRET = new Uint8Array(32).fill(4);
const HOURS_72 = 72 * 3_600_000;
const folder = mkdtempSync(join(tmpdir(), 'satling-after-'));
const file = join(folder, 'before.backup');

let app: TestApp;
let copiedAt: Date;
let list: ErasureList;
let leo: string;

beforeAll(async () => {
  app = await startApp({ at: '2026-12-01T12:00:00Z' });
  const anna = await app.signIn('anna@example.com');
  await joinAsSpouse(app, anna, 'ben@example.com');
  expect((await anna.send('DELETE', '/api/family/spouse')).status).toBe(200);
  await joinAsSpouse(app, anna, 'ben@example.com');
  const mia = await addChild(anna, { name: 'Mia', age: 9 });
  await record(anna, mia.id, 'bonus', '0.0001');
  leo = (await addChild(anna, { name: 'Leo', age: 12 })).id;
  await record(anna, leo, 'bonus', '0.0002');
  await joinAsChild(app, anna, mia.id, 'mia@example.com');
  await askToUse(await joinAsChild(app, anna, leo, 'leo@example.com'), leo);
  const zoe = await app.signIn('zoe@example.com');
  await addChild(zoe, { name: 'Nora', age: 7 });
  const pia = await app.signIn('pia@example.com');
  await addChild(pia, { name: 'Tim', age: 8 });
  await joinAsSpouse(app, pia, 'quin@example.com');
  copiedAt = app.clock.now;
  await writeBackup(app.db, file, { secretKey: SECRET, now: copiedAt, passphrase: undefined });
  app.clock.advance(60_000);
  expect((await pia.send('POST', '/api/family/spouse/full-parent')).status).toBe(200);
  expect((await pia.send('POST', '/api/family/leave')).status).toBe(200);
  await eraseSince(anna, zoe, mia.id);
  const until = app.clock.now;
  list = readList(listBytes({ until, erasures: await erasures(app.db.owner) }, SECRET), SECRET);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

async function askToUse(child: Visitor, childId: string) {
  const asked = await child.send('POST', '/api/withdrawal-requests', {
    ...{ childId, amount: '0.00005', reason: 'Bike' },
  });
  expect(asked.status).toBe(200);
}

/** Zoe's family, Leo's book with an open request of the backup, Ben, and Mia's sign-in. */
async function eraseSince(anna: Visitor, zoe: Visitor, mia: string) {
  const { open } = (await anna.get('/api/requests')).body as { open: { id: string }[] };
  const no = { approved: false, reason: 'Later' };
  for (const { id } of open)
    expect((await anna.send('PATCH', `/api/withdrawal-requests/${id}`, no)).status).toBe(200);
  expect((await anna.send('DELETE', `/api/children/${leo}`)).status).toBe(200);
  expect((await anna.send('DELETE', '/api/family/spouse')).status).toBe(200);
  expect((await anna.send('DELETE', `/api/children/${mia}/sign-in`)).status).toBe(200);
  expect((await zoe.send('POST', '/api/family/deletion')).status).toBe(200);
  expect(await eraseClosedBooks(app)).toBe(1);
  app.clock.advance(HOURS_72);
  expect(await eraseFamilies(app.db.owner, app.clock.now)).toBe(1);
}

/** The backup in another database, and the program on it. */
async function restored(found: ErasureList | undefined, isProven = true) {
  const address = await freshDatabase('template0');
  const db = connect(address, 1);
  let isSure = false;
  const now = app.clock.now;
  await restoreDatabase(db, file, SECRET, {
    afterwards: async (tx, madeAt) => {
      expect(madeAt).toEqual(copiedAt);
      isSure = await afterRestore(tx, {
        ...{ copiedAt, list: found, isProven, secretKey: SECRET, now },
      });
    },
  });
  await sealAll(db.owner, SEAL_KEY);
  const { problems } = await verifyLedger(db.owner, SEAL_KEY, now);
  expect(problems).toEqual([]);
  await db.close();
  return { isSure, there: await startApp({ address, at: now.toISOString() }) };
}

test('what was erased since the copy is erased again, and everybody has to sign in again (T60)', async () => {
  const { isSure, there } = await restored(list);
  expect(isSure).toBe(true);
  const [left] = await there.db.owner`
    SELECT (SELECT count(*)::int FROM session) AS sessions,
      (SELECT count(*)::int FROM magic_link) AS links,
      (SELECT count(*)::int FROM invitation WHERE answer IS NULL) AS invitations,
      (SELECT count(*)::int FROM hold WHERE ended_at IS NULL) AS holds,
      (SELECT array_agg(email ORDER BY email) FROM users) AS people`;
  expect(left).toEqual({
    ...{ sessions: 0, links: 0, invitations: 0, holds: 0 },
    people: ['anna', 'ben', 'pia', 'quin'].map((name) => `${name}@example.com`),
  });
  const anna = await there.signIn('anna@example.com');
  const { body } = await anna.get('/api/children');
  expect((body as { name: string }[]).map(({ name }) => name)).toEqual(['Mia']);
  // Ben signs in to a new, empty family.
  const ben = await there.signIn('ben@example.com');
  expect((await ben.get('/api/children')).body).toEqual([]);
  await there.close();
});

test('if a parent has left since, the other one is the parent, even if the copy knew them as a spouse (T60)', async () => {
  const { there } = await restored(list);
  const quin = await there.signIn('quin@example.com');
  expect((await quin.get('/api/auth/user')).body).toMatchObject({ role: 'parent' });
  expect((await quin.get('/api/children')).body).toMatchObject([{ name: 'Tim' }]);
  const pia = await there.signIn('pia@example.com');
  expect((await pia.get('/api/children')).body).toEqual([]);
  await there.close();
});

test('after a copy without a newer list, or of unknown origin, only the operator gets in until somebody has checked (T60)', async () => {
  const older = { until: copiedAt, erasures: [] };
  for (const [found, isProven] of [
    [undefined, true],
    [older, true],
    // A forged backup may come with forged erasures.
    [list, false],
  ] as const) {
    const { isSure, there } = await restored(found, isProven);
    expect(isSure).toBe(false);
    await expect(there.signIn('anna@example.com')).rejects.toThrow(/just restored/);
    await there.close();
  }
});

test('somebody who left before the copy and came back by then stays: no clock decides what came after it (T60)', async () => {
  const [before] = list.erasures;
  expect(before).toMatchObject({ kind: 'person' });
  const known = { until: list.until, erasures: before ? [before] : [] };
  const { isSure, there } = await restored(known);
  expect(isSure).toBe(true);
  const ben = await there.signIn('ben@example.com');
  expect((await ben.get('/api/children')).body).toHaveLength(2);
  await there.close();
});

test('a list that was written, cut or changed without the key erases nobody (T60)', () => {
  const bytes = listBytes(list, SECRET);
  expect(list.erasures.map(({ kind }) => kind).sort()).toEqual([
    ...['book', 'family', 'person', 'person', 'person', 'person', 'person'],
  ]);
  const text = bytes.toString('utf8');
  const cut = text.replace(/\{"kind":"family".*?\},?/, '');
  for (const wrong of [cut, text.replace('"book"', '"family"'), text.slice(0, 60), '', 'x'])
    expect(() => readList(Buffer.from(wrong), SECRET)).toThrow(/list of erasures/);
  expect(() => readList(bytes, new Uint8Array(32))).toThrow(/list of erasures/);
});
