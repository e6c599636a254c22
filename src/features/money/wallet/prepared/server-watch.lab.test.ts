/** An encrypted wallet on a real chain: watched, covered and asked about while locked. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readChainServer } from '#server/adapters/chain/server.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild } from '#tests/support/family.ts';
import { newWallet } from '#tests/support/wallets.ts';
import { press } from '../../../../../testkit/control.ts';
import { scanContext } from '../../../../app/workers.ts';
import type { ChildWallet, Deposit } from '../children/contract.ts';
import type { Coverage } from '../coverage/contract.ts';
import { watchChain } from '../watch.ts';
import type { WalletInfo } from '../watched/contract.ts';

const lab = inject('lab');

let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    chain: { network: 'regtest', server: readChainServer(`tcp://${lab.electrum}`), hosts: [] },
  });
});
afterAll(() => app.close());

const send = (address: string, sats: number) =>
  press(lab, 'send', { payments: [{ address, sats }] });
const mine = async () => {
  await press(lab, 'mine', {});
  await watchChain(scanContext(app.services, app.services.jobs));
};
const read = async <Body>(who: Visitor, path: string) =>
  (await who.get(`/api/wallet/${path}`)).body as Body;
const info = (who: Visitor) => read<WalletInfo>(who, 'family-info');
const coverage = (who: Visitor) => read<Coverage>(who, 'coverage');
const kinds = async (who: Visitor) =>
  ((await who.get('/api/messages')).body as { kind: string }[]).map(({ kind }) => kind);

/** A parent with a vault, version 1; its child has 60,000 sats saved. */
async function encrypted(name: string) {
  const wallet = newWallet('regtest');
  const sealed = (length: number) => randomBytes(length).toString('base64');
  const anna = await app.signIn(`${name}@example.com`);
  const mia = (await addChild(anna)).id;
  const savings = (newBalance: string) =>
    anna.send('POST', `/api/children/${mia}/update-savings`, { newBalance });
  await savings('0.00060000');
  await anna.send('POST', '/api/wallet/configure-encrypted', {
    encryptedSecrets: { encryptedData: sealed(60), iv: sealed(12), salt: sealed(16) },
    hasWallet: true,
  });
  const scanned = async () => {
    app.clock.advance(60_000);
    expect((await anna.send('POST', '/api/wallet/scan-balance', {})).status).toBe(200);
    await expect.poll(async () => (await info(anna)).scan?.finishedAt ?? null).not.toBeNull();
  };
  return { anna, mia, wallet, savings, scanned };
}

test('prepared addresses are scanned and watched: balance, deposits, coverage and alarm (WALL-11 DASH-23)', async () => {
  const { anna, mia, wallet, savings, scanned } = await encrypted('anna-encrypted-chain');
  const list = (first: number, count: number, branch: 0 | 1) =>
    Array.from({ length: count }, (_, at) => wallet.address(first + at, branch));
  const prepare = (first: { receive: number; change: number }, count: number) =>
    anna.send('POST', '/api/wallet/prepared-addresses', {
      ...{ version: 1, scriptType: 'p2wpkh', firstAddress: wallet.address(0) },
      receive: { first: first.receive, addresses: list(first.receive, count, 0) },
      change: { first: first.change, addresses: list(first.change, count, 1) },
    });
  await send(wallet.address(0), 50_000);
  await send(wallet.address(3, 1), 10_000);
  await press(lab, 'mine', {});

  expect((await anna.send('POST', '/api/wallet/scan-balance', {})).status).toBe(409);
  expect((await prepare({ receive: 0, change: 0 }, 20)).status).toBe(200);
  await scanned();
  expect(await info(anna)).toMatchObject({
    ...{ state: 'connected', balance: '0.00060000', addressCount: 2, xpub: null },
    scan: { state: 'done', checked: 40, used: 2 },
  });
  expect(await coverage(anna)).toMatchObject({ state: 'covered', held: '0.00060000' });
  // The scan tells what the next unlocking prepares.
  expect(await read(anna, 'prepared-addresses')).toMatchObject({
    missing: { receive: { first: 20, count: 1 }, change: { first: 20, count: 4 } },
  });

  // Nothing is unlocked from here on: a deposit is seen, asked about and booked.
  const { bitcoinAddress } = (await anna.send('POST', `/api/wallet/create/${mia}`))
    .body as ChildWallet;
  expect(bitcoinAddress).toBe(wallet.address(1));
  await send(bitcoinAddress, 12_000);
  await mine();
  const [deposit] = await read<Deposit[]>(anna, 'deposits');
  expect(deposit).toMatchObject({ state: 'asked', amount: '0.00012000', childId: mia });
  await anna.send('POST', `/api/wallet/deposits/${deposit?.id}/answer`, { childId: mia });
  expect(await coverage(anna)).toMatchObject({ state: 'covered', promised: '0.00072000' });
  await savings('0.00100000');
  app.clock.advance(3_600_000);
  await mine();
  expect(await coverage(anna)).toMatchObject({ state: 'short', shortBy: '0.00028000' });
  expect(await kinds(anna)).toContain('coverage_short');

  // The last prepared address is used: more may follow, so coverage isn't judged.
  await send(wallet.address(19, 1), 90_000);
  await mine();
  await scanned();
  expect(await info(anna)).toMatchObject({
    ...{ state: 'not_checked', scan: { state: 'failed', failure: 'UNPREPARED' } },
  });
  expect((await prepare({ receive: 20, change: 20 }, 2)).status).toBe(200);
  await scanned();
  expect(await info(anna)).toMatchObject({ state: 'connected', balance: '0.00162000' });
  expect(await coverage(anna)).toMatchObject({ state: 'covered' });
});

test('one address in the vault is looked up once a parent lets it: balance, deposit, coverage (WALL-11 DASH-23)', async () => {
  const { anna, mia, wallet, scanned } = await encrypted('anna-one-address');
  const address = wallet.address(0);
  await send(address, 60_000);
  await press(lab, 'mine', {});
  expect((await anna.send('POST', '/api/wallet/scan-balance', {})).status).toBe(409);
  const allowed = await anna.send('POST', '/api/wallet/prepared-addresses', {
    ...{ version: 1, scriptType: null, firstAddress: address },
    receive: { first: 0, addresses: [address] },
    change: { first: 0, addresses: [] },
  });
  expect(allowed.status).toBe(200);
  await scanned();
  // It is in use, with nothing after it: the whole wallet is known.
  expect(await info(anna)).toMatchObject({
    ...{ state: 'connected', balance: '0.00060000', address: null },
    scan: { state: 'done', checked: 1, used: 1 },
  });
  expect(await coverage(anna)).toMatchObject({ state: 'covered', held: '0.00060000' });
  const { bitcoinAddress, shared } = (await anna.send('POST', `/api/wallet/create/${mia}`))
    .body as ChildWallet;
  expect([bitcoinAddress, shared]).toEqual([address, true]);
  await send(address, 12_000);
  await mine();
  const [deposit] = await read<Deposit[]>(anna, 'deposits');
  expect(deposit).toMatchObject({ state: 'asked', amount: '0.00012000' });
});
