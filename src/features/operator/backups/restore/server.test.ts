/** A restore from a page: who may request it, accepted files, and early refusals. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sheetText } from '#core/restore-sheet.ts';
import type { Asked } from '#server/restoring.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { message } from '#tests/support/family.ts';
import { writeBackup } from '#tools/backup-tool.ts';
import { listBytes } from '#tools/nightly-backup/erasure-list.ts';

const CODE = 'the-code-of-this-server';
const PASSPHRASE = 'eleven plus one';
const secretKey = new Uint8Array(32).fill(5);
const folder = mkdtempSync(join(tmpdir(), 'satling-page-'));
const kept = join(folder, 'kept.backup');
const open = join(folder, 'open.backup');
const uploads = join(folder, 'data');

let app: TestApp;
let begun: Asked[];
let environment: Record<string, string>;

beforeAll(async () => {
  const there = await startApp();
  await there.signIn('anna@example.com');
  const now = there.clock.now;
  await writeBackup(there.db, kept, { secretKey, now, passphrase: PASSPHRASE });
  await writeBackup(there.db, open, { secretKey, now, passphrase: undefined });
  await there.close();
  environment = {};
  app = await startApp({
    admins: [],
    claimCode: CODE,
    settings: { environment },
    restoring: {
      ...{ folder: uploads, failure: undefined, begin: (asked) => void begun.push(asked) },
      sheet: () => ({ secretKey, passphrase: undefined }),
    },
  });
  mkdirSync(uploads);
});
beforeEach(() => {
  begun = [];
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const put = async (bytes: Uint8Array, { at = 0, what = 'backup', code = CODE } = {}) => {
  const reply = await app.app.inject({
    method: 'PUT',
    url: `/api/restore/upload/${what}?at=${at}`,
    headers: { 'content-type': 'application/octet-stream', 'x-claim-code': code },
    payload: Buffer.from(bytes),
  });
  return [reply.statusCode, (reply.json() as { message?: string }).message];
};
const SHEET = sheetText({ secretKey, passphrase: PASSPHRASE });
const begin = async (over: object = {}) => {
  const reply = await app
    .visitor()
    .send('POST', '/api/restore', { code: CODE, sheet: SHEET, hasList: false, ...over });
  return [reply.status, reply.status === 200 ? 'begun' : message(reply)];
};

test('without the code of the claim nothing arrives and nothing begins (T60)', async () => {
  const wrong = 'This is not the code of this server';
  expect(await put(readFileSync(kept), { code: 'guessed' })).toEqual([401, wrong]);
  expect(await begin({ code: 'guessed' })).toEqual([401, wrong]);
  expect(readdirSync(uploads)).toEqual([]);
});

test('a file arrives in pieces, readable by the program alone; a gap is refused, a repeat is not', async () => {
  expect(await begin()).toEqual([400, 'Choose a backup file']);
  const bytes = readFileSync(kept);
  const [first, rest] = [bytes.subarray(0, 100), bytes.subarray(100)];
  expect((await put(rest, { at: 100 }))[0]).toBe(409);
  expect(await put(first)).toEqual([200, undefined]);
  expect((await put(rest, { at: 101 }))[0]).toBe(409);
  for (const _ of [1, 2]) expect(await put(rest, { at: 100 })).toEqual([200, undefined]);
  const file = join(uploads, 'restore-backup.part');
  expect(readFileSync(file).equals(bytes)).toBe(true);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  for (const wrong of [{ what: 'secret.key' }, { at: -1 }, { at: 2 ** 41 }])
    expect((await put(first, wrong))[0]).toBe(400);
});

test('what does not fit is refused before anything is closed or written (T60)', async () => {
  await put(readFileSync(kept));
  const other = new Uint8Array(32).fill(6);
  for (const [over, wrong] of [
    [{ sheet: SHEET.slice(1) }, /isn’t a complete restore sheet/],
    [{ sheet: sheetText({ secretKey, passphrase: 'some other words' }) }, /not the passphrase for/],
    [{ sheet: sheetText({ secretKey, passphrase: undefined }) }, /passphrase is missing/],
    [{ sheet: sheetText({ secretKey: other, passphrase: PASSPHRASE }) }, /don’t belong together/],
  ] as const)
    expect(await begin(over)).toEqual([400, expect.stringMatching(wrong)]);
  await put(readFileSync(open));
  expect(await begin()).toEqual([400, expect.stringMatching(/isn’t encrypted/)]);
  const bytes = readFileSync(open);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
  for (const damaged of [bytes, bytes.subarray(0, 500), Buffer.from('hello')]) {
    await put(damaged);
    const sheet = sheetText({ secretKey, passphrase: undefined });
    expect(await begin({ sheet })).toEqual([400, expect.stringMatching(/damaged, or it isn’t/)]);
  }
  await put(readFileSync(kept));
  const until = new Date();
  const list = listBytes({ until, erasures: [] }, other);
  await put(list, { what: 'erasures' });
  expect(await begin({ hasList: true })).toEqual([400, expect.stringMatching(/Leave it out/)]);
  environment.SECRET_KEY = 'another key of at least 32 characters';
  const named = await begin();
  expect(named).toEqual([409, expect.stringMatching(/another SECRET_KEY is set/)]);
  delete environment.SECRET_KEY;
  expect(begun).toEqual([]);
});

test('a backup and its sheet begin a restore, once the reply is on its way (T60)', async () => {
  await put(readFileSync(kept));
  await put(listBytes({ until: new Date(), erasures: [] }, secretKey), { what: 'erasures' });
  expect(await begin({ hasList: true })).toEqual([200, 'begun']);
  await vi.waitFor(() => expect(begun).toHaveLength(1));
  expect(begun[0]).toMatchObject({ secretKey, passphrase: PASSPHRASE, hasList: true });
});

test('a server on which anybody has a book takes no backup (T60)', async () => {
  const state = async () => (await app.visitor().get('/api/restore')).body;
  expect(await state()).toEqual({ isPossible: true, isClaimed: false, failure: null });
  await app.signIn('first@example.com');
  expect(await state()).toMatchObject({ isPossible: false });
  const wrong = expect.stringMatching(/This server already has books/);
  expect(await put(readFileSync(kept))).toEqual([409, wrong]);
  expect(await begin()).toEqual([409, wrong]);
});
