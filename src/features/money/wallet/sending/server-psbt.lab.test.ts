/** Unsigned transactions on a real chain: @scure signs, and the node accepts them. */
import { base64 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { electrumSource } from '#server/adapters/chain/electrum.ts';
import { esploraSource } from '#server/adapters/chain/esplora.ts';
import { readChainServer } from '#server/adapters/chain/server.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, message } from '#tests/support/family.ts';
import { newWallet, type TestWallet } from '#tests/support/wallets.ts';
import { press } from '../../../../../testkit/control.ts';
import { scanContext } from '../../../../app/workers.ts';
import { watchChain } from '../watch.ts';
import type { WalletInfo } from '../watched/contract.ts';
import type { Send } from './contract.ts';

const lab = inject('lab');
const trusted = { trusted: ['127.0.0.1'] };
const shop = newWallet('regtest');
let app: TestApp;
beforeAll(async () => {
  const server = readChainServer(`tcp://${lab.electrum}`);
  const hosts = [new URL(lab.esplora).host];
  app = await startApp({ chain: { network: 'regtest', server, hosts } });
});
afterAll(async () => {
  await press(lab, 'heal', { service: 'electrum' });
  await app.close();
});

type Made = { psbt: string | null; fee: string | null; obstacle: string | null };
const make = async (who: Visitor, { id }: Send) =>
  (await who.send('POST', `/api/bitcoin/sends/${id}/psbt`)).body as Made;
const obstacleOf = async (who: Visitor, send: Send) => (await make(who, send)).obstacle;
const get = async (who: Visitor, { id }: Send) =>
  (await who.get(`/api/bitcoin/sends/${id}`)).body as Send;
const watch = () => watchChain(scanContext(app.services, app.services.jobs));
const configure = (who: Visitor, body: object) => who.send('POST', '/api/wallet/configure', body);
const scanned = (who: Visitor) =>
  expect
    .poll(async () => ((await who.get('/api/wallet/family-info')).body as WalletInfo).scan?.state)
    .toBe('done');

let families = 0;
async function family() {
  families += 1;
  const anna = await app.signIn(`psbt${families}@example.com`);
  const childId = (await addChild(anna)).id;
  await anna.send('POST', `/api/children/${childId}/update-savings`, { newBalance: '0.01' });
  const ask = async (index: number, amount: string) => {
    const wish = { childId, toAddress: shop.address(index), amount };
    return ((await anna.send('POST', '/api/bitcoin/send', wish)).body as { send: Send }).send;
  };
  return { anna, ask };
}

const fund = (wallet: TestWallet, index: number, sats: number) =>
  press(lab, 'send', { payments: [{ address: wallet.address(index), sats }] });

test('a PSBT needs a key, a source, a scan, enough money, and a sensible amount (WALL-29)', async () => {
  const { anna, ask } = await family();
  const wallet = newWallet('regtest');
  const send = await ask(0, '0.0004');
  expect(await obstacleOf(anna, send)).toBe('no_key');
  await configure(anna, { walletAddress: wallet.address(0) });
  expect(await obstacleOf(anna, send)).toBe('no_key');
  await anna.send('PUT', '/api/wallet/source', { kind: 'none' });
  await configure(anna, { walletXpub: wallet.tpub });
  expect(await obstacleOf(anna, send)).toBe('no_source');
  await anna.send('PUT', '/api/wallet/source', { kind: 'operator' });
  await scanned(anna);
  expect(await obstacleOf(anna, send), 'nobody has told the script type').toBe('not_looked_up');
  await configure(anna, { walletXpub: wallet.vpub });
  await fund(wallet, 0, 30_000);
  await press(lab, 'mine', {});
  for (const index of [0, 1]) await fund(wallet, index, 60_000);
  await watch();
  await scanned(anna);
  expect(await obstacleOf(anna, send), 'what waits is not spent').toBe('not_enough');
  expect(await obstacleOf(anna, await ask(1, '0.00000293'))).toBe('too_small');
  await press(lab, 'fail', { service: 'electrum', fault: { kind: 'hang-up' } });
  expect(await obstacleOf(anna, send)).toBe('no_answer');
  await press(lab, 'heal', { service: 'electrum' });
  await anna.send('DELETE', `/api/bitcoin/sends/${send.id}`);
  const late = await anna.send('POST', `/api/bitcoin/sends/${send.id}/psbt`);
  expect([late.status, message(late)]).toEqual([409, expect.stringContaining('given up')]);
});

test.each([
  ['Electrum', () => ({ kind: 'operator' }), () => electrumSource(electrumOf(), trusted)],
  [
    'Esplora',
    () => ({ kind: 'esplora', url: lab.esplora }),
    () => esploraSource(lab.esplora, trusted),
  ],
] as const)(
  'a PSBT made with %s, signed elsewhere, pays the send and nothing else (WALL-29)',
  async (_, choice, open) => {
    const { anna, ask } = await family();
    await anna.send('PUT', '/api/wallet/source', choice());
    const wallet = newWallet('regtest');
    await fund(wallet, 2, 30_000);
    await fund(wallet, 4, 60_000);
    await press(lab, 'mine', {});
    await configure(anna, { walletXpub: wallet.vpub });
    await scanned(anna);
    const send = await ask(10 + families, '0.0007');
    const { psbt, fee, obstacle } = await make(anna, send);
    expect(obstacle).toBeNull();
    const read = Transaction.fromPSBT(base64.decode(psbt ?? ''));
    expect(read.inputsLength).toBe(2);
    for (const index of [2, 4]) read.sign(wallet.privateKey(index));
    read.finalize();
    expect(fee).toBe(`0.00000${read.fee}`);
    const paid = [0, 1].map((at) => read.getOutput(at).amount);
    expect(paid.toSorted()).toEqual([20_000n - read.fee, 70_000n]);
    const source = open();
    await source.broadcast(read.hex);
    source.close();
    await press(lab, 'mine', {});
    await watch();
    expect(await get(anna, send)).toMatchObject({ state: 'confirmed', transactionId: read.id });
    const { balance } = (await anna.get('/api/wallet/family-info')).body as WalletInfo;
    // The change came back to the wallet's first change address.
    expect(balance).toBe(`0.000${20_000 - Number(read.fee)}`);
  },
);

function electrumOf() {
  const [host = '', port] = lab.electrum.split(':');
  return { host, port: Number(port), tls: false };
}
