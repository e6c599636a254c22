/** Addresses of a replaced wallet: arrivals there raise a question, for a year. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readChainServer } from '#server/adapters/chain/server.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild } from '#tests/support/family.ts';
import { newWallet, type TestWallet } from '#tests/support/wallets.ts';
import { press } from '../../../../../testkit/control.ts';
import { scanContext } from '../../../../app/workers.ts';
import type { ChildWallet, Deposit } from '../children/contract.ts';
import { watchChain } from '../watch.ts';
import type { WalletInfo } from '../watched/contract.ts';
import { forgetEarlier } from '../watched/earlier.ts';

const lab = inject('lab');
const DAY_MS = 86_400_000;
const base64 = (bytes: number) => randomBytes(bytes).toString('base64');

let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    chain: { network: 'regtest', server: readChainServer(`tcp://${lab.electrum}`), hosts: [] },
  });
});
afterAll(() => app.close());

const pay = (address: string, sats: number) =>
  press(lab, 'send', { payments: [{ address, sats }] });
/** A block, and a round that checks it. */
const block = async () => {
  await press(lab, 'mine', {});
  await watchChain(scanContext(app.services, app.services.jobs));
};
const info = async (who: Visitor) => (await who.get('/api/wallet/family-info')).body as WalletInfo;
const deposits = async (who: Visitor) => (await who.get('/api/wallet/deposits')).body as Deposit[];
const arrivals = async (who: Visitor) =>
  ((await who.get('/api/messages')).body as { kind: string }[]).filter(
    ({ kind }) => kind === 'deposit_seen',
  ).length;
const configure = (who: Visitor, body: object) => who.send('POST', '/api/wallet/configure', body);
const forget = (who: Visitor) => who.send('DELETE', '/api/wallet/configure');
const give = async (who: Visitor, child: string) =>
  ((await who.send('POST', `/api/wallet/create/${child}`)).body as ChildWallet).bitcoinAddress;

let families = 0;
/** A family whose child has an address of its wallet. */
async function home(given: (wallet: TestWallet) => object = ({ vpub }) => ({ walletXpub: vpub })) {
  families += 1;
  const anna = await app.signIn(`anna${families}@example.com`);
  const mia = (await addChild(anna)).id;
  const wallet = newWallet('regtest');
  await configure(anna, given(wallet));
  await expect.poll(async () => (await info(anna)).scan?.state).toBe('done');
  return { anna, mia, wallet, address: await give(anna, mia) };
}

const until = () => new Date(app.clock.now.getTime() + 365 * DAY_MS).toISOString();

test('a replaced wallet: sats at a child’s old address are asked about, and booked by a yes, as the reply said (WALL-08)', async () => {
  const { anna, mia, address } = await home();
  expect((await info(anna)).earlier).toBeNull();
  const reply = await configure(anna, { walletXpub: newWallet('regtest').vpub });
  expect(reply.body).toMatchObject({ earlier: { addresses: 1, until: until() } });
  await pay(address, 22_000);
  await block();
  const [asked, ...others] = await deposits(anna);
  expect(asked).toMatchObject({
    ...{ state: 'asked', amount: '0.00022000', address, childId: mia, isEarlier: true },
  });
  expect([others.length, await arrivals(anna)]).toEqual([0, 1]);
  expect(await info(anna)).toMatchObject({ balance: '0.00000000', addressCount: 0 });
  const path = `/api/wallet/deposits/${asked?.id}/answer`;
  await anna.send('POST', path, { childId: mia });
  expect((await getChild(anna, mia)).savingsBalance).toBe('0.00022000');
  await block();
  expect([(await deposits(anna)).length, await arrivals(anna)]).toEqual([1, 1]);
});

test('a forgotten wallet: the same, once, for a year and no longer; nobody else’s addresses are watched', async () => {
  const { anna, wallet, address } = await home();
  expect((await forget(anna)).body).toEqual({
    success: true,
    earlier: { addresses: 1, until: until(), isFull: false },
  });
  expect(await info(anna)).toMatchObject({ isConfigured: false, xpub: null });
  await pay(wallet.address(5), 9_000);
  await block();
  expect(await deposits(anna)).toEqual([]);
  app.clock.advance(364 * DAY_MS);
  await pay(address, 1_000);
  await block();
  await block();
  const later = await app.signIn(`anna${families}@example.com`);
  expect(await deposits(later)).toMatchObject([{ amount: '0.00001000', state: 'asked' }]);
  expect(await arrivals(later)).toBe(1);
  app.clock.advance(DAY_MS);
  await pay(address, 2_000);
  await block();
  expect([(await info(later)).earlier, await arrivals(later)]).toEqual([null, 1]);
  await forgetEarlier(app.db.owner, app.clock.now);
  expect(await app.db.owner`SELECT FROM earlier_address`).toHaveLength(0);
});

test('a wallet of one address is asked about too; what arrived before the change is not asked about again', async () => {
  const { anna, address } = await home(({ address: at }) => ({ walletAddress: at(0) }));
  await pay(address, 3_000);
  await block();
  expect(await arrivals(anna)).toBe(1);
  await configure(anna, { walletAddress: newWallet('regtest').address(0) });
  await block();
  expect(await arrivals(anna)).toBe(1);
  await pay(address, 4_000);
  await block();
  expect(await arrivals(anna)).toBe(2);
});

test('the same key again: no child gets an address that another one had (WALL-18)', async () => {
  const { anna, mia, wallet, address } = await home();
  const leo = (await addChild(anna, { name: 'Leo' })).id;
  await forget(anna);
  await configure(anna, { walletXpub: wallet.vpub });
  expect(await give(anna, leo)).toBe(wallet.address(2));
  expect(await give(anna, mia)).toBe(wallet.address(3));
  await pay(address, 5_000);
  await block();
  expect(await deposits(anna)).toMatchObject([{ childId: mia, address, isEarlier: false }]);
});

test('encrypting a wallet of one address leaves nothing of it readable; of a key, only what children had (VAULT-07 T48)', async () => {
  const one = await home(({ address: at }) => ({ walletAddress: at(0) }));
  const key = await home();
  for (const { anna } of [one, key]) {
    const { walletId } = (await anna.get('/api/wallet/configuration')).body as { walletId: string };
    const sealed = { encryptedData: base64(60), iv: base64(12), salt: base64(16) };
    const wish = { encryptedData: sealed, prefersEncryption: true, version: 0, walletId };
    expect((await anna.send('POST', '/api/wallet/encrypt-existing-data', wish)).status).toBe(200);
  }
  expect((await info(one.anna)).earlier).toBeNull();
  const { owner } = app.db;
  const rows =
    await owner`SELECT address FROM wallet_address UNION SELECT address FROM earlier_address`;
  expect(rows.map((row) => row.address)).not.toContain(one.address);
  await pay(key.address, 6_000);
  await block();
  expect(await deposits(key.anna)).toMatchObject([{ childId: key.mia, amount: '0.00006000' }]);
});
