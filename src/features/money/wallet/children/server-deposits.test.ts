/** Deposits as a chain scan writes them: which raise a question, and which count. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild } from '#tests/support/family.ts';
import { newWallet } from '#tests/support/wallets.ts';
import type { ChildBalances, Deposit } from './contract.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let anna: Visitor;
let mia: string;
beforeAll(async () => {
  app = await startApp({ chain: { network: 'testnet', server: undefined, hosts: [] } });
  anna = await app.signIn('anna@example.com');
  await anna.send('POST', '/api/wallet/configure', { walletXpub: newWallet().vpub });
  mia = (await addChild(anna)).id;
});
afterAll(() => app.close());

type Seen = { sats: number; daysAgo: number; dropped?: boolean };

const arrive = ({ sats, daysAgo, dropped = false }: Seen) => app.db.owner`
  INSERT INTO payment (family_id, payment_id, purpose, txid, vout, script_hash, address,
    amount_sats, state, child_id, created_at, seen_at)
  SELECT family_id, ${randomUUID()}, 'deposit', ${randomUUID()}, 0, 'script', 'address', ${sats},
    ${dropped ? 'failed' : 'open'}, child_id, at, at
  FROM child, (SELECT ${new Date(app.clock.now.getTime() - daysAgo * DAY_MS)}::timestamptz AS at)
  WHERE child_id = ${mia}`;

const shown = async () => {
  const deposits = (await anna.get('/api/wallet/deposits')).body as Deposit[];
  return deposits.map(({ amount, state }) => [amount, state]);
};

test('a deposit that left the chain is shown for 30 days, and one that is on it waits forever', async () => {
  await arrive({ sats: 1_000, daysAgo: 31, dropped: true });
  await arrive({ sats: 2_000, daysAgo: 29, dropped: true });
  await arrive({ sats: 4_000, daysAgo: 400 });
  expect(await shown()).toEqual([
    ['0.00002000', 'gone'],
    ['0.00004000', expect.stringMatching(/^(asked|waiting)$/)],
  ]);
});

test('what left the chain is no longer on its way to the child', async () => {
  const pending = async () =>
    ((await anna.get(`/api/wallet/balances/${mia}`)).body as ChildBalances).pendingBalance;
  const before = await pending();
  await arrive({ sats: 700, daysAgo: 0, dropped: true });
  expect(await pending()).toBe(before);
  await arrive({ sats: 700, daysAgo: 0 });
  expect(await pending()).not.toBe(before);
});
