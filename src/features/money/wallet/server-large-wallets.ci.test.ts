/** Wallets at the address limit of look-ups, and beyond. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readChainServer } from '#server/adapters/chain/server.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { startLabProcess } from '#tests/support/lab-process.ts';
import { newWallet, parentWith, payAhead, type TestWallet } from '#tests/support/wallets.ts';
import { type LabInfo, press } from '../../../../testkit/control.ts';
import { scanContext } from '../../../app/workers.ts';
import { watchChain } from './watch.ts';
import type { WalletInfo } from './watched/contract.ts';
import { GAP, MOST_ADDRESSES } from './watched/rules.ts';

let lab: LabInfo;
let app: TestApp;
let stopLab: () => Promise<void>;
beforeAll(async () => {
  ({ info: lab, stop: stopLab } = await startLabProcess());
  app = await startApp({
    chain: { network: 'regtest', server: readChainServer(`tcp://${lab.electrum}`), hosts: [] },
  });
});
afterAll(async () => {
  await app?.close();
  await stopLab?.();
});

const mine = () => press(lab, 'mine', {});
const watch = () => watchChain(scanContext(app.services, app.services.jobs));
const info = async (who: Visitor) => (await who.get('/api/wallet/family-info')).body as WalletInfo;
const ended = (who: Visitor, state: string) =>
  expect.poll(async () => (await info(who)).scan?.state).toBe(state);

let families = 0;
const family = (wallet: TestWallet) => {
  families += 1;
  return parentWith(app, wallet, `anna${families}@example.com`);
};

test('a wallet with too many addresses fails with its reason, and what was found is kept (WALL-10)', async () => {
  const wallet = newWallet('regtest');
  await payAhead(lab, wallet, MOST_ADDRESSES + GAP);
  await mine();
  const anna = await family(wallet);
  await ended(anna, 'failed');
  const found = MOST_ADDRESSES / GAP;
  expect(await info(anna)).toMatchObject({
    ...{ state: 'not_checked', checkedAt: null, addressCount: found },
    scan: { failure: 'TOO_LARGE', checked: MOST_ADDRESSES, used: found },
  });
});

test('10,000 watched addresses: each is looked up once for a block, and nothing is written (WALL-10)', async () => {
  const wallets = Array.from({ length: 5 }, () => newWallet('regtest'));
  for (const wallet of wallets) await payAhead(lab, wallet, 1_000, [0, 1]);
  await mine();
  await watch();
  const people = await Promise.all(wallets.map(family));
  for (const one of people) await ended(one, 'done');
  await mine();
  await watch();
  const versions = async () =>
    JSON.stringify([
      await app.db.owner`SELECT family_id, ctid, xmin FROM wallet_address ORDER BY 1, 2`,
      await app.db.owner`SELECT family_id, ctid, xmin FROM wallet ORDER BY 1`,
      await app.db.owner`SELECT family_id, ctid, xmin FROM family ORDER BY 1`,
    ]);
  const [row] = await app.db.owner<{ count: bigint }[]>`SELECT count(*) FROM wallet_address`;
  expect(row?.count).toBeGreaterThanOrEqual(10_000n);
  const before = await versions();
  await press(lab, 'histories', {});
  await mine();
  await watch();
  await watch();
  const { scripts, most } = await press(lab, 'histories', {});
  expect(scripts).toBeGreaterThanOrEqual(10_000);
  expect(most).toBe(1);
  expect(await versions()).toBe(before);
});
