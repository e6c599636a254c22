/** Which nights reassure: only those whose copy was proven to restore. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/app.ts';
import { type BackupRun, backupState, isStale, isTroubled, noteRun } from './backup-runs.ts';
import { connect, type Database } from './db/database.ts';

let db: Database;
beforeAll(async () => {
  db = connect(await freshDatabase());
});
afterAll(() => db.close());

const night = (at: string): BackupRun => ({
  ...{ ranAt: new Date(at), copiedAt: new Date(at), bytes: 21, isProven: true, problem: null },
  ...{ placedAt: null, placeProblem: null },
});

test('a run that proved nothing is no proven backup, and without any the state is stale at once', async () => {
  const first = night('2026-12-01T03:12:00Z');
  await noteRun(db.owner, { ...first, isProven: false, problem: 'not_proven' });
  const before = await backupState(db.owner);
  expect(before).toMatchObject({ last: { ranAt: first.ranAt, isProven: false }, provenAt: null });
  expect([isStale(before, first.ranAt), isTroubled(before, first.ranAt)]).toEqual([true, true]);

  const proven = night('2026-12-02T03:12:00Z');
  await noteRun(db.owner, proven);
  const after = await backupState(db.owner);
  expect(after.provenAt).toEqual(proven.copiedAt);
  expect([isStale(after, proven.ranAt), isTroubled(after, proven.ranAt)]).toEqual([false, false]);

  const third = night('2026-12-03T03:12:00Z');
  await noteRun(db.owner, { ...third, isProven: false, problem: 'no_room' });
  const failed = await backupState(db.owner);
  expect(failed.provenAt).toEqual(proven.copiedAt);
  expect([isStale(failed, third.ranAt), isTroubled(failed, third.ranAt)]).toEqual([false, true]);
});
