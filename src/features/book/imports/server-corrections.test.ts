/** A pruned correction of spending money: where a wallet's file is cut from then on. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealAll } from '#server/ledger/seal.ts';
import { SEAL_KEY, startApp, type TestApp } from '#tests/support/app.ts';
import { addChild, getChild } from '#tests/support/family.ts';
import { importFile, phoenixdFile } from '#tests/support/wallet-files.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ at: '2025-06-10T12:00:00Z' });
});
afterAll(() => app.close());

const at = async (moment: string) => {
  app.clock.now = new Date(moment);
  return app.signIn('anna@example.com');
};

test('an undone correction cuts off nothing, and one in force is not matched with a row (T34 T47)', async () => {
  app.clock.now = new Date('2025-03-10T12:00:00Z');
  const ben = await app.signIn('ben@example.com');
  const { id } = await addChild(ben, { name: 'Leo' });
  const correct = async (newBalance: number) => {
    await ben.send('POST', `/api/lightning/sync-balance/${id}`, { newBalance });
    const [newest] = (await ben.get(`/api/children/${id}/transactions`)).body as { id: string }[];
    return newest?.id;
  };
  const wrong = await correct(800);
  expect((await ben.send('POST', `/api/transactions/${wrong}/undo`)).status).toBe(200);
  const before = [{ id: 'before', at: '2025-03-09T12:00:00Z', sats: 600 }];
  expect((await importFile(ben, id, phoenixdFile(before))).body).toMatchObject({
    ...{ imported: 1, matched: 0, history: 0 },
  });
  expect(await getChild(ben, id)).toMatchObject({ spendingBalance: '0.00000600' });
  await correct(1_500);
  const after = [{ id: 'after', at: '2025-03-10T12:05:00Z', sats: 900 }];
  expect((await importFile(ben, id, phoenixdFile(after))).body).toMatchObject({
    ...{ imported: 1, matched: 0, history: 0 },
  });
  expect(await getChild(ben, id)).toMatchObject({ spendingBalance: '0.00002400' });
});

test('the newest one cuts, also where one from a clock that was set back is pruned later (T34 T47)', async () => {
  const anna = await at('2025-06-10T12:00:00Z');
  const { id } = await addChild(anna);
  const correct = async (moment: string, newBalance: number) => {
    const body = { newBalance };
    const reply = await (await at(moment)).send('POST', `/api/lightning/sync-balance/${id}`, body);
    expect(reply.status).toBe(200);
    await sealAll(app.db.owner, SEAL_KEY);
    const pruned = await (await at('2026-03-01T12:00:00Z')).send(
      'DELETE',
      '/api/transactions/prune/3',
    );
    expect(pruned.body).toMatchObject({ deletedCount: 1, keptCount: 0 });
  };
  await correct('2025-06-10T12:00:00Z', 5_000);
  await correct('2025-06-08T12:00:00Z', 6_000);
  const parent = await at('2026-03-01T12:00:00Z');
  const before = [{ id: 'between', at: '2025-06-09T12:00:00Z', sats: -400 }];
  expect((await importFile(parent, id, phoenixdFile(before))).body).toMatchObject({ history: 1 });
  expect(await getChild(parent, id)).toMatchObject({ spendingBalance: '0.00006000' });
  const after = [{ id: 'after', at: '2025-06-11T12:00:00Z', sats: -400 }];
  await importFile(parent, id, phoenixdFile(after));
  expect(await getChild(parent, id)).toMatchObject({ spendingBalance: '0.00005600' });
});

test('taking an import back leaves the lines from before a correction, which were never booked (TXN-07)', async () => {
  const anna = await at('2026-03-01T12:00:00Z');
  const { id } = await addChild(anna);
  await anna.send('POST', `/api/lightning/sync-balance/${id}`, { newBalance: 5_000 });
  app.clock.advance(3_600_000);
  const file = phoenixdFile([
    { id: 'before', at: '2026-01-01T10:00:00Z', sats: -400 },
    { id: 'after', at: app.clock.now.toISOString(), sats: 70 },
  ]);
  const { body } = await importFile(anna, id, file);
  expect(body).toMatchObject({ imported: 2, history: 1 });
  expect(await getChild(anna, id)).toMatchObject({ spendingBalance: '0.00005070' });
  const { importId } = body as { importId: string };
  expect((await anna.send('POST', `/api/transactions/imports/${importId}/undo`)).status).toBe(200);
  expect(await getChild(anna, id)).toMatchObject({ spendingBalance: '0.00005000' });
});
