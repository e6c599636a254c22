/** The wallet on a real chain: scanned, watched, deposits booked, covered or short. */
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { readChainServer } from '#server/adapters/chain/server.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild, joinAsChild, joinAsSpouse } from '#tests/support/family.ts';
import { kinds, newWallet, type TestWallet } from '#tests/support/wallets.ts';
import { press } from '../../../../testkit/control.ts';
import { scanContext } from '../../../app/workers.ts';
import type { ChildBalances, ChildWallet, Deposit } from './children/contract.ts';
import type { Coverage } from './coverage/contract.ts';
import { noteAllCoverage } from './coverage/watch.ts';
import { watchChain } from './watch.ts';
import type { ScanResult, WalletInfo } from './watched/contract.ts';

const lab = inject('lab');
const NONE = '0.00000000';
const electrum = `tcp://${lab.electrum}`;

let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    chain: {
      network: 'regtest',
      server: readChainServer(electrum),
      hosts: [new URL(lab.esplora).host],
    },
  });
});
afterAll(() => app.close());
afterEach(async () => {
  for (const service of ['esplora', 'electrum'] as const) await press(lab, 'heal', { service });
});

const send = async (address: string, sats: number) =>
  String((await press(lab, 'send', { payments: [{ address, sats }] })).txid);
const mine = (blocks = 1) => press(lab, 'mine', { blocks });
const info = async (who: Visitor) => (await who.get('/api/wallet/family-info')).body as WalletInfo;
const deposits = async (who: Visitor) => (await who.get('/api/wallet/deposits')).body as Deposit[];
const coverage = async (who: Visitor) => (await who.get('/api/wallet/coverage')).body as Coverage;
const watch = () => watchChain(scanContext(app.services, app.services.jobs));
const savings = async (who: Visitor, id: string) => (await getChild(who, id)).savingsBalance;
const setSavings = (who: Visitor, id: string, newBalance: string) =>
  who.send('POST', `/api/children/${id}/update-savings`, { newBalance });
const scanned = (who: Visitor) =>
  expect.poll(async () => (await info(who)).scan?.state).toBe('done');

let families = 0;
/** A family with a child whose wallet has been scanned. */
async function connected(wallet: TestWallet, key = wallet.vpub) {
  families += 1;
  const anna = await app.signIn(`anna${families}@example.com`);
  const mia = (await addChild(anna)).id;
  await anna.send('POST', '/api/wallet/configure', { walletXpub: key });
  await scanned(anna);
  return { anna, mia };
}

/** Every wallet row with its version: a rewritten row has another. */
async function versions(): Promise<string> {
  const rows: unknown[] = [];
  for (const table of ['wallet', 'wallet_address', 'payment', 'coverage_point', 'family'])
    rows.push(
      await app.db.owner.unsafe(`SELECT family_id, ctid, xmin FROM ${table} ORDER BY 1, 2`),
    );
  return JSON.stringify(rows);
}

test('a scan finds what both branches hold, behind gaps too, and says so (WALL-10 WALL-08 DASH-23)', async () => {
  const wallet = newWallet('regtest');
  await send(wallet.address(0), 50_000);
  await send(wallet.address(19), 20_000);
  await send(wallet.address(38), 7_000);
  await send(wallet.address(4, 1), 3_000);
  await mine();
  await send(wallet.address(5), 1_000);
  const { anna } = await connected(wallet);
  expect(await info(anna)).toMatchObject({
    ...{ balance: '0.00080000', pendingBalance: '0.00001000', addressCount: 5 },
    state: 'connected',
    // 39 and a gap of 20, and 5 and a gap of 20.
    scan: { state: 'done', checked: 84, used: 5, failure: null },
  });
  const { totalBalance, addresses } = (await anna.get('/api/wallet/scan-balance'))
    .body as ScanResult;
  expect(totalBalance).toBe('0.00080000');
  expect(addresses.map(({ path }) => path)).toEqual([
    'm/0/0',
    'm/0/5',
    'm/0/19',
    'm/0/38',
    'm/1/4',
  ]);
});

test('an xpub’s history tells its script type; without one a parent has to (WALL-01)', async () => {
  const [used, unused] = [newWallet('regtest'), newWallet('regtest')];
  await send(used.address(2), 4_000);
  const { anna } = await connected(used, used.tpub);
  expect(await info(anna)).toMatchObject({ scriptType: 'p2wpkh', state: 'connected' });
  const { anna: zoe, mia } = await connected(unused, unused.tpub);
  expect(await info(zoe)).toMatchObject({ scriptType: null, state: 'check_address' });
  const create = () => zoe.send('POST', `/api/wallet/create/${mia}`);
  expect((await create()).status).toBe(409);
  await zoe.send('POST', '/api/wallet/confirm-address', { address: unused.address(0) });
  expect((await create()).body).toMatchObject({ bitcoinAddress: unused.address(1) });
});

