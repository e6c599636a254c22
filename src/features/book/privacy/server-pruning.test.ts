/** Pruning that finds nothing, and a choice that changes while the worker prunes. */
import { expect, test } from 'vitest';
import { pruneHooks } from '#app/ledger-hooks.ts';
import type { Tx } from '#server/db/sql.ts';
import { sealAll } from '#server/ledger/seal.ts';
import { JOBS_KEY, SEAL_KEY, startApp } from '#tests/support/app.ts';
import { addChild, record } from '#tests/support/family.ts';
import { meanwhile } from '#tests/support/lock-waits.ts';
import { queuedMails } from '#tests/support/queue.ts';
import { pruneAutomatic } from './work.ts';

const DAY_MS = 86_400_000;

test('if pruning is switched off, or the period extended, while the worker waits for the family, nothing is pruned (T35)', async () => {
  const app = await startApp({ at: '2024-01-10T12:00:00Z' });
  const anna = await app.signIn('anna@example.com');
  const mia = await addChild(anna, { weeklyAllowance: '0' });
  await record(anna, mia.id, 'bonus', '0.001', 'Old bonus');
  await sealAll(app.db.owner, SEAL_KEY);
  app.clock.advance(500 * DAY_MS);
  const [family] = await app.db.owner<{ familyId: string }[]>`SELECT family_id FROM family`;
  const familyId = family?.familyId as string;
  const choose = (months: number, automatic: boolean) => (tx: Tx) =>
    tx`UPDATE users SET retention_months = ${months}, auto_pruning = ${automatic}`;
  const prune = () =>
    pruneAutomatic(app.db.owner, { key: SEAL_KEY, hooks: pruneHooks }, app.clock.now);
  const whileChoosing = (months: number, automatic: boolean) =>
    meanwhile(app.db, familyId, choose(months, automatic), prune);

  await app.db.owner.begin(choose(12, true) as never);
  expect(await whileChoosing(12, false)).toBe(0);
  await app.db.owner.begin(choose(12, true) as never);
  expect(await whileChoosing(36, true)).toBe(0);
  await app.db.owner.begin(choose(12, true) as never);
  expect(await prune()).toBe(1);
  await app.close();
});

test('if nothing is old enough, a press removes nothing and sends no mail (PRIV-15)', async () => {
  const app = await startApp({ at: '2024-01-10T12:00:00Z' });
  const anna = await app.signIn('anna@example.com');
  const mia = await addChild(anna, { weeklyAllowance: '0' });
  await record(anna, mia.id, 'bonus', '0.001', 'New bonus');
  await sealAll(app.db.owner, SEAL_KEY);
  const before = await queuedMails(app.db, JOBS_KEY);
  const reply = await anna.send('DELETE', '/api/transactions/prune/12');
  expect([reply.status, reply.body]).toMatchObject([200, { deletedCount: 0 }]);
  expect(await queuedMails(app.db, JOBS_KEY)).toEqual(before);
  await app.close();
});
