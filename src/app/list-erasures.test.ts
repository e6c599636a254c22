/** The list of erasures stored with the backups: when it is written, and what it contains. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Erasure, noteErasure } from '#server/erasures.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { LIST_NAME, listBytes, listIn, writeList } from '#tools/nightly-backup/erasure-list.ts';
import { erasureLister } from './list-erasures.ts';

const secretKey = new Uint8Array(32).fill(7);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let app: TestApp;
let folder: string;
let lines: string[];

beforeEach(async () => {
  app = await startApp({ at: '2026-12-01T03:12:00Z' });
  folder = mkdtempSync(join(tmpdir(), 'satling-list-'));
  lines = [];
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const lister = () =>
  erasureLister({
    ...{ db: app.db, folder, secretKey, passphrase: () => undefined, place: undefined },
    ...{ clock: () => app.clock.now, log: (line) => void lines.push(line) },
  });
const idOf = (n: number) => `0190c6e4-1a2b-7c3d-8e4f-00000000000${n}`;
const act = (n: number, daysAgo = 0): Erasure => ({
  ...{ kind: 'book', subjectId: idOf(n), ofFamily: idOf(0) },
  erasedAt: new Date(app.clock.now.getTime() - daysAgo * DAY),
});
const listed = () => listIn(folder, secretKey)?.erasures.map(({ subjectId }) => subjectId);

test('a new server with an old folder leaves its list unchanged (T60)', async () => {
  const until = new Date(app.clock.now.getTime() - DAY);
  await writeList(folder, listBytes({ until, erasures: [act(1, 1)] }, secretKey));
  await lister()();
  expect(listIn(folder, secretKey)).toEqual({ until, erasures: [act(1, 1)] });
});

test('a restored book keeps everything on the list until no copy is that old (T60)', async () => {
  await app.signIn('anna@example.com');
  const before = [act(1, 59), act(2, 61), act(3, 2)];
  await writeList(folder, listBytes({ until: app.clock.now, erasures: before }, secretKey));
  for (const one of [act(3, 2), act(4)]) await noteErasure(app.db.owner, one);
  await lister()();
  expect(listed()).toEqual([idOf(1), idOf(3), idOf(4)]);
  expect(statSync(join(folder, LIST_NAME)).mode & 0o777).toBe(0o600);
});

test('it is written with each act and once an hour, and not in between (T60)', async () => {
  await app.signIn('anna@example.com');
  const run = lister();
  const until = () => listIn(folder, secretKey)?.until.getTime();
  await run();
  const first = until();
  app.clock.advance(HOUR - 1);
  await run();
  expect(until()).toBe(first);
  await noteErasure(app.db.owner, act(1));
  await run();
  expect([until(), listed()]).toEqual([app.clock.now.getTime(), [idOf(1)]]);
  app.clock.advance(HOUR);
  await run();
  expect(until()).toBe(app.clock.now.getTime());
});

test('a list of another key is set aside, not written over (T60)', async () => {
  await app.signIn('anna@example.com');
  const other = new Uint8Array(32);
  await writeList(folder, listBytes({ until: app.clock.now, erasures: [act(1)] }, other));
  await lister()();
  expect(readdirSync(folder).sort()).toEqual([LIST_NAME, `${LIST_NAME}.of-another-key`]);
  expect(listed()).toEqual([]);
  expect(lines.join()).toContain('written with another key');
});
