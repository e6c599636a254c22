/** How scans end, how often a source is used, and what waits while it doesn't reply. */
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { readChainServer } from '#server/adapters/chain/server.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild } from '#tests/support/family.ts';
import { newWallet, parentWith, payAhead, type TestWallet } from '#tests/support/wallets.ts';
import { press } from '../../../../testkit/control.ts';
import type { ChildBalances, ChildWallet } from './children/contract.ts';
import type { WalletInfo } from './watched/contract.ts';
import { GAP } from './watched/rules.ts';

const lab = inject('lab');

let app: TestApp;
const crashes: string[] = [];
beforeAll(async () => {
  app = await startApp({
    chain: { network: 'regtest', server: readChainServer(`tcp://${lab.electrum}`), hosts: [] },
    onJobsError: ({ message }) => crashes.push(message),
  });
});
afterAll(() => app.close());
afterEach(() => press(lab, 'heal', { service: 'electrum' }));

const info = async (who: Visitor) => (await who.get('/api/wallet/family-info')).body as WalletInfo;
const rescan = (who: Visitor) => {
  app.clock.advance(60_000);
  return who.send('POST', '/api/wallet/scan-balance', {});
};
const ended = (who: Visitor, state: string) =>
  expect.poll(async () => (await info(who)).scan?.state).toBe(state);
const asked = async () => Number((await press(lab, 'asked', { service: 'electrum' })).times);

let families = 0;
const family = (wallet: TestWallet) => {
  families += 1;
  return parentWith(app, wallet, `anna${families}@example.com`);
};

test('a scan that is cancelled stops asking, and what it has found is kept (WALL-10)', async () => {
  const wallet = newWallet('regtest');
  const length = 600;
  await payAhead(lab, wallet, length);
  await press(lab, 'fail', { service: 'electrum', fault: { kind: 'slow', ms: 300 } });
  const anna = await family(wallet);
  await expect.poll(async () => (await info(anna)).scan?.checked).toBeGreaterThan(0);
  const cancelled = await anna.send('DELETE', '/api/wallet/scan-balance');
  expect(cancelled.body).toMatchObject({ scan: { state: 'cancelled' } });
  await expect.poll(async () => (await info(anna)).addressCount).toBeGreaterThan(0);
  const { addressCount, scan } = await info(anna);
  expect(scan?.state).toBe('cancelled');
  expect(addressCount).toBeLessThan(length / GAP - 1);
});

test('a scan that breaks on this server has ended too, and the next one works (WALL-10)', async () => {
  const anna = await family(newWallet('regtest'));
  await ended(anna, 'done');
  await app.db.owner.unsafe('ALTER TABLE coverage_point RENAME TO coverage_point_away');
  app.clock.advance(3_600_000);
  await rescan(anna);
  await ended(anna, 'failed');
  await app.db.owner.unsafe('ALTER TABLE coverage_point_away RENAME TO coverage_point');
  expect((await info(anna)).scan?.failure).toBe('INTERNAL');
  expect(crashes).toEqual([expect.stringContaining('coverage_point')]);
  await rescan(anna);
  await ended(anna, 'done');
});

test('open screens ask once every few seconds for the whole family, and each sees its own (WALL-22)', async () => {
  const wallet = newWallet('regtest');
  const anna = await family(wallet);
  await ended(anna, 'done');
  const [mia, leo] = [(await addChild(anna)).id, (await addChild(anna, { name: 'Leo' })).id];
  const create = async (id: string) =>
    (await anna.send('POST', `/api/wallet/create/${id}`)).body as ChildWallet;
  await create(mia);
  const { bitcoinAddress } = await create(leo);
  const sync = async (id: string) => (await anna.send('POST', `/api/wallet/sync/${id}`)).body;
  const waiting = async (id: string) =>
    ((await anna.get(`/api/wallet/balances/${id}`)).body as ChildBalances).pendingBalance;
  await sync(mia);
  await press(lab, 'send', { payments: [{ address: bitcoinAddress, sats: 3_000 }] });
  const before = await asked();
  app.clock.advance(3_999);
  for (const id of [mia, leo, mia])
    expect(await sync(id)).toMatchObject({ success: true, state: 'synced', pendingBalance: 0 });
  expect(await asked()).toBe(before);
  app.clock.advance(1);
  await sync(mia);
  expect(await waiting(leo)).toBe(0.00003);
  expect(await asked()).toBeGreaterThan(before);

  app.clock.advance(4_000);
  await press(lab, 'fail', { service: 'electrum', fault: { kind: 'error' } });
  for (const id of [mia, leo])
    expect(await sync(id)).toMatchObject({ success: false, state: 'failed', failure: 'REFUSED' });
});

