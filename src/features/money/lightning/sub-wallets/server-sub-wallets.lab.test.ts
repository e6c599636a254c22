/** A child's wallet on the family's Alby Hub: made, handed over, paid into, forgotten. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { publicKeyOf } from '#core/lightning/nostr.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { everyRow } from '#tests/support/every-row.ts';
import { addChild, joinAsChild, message } from '#tests/support/family.ts';
import { money, newest, payoutsOf, setPayoutPlan, watchLater } from '#tests/support/payouts.ts';
import { SUB_WALLET } from '../payouts/contract.ts';
import type { SubWallet } from './contract.ts';

const lab = inject('lab');
const { url, token, readonlyToken } = lab.hub;
const BUDGET = 40_000;
const secretKey = '7'.repeat(64);
const publicKey = publicKeyOf(secretKey);
const logged: string[] = [];
let app: TestApp;
let parent: Visitor;
let childId: string;
beforeAll(async () => {
  app = await startApp({
    at: new Date().toISOString(),
    logLevel: 'trace',
    logTo: { write: (line) => void logged.push(line) },
    chain: {
      network: 'regtest',
      server: undefined,
      hosts: [new URL(url).host, new URL(lab.relay).host],
    },
  });
  parent = await app.signIn('anna@example.com');
  await parent.send('PATCH', '/api/family/settings', { timeZone: 'UTC' });
  const allowanceDay = app.clock.now.getUTCDay();
  childId = (await addChild(parent, { allowanceDay })).id;
});
afterAll(() => app.close());

const path = () => `/api/lightning/sub-wallets/${childId}`;
const make = (over: object = {}) =>
  parent.send('POST', path(), { url, token, monthlyBudget: BUDGET, ...over });
const connection = async (who: Visitor) => who.get(`${path()}/connection`);

test('a sub-wallet is made in one call, and the Hub’s token is stored nowhere (T48)', async () => {
  expect(message(await make({ token: '' }))).toContain('oken');
  expect((await make({ monthlyBudget: 0 })).status).toBe(400);
  expect([
    (await make({ token: readonlyToken })).status,
    (await make({ url: lab.esplora })).status,
  ]).toEqual([409, 409]);
  expect((await parent.get('/api/lightning/sub-wallets')).body).toEqual([]);
  expect((await connection(parent)).status).toBe(404);
  const made = await make();
  expect([made.status, made.body]).toMatchObject([
    200,
    { childName: 'Mia', monthlyBudget: BUDGET },
  ]);
  expect(message(await make())).toContain('already');
  expect((await parent.get('/api/lightning/sub-wallets')).body).toEqual([made.body as SubWallet]);
  const kid = await joinAsChild(app, parent, childId, 'mia@example.com');
  expect((await connection(kid)).status).toBe(403);
  const shown = ((await connection(parent)).body as { connection: string }).connection;
  expect(shown).toMatch(/^nostr\+walletconnect:/);
  const secret = new URL(shown).searchParams.get('secret') as string;
  const kept = `${await everyRow(app.db)}\n${logged.join('\n')}`;
  for (const one of [token, secret, shown]) expect(kept.includes(one)).toBe(false);
});

test('a pay day is paid into the sub-wallet, which is the child’s from then on (T26)', async () => {
  const spending = { type: 'nwc', purpose: 'spend', token: lab.nwc.spending };
  expect((await parent.send('POST', '/api/lightning/connect', spending)).status).toBe(200);
  expect((await setPayoutPlan(parent, childId, 'lightning', 'mia@example.com')).status).toBe(409);
  expect((await setPayoutPlan(parent, childId, 'lightning', SUB_WALLET)).status).toBe(200);
  await parent.send('POST', '/api/process-allowances');
  await watchLater(app, 2 * 60_000);
  await expect
    .poll(async () => {
      await watchLater(app, 5_000);
      return (await payoutsOf(parent)).map(({ state }) => state);
    })
    .toEqual(['paid']);
  const home = { parent, childId, address: SUB_WALLET };
  expect(await newest(home)).toMatchObject({ receiver: SUB_WALLET, proof: 'proven' });
  expect(await money(home)).toEqual(['0.00000000', '0.00000000', '0.00010000']);
});

test('what is forgotten is nowhere, and the next pay day needs another yes (T48)', async () => {
  const before = await app.db.owner`SELECT FROM sealed_secret WHERE purpose LIKE 'sub-wallet%'`;
  expect(before).toHaveLength(1);
  expect((await parent.send('DELETE', path())).status).toBe(200);
  expect((await parent.send('DELETE', path())).status).toBe(404);
  const after = await app.db.owner`SELECT FROM sealed_secret WHERE purpose LIKE 'sub-wallet%'`;
  expect(after).toHaveLength(0);
  app.clock.advance(7 * 86_400_000);
  await parent.send('POST', '/api/process-allowances');
  await watchLater(app, 2 * 60_000);
  const open = (await payoutsOf(parent)).filter(({ endedAt }) => endedAt === null);
  expect(open).toMatchObject([{ state: 'owed', failure: 'no-address' }]);
});

test('while the wallets are encrypted the key is a browser’s, and the server can spend nothing (T48)', async () => {
  expect((await make({ publicKey })).status).toBe(409);
  await app.db.owner`
    INSERT INTO vault (family_id, version, prefers_encryption, renewal_due, changed_by, changed_at)
    SELECT family_id, 1, true, false, user_id, now() FROM users WHERE email = 'anna@example.com'`;
  expect((await make()).status).toBe(409);
  expect((await make({ publicKey: 'ab' })).status).toBe(400);
  expect((await parent.get('/api/lightning/sub-wallets')).body).toEqual([]);
  const made = await make({ publicKey });
  expect(made.status).toBe(200);
  const { inVault } = made.body as SubWallet;
  expect(inVault?.publicKey).toBe(publicKey);
  expect((await connection(parent)).status).toBe(409);
  const kept = await app.db.owner`SELECT FROM sealed_secret WHERE purpose LIKE 'sub-wallet%'`;
  expect(kept).toHaveLength(0);
  // Pay days don't go there: the server could get no invoice from it.
  expect((await setPayoutPlan(parent, childId, 'lightning', SUB_WALLET)).status).toBe(409);
  // Anyone with the secret key can use it.
  const other = await app.signIn('omar@example.com');
  const whole = `${inVault?.walletUrl}&secret=${secretKey}`;
  const used = { type: 'nwc', purpose: 'spend', token: whole };
  expect((await other.send('POST', '/api/lightning/connect', used)).status).toBe(200);
});
