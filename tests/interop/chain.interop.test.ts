/** Satling with a real bitcoind: Taproot, replacement by fee, and a reorganization. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ChildWallet, Deposit } from '#features/money/wallet/children/contract.ts';
import type { Send } from '#features/money/wallet/sending/contract.ts';
import { watchChain } from '#features/money/wallet/watch.ts';
import type { WalletInfo } from '#features/money/wallet/watched/contract.ts';
import { readChainServer } from '#server/adapters/chain/server.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild } from '#tests/support/family.ts';
import { newWallet } from '#tests/support/wallets.ts';
import { scanContext } from '../../src/app/workers.ts';
import { type Bitcoind, startBitcoind } from './bitcoind.ts';

const { bitcoind } = inject('programs');
const shop = newWallet('regtest');

describe.skipIf(!bitcoind)('over bitcoind', () => {
  let node: Bitcoind;
  let app: TestApp;
  let anna: Visitor;
  let mia: string;
  beforeAll(async () => {
    node = await startBitcoind(bitcoind as NonNullable<typeof bitcoind>);
    const server = readChainServer(`tcp://127.0.0.1:${node.electrumPort}`);
    app = await startApp({ chain: { network: 'regtest', server, hosts: [] } });
    anna = await app.signIn('anna@example.com');
    mia = (await addChild(anna)).id;
    await anna.send('POST', `/api/children/${mia}/update-savings`, { newBalance: '0.001' });
  });
  afterAll(async () => {
    await app.close();
    await node.stop();
  });

  const info = async () => (await anna.get('/api/wallet/family-info')).body as WalletInfo;
  const watch = () => watchChain(scanContext(app.services, app.services.jobs));
  const look = () => {
    app.clock.advance(10_000);
    return anna.send('POST', `/api/wallet/sync/${mia}`);
  };
  const mine = async () => {
    await node.rpc('generatetoaddress', [1, await node.rpc('getnewaddress', [], 'miner')]);
    await watch();
  };
  const pay = (wallet: string, address: string, btc: string) =>
    node.rpc<string>('sendtoaddress', [address, btc, '', '', false, true], wallet);
  const send = async (index: number) => {
    const wish = { childId: mia, toAddress: shop.address(index), amount: '0.0001' };
    return ((await anna.send('POST', '/api/bitcoin/send', wish)).body as { send: Send }).send;
  };
  const get = async ({ id }: Send) => (await anna.get(`/api/bitcoin/sends/${id}`)).body as Send;
  const savings = async () => {
    const { savingsBalance, availableSavings } = await getChild(anna, mia);
    return [savingsBalance, availableSavings];
  };

  test('bitcoind’s own Taproot wallet: the same addresses, a deposit, a Taproot spend (WALL-10)', async () => {
    const { descriptors } = await node.rpc<{ descriptors: { desc: string; internal: boolean }[] }>(
      'listdescriptors',
      [],
      'family',
    );
    const taproot = descriptors.find(({ desc, internal }) => desc.startsWith('tr(') && !internal);
    const walletXpub = taproot?.desc.replace(/\/0\/\*\)#.*$/, '/<0;1>/*)');
    const saved = await anna.send('POST', '/api/wallet/configure', { walletXpub });
    expect(saved.body).toMatchObject({ scriptType: 'p2tr' });
    await expect.poll(async () => (await info()).state).toBe('connected');
    const theirs = await Promise.all(
      [0, 1].map(() => node.rpc<string>('getnewaddress', ['', 'bech32m'], 'family')),
    );
    const { bitcoinAddress } = (await anna.send('POST', `/api/wallet/create/${mia}`))
      .body as ChildWallet;
    expect(theirs).toContain(bitcoinAddress);
    await pay('miner', bitcoinAddress, '0.5');
    await look();
    const deposits = async () => (await anna.get('/api/wallet/deposits')).body as Deposit[];
    expect(await deposits()).toMatchObject([{ amount: '0.50000000', state: 'waiting' }]);
    await mine();
    expect(await deposits()).toMatchObject([{ amount: '0.50000000', state: 'asked' }]);
    await pay('family', shop.address(0), '0.2');
    await mine();
    type Balances = { mine: { trusted: number } };
    const { mine: left } = await node.rpc<Balances>('getbalances', [], 'family');
    expect((await info()).balance).toBe(left.trusted.toFixed(8));
    expect(left.trusted).toBeLessThan(0.3);
  });

  test('a payment is replaced by one with a higher fee, confirmed, and undone by a reorganization (T28)', async () => {
    const made = await send(1);
    const first = await pay('miner', shop.address(1), '0.0001');
    await look();
    expect(await get(made)).toMatchObject({ state: 'seen', notice: null, transactionId: first });
    const { txid } = await node.rpc<{ txid: string }>('bumpfee', [first], 'miner');
    await look();
    expect(await get(made)).toMatchObject({
      ...{ state: 'seen', notice: 'replaced', transactionId: txid },
    });
    expect(await savings()).toEqual(['0.00100000', '0.00090000']);
    await mine();
    expect(await get(made)).toMatchObject({ state: 'confirmed', transactionId: txid });
    expect(await savings()).toEqual(['0.00090000', '0.00090000']);
    await node.rpc('invalidateblock', [await node.rpc('getbestblockhash')]);
    await watch();
    expect(await get(made)).toMatchObject({ state: 'seen', notice: 'reorganised' });
    expect(await savings()).toEqual(['0.00100000', '0.00090000']);
    await mine();
    expect(await get(made)).toMatchObject({ state: 'confirmed' });
    expect(await savings()).toEqual(['0.00090000', '0.00090000']);
  });

  test('a payment replaced by one to somebody else waits again (T28)', async () => {
    const made = await send(2);
    const first = await pay('miner', shop.address(2), '0.0001');
    await look();
    expect(await get(made)).toMatchObject({ state: 'seen' });
    const outputs = [{ [shop.address(99)]: '0.0001' }];
    await node.rpc('bumpfee', [first, { outputs }], 'miner');
    await look();
    expect(await get(made)).toMatchObject({
      ...{ state: 'waiting', notice: 'evicted', transactionId: '' },
    });
    await mine();
    expect(await savings()).toEqual(['0.00090000', '0.00080000']);
  });
});
