/** Sends on a real chain: their holds, their payments, and what a reorganization undoes. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readChainServer } from '#server/adapters/chain/server.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild, message } from '#tests/support/family.ts';
import { newWallet } from '#tests/support/wallets.ts';
import { press } from '../../../../../testkit/control.ts';
import { scanContext } from '../../../../app/workers.ts';
import { watchChain } from '../watch.ts';
import type { Send } from './contract.ts';

const lab = inject('lab');
const shop = newWallet('regtest');
let app: TestApp;
let anna: Visitor;
let mia: string;
beforeAll(async () => {
  const server = readChainServer(`tcp://${lab.electrum}`);
  app = await startApp({ chain: { network: 'regtest', server, hosts: [] } });
  anna = await app.signIn('anna@example.com');
  mia = (await addChild(anna)).id;
  await anna.send('POST', `/api/children/${mia}/update-savings`, { newBalance: '0.001' });
});
afterAll(() => app.close());

const ask = (toAddress: string, amount: string, key?: string) =>
  anna.send(
    'POST',
    '/api/bitcoin/send',
    { childId: mia, toAddress, amount },
    key ? { 'idempotency-key': key } : {},
  );
const made = async (index: number, amount = '0.0001') =>
  ((await ask(shop.address(index), amount)).body as { send: Send }).send;
const get = async ({ id }: Send) => (await anna.get(`/api/bitcoin/sends/${id}`)).body as Send;
const name = async ({ id }: Send, transactionId: string) =>
  (await anna.send('POST', `/api/bitcoin/sends/${id}/transaction`, { transactionId })).body as Send;
const pay = async (index: number, sats = 10_000) =>
  String((await press(lab, 'send', { payments: [{ address: shop.address(index), sats }] })).txid);
const mine = () => press(lab, 'mine', {});
const reorg = (forget: boolean) => press(lab, 'reorg', { forget });
const watch = () => watchChain(scanContext(app.services, app.services.jobs));
const savings = async () => {
  const { savingsBalance, availableSavings } = await getChild(anna, mia);
  return [savingsBalance, availableSavings];
};

test('a send needs an amount, an address of this network and enough savings (WALL-26 WALL-27 WALL-28)', async () => {
  for (const [address, amount, status, words] of [
    [shop.address(0), '0', 400, 'Please enter a valid Bitcoin amount'],
    ['', '0.0001', 400, 'Please enter a valid Bitcoin address'],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', '0.0001', 400, 'another network'],
    [shop.vpub, '0.0001', 400, 'valid Bitcoin address'],
    [shop.address(0), '0.0011', 409, ''],
  ] as const) {
    const refused = await ask(address, amount);
    expect([refused.status, message(refused)]).toEqual([status, expect.stringContaining(words)]);
  }
  expect(await savings()).toEqual(['0.00100000', '0.00100000']);
});

test('the amount is held once for a repeated key; given up, it is free again (WALL-29 WALL-30 T26)', async () => {
  const replies = await Promise.all(
    [1, 2, 3].map(() => ask(shop.address(0), '0.0004', 'once-123')),
  );
  const [first] = replies.map(({ body }) => body as { send: Send; success: boolean });
  expect(first).toMatchObject({
    ...{ success: true, transactionId: '', error: null, state: 'waiting' },
    send: { uri: `bitcoin:${shop.address(0)}?amount=0.00040000` },
  });
  const ids = replies.map(({ body }) => (body as { send: Send }).send.id);
  expect(new Set(ids).size).toBe(1);
  expect(await savings()).toEqual(['0.00100000', '0.00060000']);
  const cancel = () => anna.send('DELETE', `/api/bitcoin/sends/${ids[0]}`);
  expect((await cancel()).body).toMatchObject({ state: 'cancelled' });
  expect((await cancel()).status).toBe(409);
  expect(await savings()).toEqual(['0.00100000', '0.00100000']);
});

test('a payment is seen, booked by a block, taken back by a reorganisation, booked again (T28)', async () => {
  const send = await made(1);
  const txid = await pay(1);
  await mine();
  await reorg(false);
  await watch();
  expect(await get(send)).toMatchObject({ state: 'seen', transactionId: txid });
  expect(await savings()).toEqual(['0.00100000', '0.00090000']);
  expect((await anna.send('DELETE', `/api/bitcoin/sends/${send.id}`)).status).toBe(409);
  await mine();
  await watch();
  expect(await get(send)).toMatchObject({ state: 'confirmed', entryId: send.id, notice: null });
  expect(await savings()).toEqual(['0.00090000', '0.00090000']);
  await reorg(false);
  await watch();
  expect(await get(send)).toMatchObject({ state: 'seen', notice: 'reorganised', entryId: null });
  expect(await savings()).toEqual(['0.00100000', '0.00090000']);
  await mine();
  await watch();
  expect(await get(send)).toMatchObject({ state: 'confirmed', notice: null });
  await reorg(true);
  await watch();
  expect(await get(send)).toMatchObject({
    ...{ state: 'waiting', notice: 'reorganised', transactionId: '' },
  });
  expect(await savings()).toEqual(['0.00100000', '0.00090000']);
  await anna.send('DELETE', `/api/bitcoin/sends/${send.id}`);
  expect(await savings()).toEqual(['0.00100000', '0.00100000']);
});

test('another amount, an older payment, a stranger’s, an unknown one and a claimed one pay nothing (WALL-32 T23)', async () => {
  const older = await pay(2);
  const [one, two] = [await made(2), await made(2)];
  expect(await name(one, older)).toMatchObject({ state: 'waiting', notice: 'too_old' });
  expect(await name(one, await pay(3))).toMatchObject({ notice: 'pays_another' });
  expect(await name(one, 'ab'.repeat(32))).toMatchObject({ state: 'waiting', notice: 'unknown' });
  expect(await name(one, await pay(2, 9_999))).toMatchObject({ notice: 'another_amount' });
  const right = await pay(2);
  expect(await name(one, right)).toMatchObject({ state: 'seen', transactionId: right });
  expect(await name(two, right)).toMatchObject({ state: 'waiting', notice: 'claimed' });
  await mine();
  await watch();
  expect(await get(one)).toMatchObject({ state: 'confirmed' });
  expect(await get(two)).toMatchObject({ state: 'waiting' });
  await pay(2);
  await mine();
  await watch();
  expect(await get(two)).toMatchObject({ state: 'confirmed' });
  expect(await savings()).toEqual(['0.00080000', '0.00080000']);
});

test('what had paid an address before its source could be asked pays no send (WALL-32 T23)', async () => {
  await pay(4);
  await mine();
  const send = await made(4);
  // As if the source was away during the send.
  await app.db.owner`UPDATE payment SET known_txids = NULL WHERE payment_id = ${send.id}`;
  await watch();
  expect(await get(send)).toMatchObject({ state: 'waiting' });
  await mine();
  await watch();
  expect(await get(send)).toMatchObject({ state: 'waiting' });
  const right = await pay(4);
  await mine();
  await watch();
  expect(await get(send)).toMatchObject({ state: 'confirmed', transactionId: right });
});
