/** What adults see of their server's backups. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BackupRun, noteRun } from '#server/backup-runs.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';

let app: TestApp;
let anna: Visitor;

beforeAll(async () => {
  app = await startApp({ at: '2026-12-01T03:12:00Z' });
  anna = await app.signIn('anna@example.com');
});
afterAll(() => app.close());

const last = async (who = anna) => (await who.get('/api/backups/last')).body;
const night = (over: Partial<BackupRun>) =>
  noteRun(app.db.owner, {
    ...{ ranAt: app.clock.now, copiedAt: app.clock.now, bytes: 9_000, isProven: true },
    ...{ problem: null, placedAt: null, placeProblem: null, ...over },
  });
const DAY = 86_400_000;

test('the first, a proven, a failed and an old backup are told apart, never why', async () => {
  expect(await last()).toEqual({ state: 'first', provenAt: null });
  await night({});
  const provenAt = '2026-12-01T03:12:00.000Z';
  expect(await last()).toEqual({ state: 'proven', provenAt });
  app.clock.advance(DAY);
  await night({ isProven: false, problem: 'not_proven' });
  expect(await last()).toEqual({ state: 'troubled', provenAt });
  app.clock.advance(DAY);
  await night({});
  expect(await last()).toEqual({ state: 'proven', provenAt: '2026-12-03T03:12:00.000Z' });
  app.clock.advance(2 * DAY + 1);
  expect(await last()).toEqual({ state: 'troubled', provenAt: '2026-12-03T03:12:00.000Z' });
});

test('where the operator makes the backups, nothing is said of ours', async () => {
  const settings = { environment: { BACKUP_DIR: 'none' } };
  const own = await startApp({ settings });
  const ben = await own.signIn('ben@example.com');
  expect(await last(ben)).toEqual({ state: 'elsewhere', provenAt: null });
  await own.close();
});