test('each child has an index of its own; a paid address is followed by another (WALL-17 WALL-18 WALL-19)', async () => {
  const wallet = newWallet('regtest');
  const { anna, mia } = await connected(wallet);
  const leo = (await addChild(anna, { name: 'Leo' })).id;
  const create = async (id: string) =>
    (await anna.send('POST', `/api/wallet/create/${id}`)).body as ChildWallet;
  const [ofMia, ofLeo] = [await create(mia), await create(leo)];
  expect(ofMia).toEqual({
    ...{ bitcoinAddress: wallet.address(1), derivationPath: "m/84'/1'/0'/0/1" },
    ...{ network: 'regtest', shared: false },
  });
  expect(ofLeo.bitcoinAddress).toBe(wallet.address(2));
  expect(await create(mia)).toEqual(ofMia);
  const many = await Promise.all(
    Array.from({ length: 8 }, async (_, i) => (await addChild(anna, { name: `Kid ${i}` })).id),
  );
  const given = await Promise.all(many.map(async (id) => (await create(id)).bitcoinAddress));
  expect(new Set(given).size).toBe(8);
  await send(ofMia.bitcoinAddress, 2_000);
  const synced = await anna.send('POST', `/api/wallet/sync/${mia}`);
  expect(synced.body).toMatchObject({ success: true, state: 'synced', pendingBalance: 0.00002 });
  expect((await create(mia)).bitcoinAddress).toBe(wallet.address(11));
});