/**
 * Every row of the family with its version: a rewritten row has another. Another family's scan may
 * be retried in the meantime, and the program's figures are added up.
 */
async function everyRow(familyId: string): Promise<Map<string, string>> {
  const { owner } = app.db;
  const tables = await owner<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'
      AND tablename NOT IN ('request_figure', 'incident') ORDER BY 1`;
  const rows = new Map<string, string>();
  for (const { name } of tables)
    rows.set(
      name,
      JSON.stringify(
        await owner.unsafe(
          `SELECT ctid, xmin FROM "${name}" t
          WHERE coalesce(to_jsonb(t) ->> 'family_id', $1) = $1 ORDER BY 1`,
          [familyId],
        ),
      ),
    );
  return rows;
}

test('a sync that finds nothing new writes nothing, and open pages need not ask again (WALL-22)', async () => {
  const anna = await family(newWallet('regtest'));
  await ended(anna, 'done');
  const { id } = await addChild(anna);
  const [{ familyId } = { familyId: '' }] = await app.db.owner<{ familyId: string }[]>`
    SELECT family_id FROM child WHERE child_id = ${id}`;
  await anna.send('POST', `/api/children/${id}/update-savings`, { newBalance: '0.0005' });
  const { bitcoinAddress } = (await anna.send('POST', `/api/wallet/create/${id}`))
    .body as ChildWallet;
  const wish = { childId: id, toAddress: newWallet('regtest').address(0), amount: '0.0002' };
  expect((await anna.send('POST', '/api/bitcoin/send', wish)).status).toBe(200);
  const sync = async () => {
    app.clock.advance(5_000);
    const key = { 'idempotency-key': `sync-${app.clock.now.getTime()}` };
    return (await anna.send('POST', `/api/wallet/sync/${id}`, {}, key)).body;
  };
  await sync();
  const etag = String((await anna.get('/api/dashboard')).headers.etag);
  const [times, rows] = [await asked(), await everyRow(familyId)];
  for (let i = 0; i < 3; i++) expect(await sync()).toMatchObject({ state: 'synced' });
  await press(lab, 'fail', { service: 'electrum', fault: { kind: 'error' } });
  expect(await sync()).toMatchObject({ state: 'failed', failure: 'REFUSED' });
  await press(lab, 'heal', { service: 'electrum' });
  expect(await asked()).toBeGreaterThan(times);
  expect(await everyRow(familyId)).toEqual(rows);
  expect((await anna.get('/api/dashboard', { 'if-none-match': etag })).status).toBe(304);

  await press(lab, 'send', { payments: [{ address: bitcoinAddress, sats: 4_000 }] });
  expect(await sync()).toMatchObject({ state: 'synced', pendingBalance: 0.00004 });
  expect((await anna.get('/api/dashboard', { 'if-none-match': etag })).status).toBe(200);
});

test('while a source is silent no connection waits for it, and the family’s next change goes through (T22)', async () => {
  const wallet = newWallet('regtest');
  const anna = await family(wallet);
  await ended(anna, 'done');
  const { id } = await addChild(anna);
  await anna.send('POST', `/api/wallet/create/${id}`);
  await press(lab, 'fail', { service: 'electrum', fault: { kind: 'held' } });
  const before = await asked();
  let isAnswered = false;
  const silent = anna.send('POST', `/api/wallet/sync/${id}`).then((reply) => {
    isAnswered = true;
    return reply;
  });
  await expect.poll(asked).toBeGreaterThan(before);
  const open = await app.db.owner`
    SELECT query FROM pg_stat_activity WHERE datname = current_database()
      AND pid <> pg_backend_pid() AND xact_start IS NOT NULL AND backend_type = 'client backend'
      AND application_name <> 'satling-jobs'`;
  expect(open).toEqual([]);
  const changed = await anna.send('POST', `/api/children/${id}/update-savings`, {
    newBalance: '0.0001',
  });
  expect([changed.status, isAnswered]).toEqual([200, false]);
  await press(lab, 'heal', { service: 'electrum' });
  expect((await silent).status).toBe(200);
});
