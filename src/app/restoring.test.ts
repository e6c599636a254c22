/** A restore that dies or fails halfway: the key belongs to the committed book. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { connect } from '#server/db/database.ts';
import { noteRestored } from '#server/erasures.ts';
import { uploadIn } from '#server/restoring.ts';
import { freshDatabase, startApp } from '#tests/support/app.ts';
import { endBrokenRestore, restoreAsked } from './restoring.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satling-broken-'));
  writeFileSync(join(folder, 'secret.key'), 'the old key');
  return () => rmSync(folder, { recursive: true });
});
const key = () => readFileSync(join(folder, 'secret.key'), 'utf8');
const AT = new Date('2026-12-01T03:12:00Z');
const leaveAside = () =>
  writeFileSync(join(folder, `secret.key.restored-${AT.getTime()}`), 'the key of the sheet');

test('a death before the book was committed leaves the old key, a later one the sheet’s (T60)', async () => {
  const app = await startApp();
  expect(await endBrokenRestore(folder, app.db)).toBe(false);
  // Later arrivals see nothing of the restore, nor does an earlier one apply.
  await app.signIn('anna@example.com');
  const earlier = new Date(AT.getTime() - 1);
  await noteRestored(app.db.owner, { copiedAt: AT, checkedAt: AT, now: earlier });
  leaveAside();
  writeFileSync(uploadIn(folder, 'backup'), 'what was uploaded');
  expect(await endBrokenRestore(folder, app.db)).toBe(false);
  expect([key(), readdirSync(folder)]).toEqual(['the old key', ['secret.key']]);
  leaveAside();
  await noteRestored(app.db.owner, { copiedAt: AT, checkedAt: AT, now: AT });
  expect(await endBrokenRestore(folder, app.db)).toBe(true);
  expect([key(), readdirSync(folder)]).toEqual(['the key of the sheet', ['secret.key']]);
  await app.close();
});

test('a start on a database without tables knows of no restore (T60)', async () => {
  leaveAside();
  const empty = connect(await freshDatabase('template0'), 1);
  expect(await endBrokenRestore(folder, empty)).toBe(false);
  expect(readdirSync(folder)).toEqual(['secret.key']);
  await empty.close();
});

test('a restore that fails leaves its old key, no key aside and no upload (T60)', async () => {
  const app = await startApp();
  writeFileSync(uploadIn(folder, 'backup'), 'no backup at all');
  const env = { dataDir: folder, adminEmails: new Set<string>() };
  const asked = {
    ...{ secretKey: new Uint8Array(32), passphrase: undefined, hasList: false },
    ...{ tokenHash: new Uint8Array(32), pendingHash: new Uint8Array(32) },
  };
  const lines: string[] = [];
  const failed = await restoreAsked(
    { env, address: app.address, clock: () => AT, log: (line) => void lines.push(line) },
    asked,
  );
  expect(failed).toMatchObject({ reason: 'RESTORE_DAMAGED' });
  expect([key(), readdirSync(folder)]).toEqual(['the old key', ['secret.key']]);
  expect(lines.join()).toContain('Not restored');
  await app.close();
});