test('a deposit is seen, asked about, booked once, and taken back by a reorg (WALL-20 WALL-21 WALL-22)', async () => {
  const wallet = newWallet('regtest');
  const { anna, mia } = await connected(wallet);
  const tom = await joinAsSpouse(app, anna, `tom${families}@example.com`);
  const { bitcoinAddress } = (await anna.send('POST', `/api/wallet/create/${mia}`))
    .body as ChildWallet;
  const txid = await send(bitcoinAddress, 12_000);
  const sync = () => anna.send('POST', `/api/wallet/sync/${mia}`);
  await sync();
  const [waiting] = await deposits(anna);
  expect(waiting).toMatchObject({ txid, amount: '0.00012000', childId: mia, state: 'waiting' });
  for (const who of [anna, tom]) expect(await kinds(who)).toEqual(['deposit_seen']);
  const answer = (childId: string | null) =>
    anna.send('POST', `/api/wallet/deposits/${waiting?.id}/answer`, { childId });
  expect((await answer(mia)).status).toBe(409);
  await mine();
  await watch();
  expect((await deposits(anna))[0]).toMatchObject({ state: 'asked' });
  const balances = (await anna.get(`/api/wallet/balances/${mia}`)).body as ChildBalances;
  expect(balances).toMatchObject({
    savingsBalance: 0,
    spendingBalance: 0,
    pendingBalance: 0.00012,
  });

  const answers = await Promise.all([answer(mia), answer(mia), answer(mia)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await savings(anna, mia)).toBe('0.00012000');
  await sync();
  await watch();
  expect(await savings(anna, mia)).toBe('0.00012000');
  const entryId = (await deposits(anna))[0]?.entryId;
  expect((await anna.get(`/api/transactions/${entryId}`)).body).toMatchObject({
    entry: { type: 'savings_deposit', state: 'paid' },
    payments: [{ state: 'paid', source: 'wallet', proof: 'proven' }],
  });
  expect((await anna.send('POST', `/api/transactions/${entryId}/undo`)).status).toBe(200);
  const again = { state: 'asked', entryId: null, childId: mia, answeredBy: null };
  expect((await deposits(anna))[0], 'a wrong answer is asked again').toMatchObject(again);
  expect(await savings(anna, mia)).toBe('0.00000000');
  expect((await answer(mia)).status).toBe(200);

  await press(lab, 'reorg', {});
  await watch();
  expect(await savings(anna, mia)).toBe('0.00000000');
  expect((await deposits(anna))[0]).toMatchObject({ state: 'waiting', entryId: null });
  expect((await kinds(tom))[0]).toBe('deposit_taken_back');
  await mine();
  await watch();
  expect(await savings(anna, mia)).toBe('0.00012000');

  await press(lab, 'reorg', { forget: true });
  await watch();
  expect(await savings(anna, mia)).toBe('0.00000000');
  expect((await deposits(anna))[0]).toMatchObject({ state: 'gone', entryId: null });
  expect((await answer(null)).status).toBe(409);
});

test('a deposit that vanished after its money was used stays in the book, and the adults are told (WALL-22)', async () => {
  const wallet = newWallet('regtest');
  const { anna, mia } = await connected(wallet);
  const { bitcoinAddress } = (await anna.send('POST', `/api/wallet/create/${mia}`))
    .body as ChildWallet;
  await send(bitcoinAddress, 9_000);
  await mine();
  await watch();
  const [deposit] = await deposits(anna);
  await anna.send('POST', `/api/wallet/deposits/${deposit?.id}/answer`, { childId: mia });
  await setSavings(anna, mia, '0.00001');
  await press(lab, 'reorg', { forget: true });
  await watch();
  expect(await savings(anna, mia)).toBe('0.00001000');
  expect((await kinds(anna)).slice(0, 2)).toEqual(['coverage_short', 'deposit_stuck']);
});

test('covered, short with an alarm to both parents, covered again, and all in the history (DASH-22)', async () => {
  const wallet = newWallet('regtest');
  const { anna, mia } = await connected(wallet);
  const tom = await joinAsSpouse(app, anna, `tom${families}@example.com`);
  const kid = await joinAsChild(app, anna, mia, `kid${families}@example.com`);
  const look = () => anna.send('POST', '/api/wallet/scan-balance', {});
  const sentence = async () => (await kid.get(`/api/wallet/coverage/${mia}`)).body;
  expect(await coverage(anna)).toMatchObject({ state: 'covered', promised: '0.00000000' });

  app.clock.advance(60_000);
  await setSavings(anna, mia, '0.0003');
  expect(await noteAllCoverage(scanContext(app.services, app.services.jobs))).toBeGreaterThan(0);
  expect(await coverage(anna)).toMatchObject({ state: 'short', shortBy: '0.00030000' });
  for (const who of [anna, tom]) expect(await kinds(who)).toEqual(['coverage_short']);
  expect(await sentence()).toEqual({ sentence: 'parents_keep', checkedAt: null });
  expect(await kinds(kid)).toEqual([]);

  app.clock.advance(60_000);
  await send(wallet.address(0), 20_000);
  await mine();
  await send(wallet.address(0), 90_000);
  await look();
  await scanned(anna);
  expect(await coverage(anna)).toMatchObject({
    ...{ state: 'short', held: '0.00020000', waiting: '0.00090000', shortBy: '0.00010000' },
    children: [{ childId: mia, savings: '0.00030000', goals: NONE, inVault: NONE }],
  });
  expect(await kinds(tom)).toHaveLength(1);

  app.clock.advance(60_000);
  await mine();
  await look();
  await scanned(anna);
  const now = await coverage(anna);
  expect(now).toMatchObject({ state: 'covered', held: '0.00110000', shortBy: '0.00000000' });
  expect(now.history.map(({ promised, held }) => [promised, held])).toEqual([
    [NONE, NONE],
    ['0.00030000', '0.00000000'],
    ['0.00030000', '0.00020000'],
    ['0.00030000', '0.00110000'],
  ]);
  expect(await sentence()).toMatchObject({ sentence: 'holds_enough' });
  // Recovered coverage notifies no one.
  for (const who of [anna, tom]) expect(await kinds(who)).toEqual(['coverage_short']);
  app.clock.advance(25 * 3_600_000);
  const later = await app.signIn(`anna${families}@example.com`);
  expect(await coverage(later)).toMatchObject({ state: 'not_checked', held: '0.00110000' });
});

test('a silent, lying or foreign source fails with its reason, and what was known stays (T22)', async () => {
  const wallet = newWallet('regtest');
  await send(wallet.address(0), 8_000);
  await mine();
  const { anna } = await connected(wallet);
  for (const [fault, failure] of [
    [{ kind: 'hang-up' }, 'UNREACHABLE'],
    [{ kind: 'garbage' }, 'BAD_ANSWER'],
    [{ kind: 'error' }, 'REFUSED'],
  ] as const) {
    app.clock.advance(60_000);
    await press(lab, 'fail', { service: 'electrum', fault });
    await anna.send('POST', '/api/wallet/scan-balance', {});
    await expect.poll(async () => (await info(anna)).scan?.failure).toBe(failure);
    await press(lab, 'heal', { service: 'electrum' });
    expect(await info(anna)).toMatchObject({ state: 'not_checked', balance: '0.00008000' });
  }
  app.clock.advance(60_000);
  await anna.send('POST', '/api/wallet/scan-balance', {});
  await scanned(anna);
  expect((await info(anna)).state).toBe('connected');
});

test('a block that changes nothing writes nothing, and asks once about each address (WALL-10)', async () => {
  const wallet = newWallet('regtest');
  await connected(wallet);
  await mine();
  await watch();
  const asked = async () => Number((await press(lab, 'asked', { service: 'electrum' })).times);
  const [before, rows] = [await asked(), await versions()];
  await watch();
  // Only the tip.
  expect((await asked()) - before).toBeLessThanOrEqual(2);
  await press(lab, 'histories', {});
  await mine();
  const start = await asked();
  await watch();
  const [row] = await app.db.owner<{ all: bigint; used: bigint }[]>`
    SELECT count(*) AS all, count(status) AS used FROM wallet_address`;
  const { all = 0n, used = 0n } = row ?? {};
  // A status per address, a balance per used one; and the tip and the first block.
  expect((await asked()) - start).toBeLessThanOrEqual(Number(all + used) + 4);
  expect(await press(lab, 'histories', {})).toMatchObject({ most: 1 });
  expect(await versions()).toBe(rows);
});
