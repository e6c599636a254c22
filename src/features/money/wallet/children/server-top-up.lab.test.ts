/** An address to top up the family’s wallet: arrivals raise coverage without a question. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readChainServer } from '#server/adapters/chain/server.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, message } from '#tests/support/family.ts';
import { kinds, newWallet } from '#tests/support/wallets.ts';
import { press } from '../../../../../testkit/control.ts';
import { scanContext } from '../../../../app/workers.ts';
import type { Coverage } from '../coverage/contract.ts';
import { watchChain } from '../watch.ts';

const lab = inject('lab');
let app: TestApp;
beforeAll(async () => {
  const server = readChainServer(`tcp://${lab.electrum}`);
  app = await startApp({ chain: { network: 'regtest', server, hosts: [] } });
});
afterAll(() => app.close());

const topUp = (who: Visitor) => who.send('POST', '/api/wallet/top-up-address');
const addressOf = ({ body }: { body: unknown }) =>
  (body as { bitcoinAddress: string }).bitcoinAddress;

test('what arrives at the family’s own address raises coverage: it is no deposit, no child is given the address, and it serves until it was used (DASH-22)', async () => {
  const anna = await app.signIn('anna@example.com');
  const mia = (await addChild(anna)).id;
  expect((await topUp(anna)).status).toBe(409);
  const { vpub, address: at } = newWallet('regtest');
  await anna.send('POST', '/api/wallet/configure', { walletXpub: vpub });
  const state = async () =>
    ((await anna.get('/api/wallet/family-info')).body as { state: string }).state;
  await expect.poll(state).toBe('connected');
  await anna.send('POST', `/api/children/${mia}/update-savings`, { newBalance: '0.00050000' });
  const address = addressOf(await topUp(anna));
  expect(addressOf(await topUp(anna))).toBe(address);
  const own = [0, 1, 2, 3].map((index) => at(index));
  expect(own).toContain(address);
  const mias = async () => addressOf(await anna.send('POST', `/api/wallet/create/${mia}`));
  const given = await mias();
  expect(own.filter((one) => one !== address)).toContain(given);
  await press(lab, 'send', { payments: [{ address, sats: 30_000 }] });
  await press(lab, 'mine', {});
  await watchChain(scanContext(app.services, app.services.jobs));
  expect((await anna.get('/api/wallet/coverage')).body as Coverage).toMatchObject({
    ...{ held: '0.00030000', shortBy: '0.00020000' },
  });
  expect((await anna.get('/api/wallet/deposits')).body).toEqual([]);
  expect(await kinds(anna)).not.toContain('deposit_seen');
  expect(own.filter((one) => one !== address && one !== given)).toContain(
    addressOf(await topUp(anna)),
  );
  expect(await mias()).toBe(given);
});

test('a wallet that is one address is topped up there (WALL-08)', async () => {
  const tom = await app.signIn('tom@example.com');
  const walletAddress = newWallet('regtest').address(0);
  const saved = await tom.send('POST', '/api/wallet/configure', { walletAddress });
  expect(saved.status, message(saved)).toBe(200);
  expect(addressOf(await topUp(tom))).toBe(walletAddress);
});
