/** A death in the middle of a restore: the key goes with the book that was committed. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { startApp } from '#tests/support/app.ts';
import { endBrokenRestore } from './restoring.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satling-broken-'));
  writeFileSync(join(folder, 'secret.key'), 'the old key');
  return () => rmSync(folder, { recursive: true });
});
const key = () => readFileSync(join(folder, 'secret.key'), 'utf8');

test('before the book was committed the old key stays, afterwards the sheet’s takes its place (T60)', async () => {
  const app = await startApp();
  const aside = join(folder, 'secret.key.restored');
  expect(await endBrokenRestore(folder, app.address)).toBe(false);
  writeFileSync(aside, 'the key of the sheet');
  expect(await endBrokenRestore(folder, app.address)).toBe(false);
  expect([key(), existsSync(aside)]).toEqual(['the old key', false]);
  writeFileSync(aside, 'the key of the sheet');
  await app.signIn('anna@example.com');
  expect(await endBrokenRestore(folder, app.address)).toBe(true);
  expect([key(), existsSync(aside)]).toEqual(['the key of the sheet', false]);
  await app.close();
});
