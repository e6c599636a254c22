/** The secret of a child’s own wallet: adults learn who saw it; it goes with the wallet. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { nameOf } from '#contract/endpoint.ts';
import type { Message } from '#features/notices/messages/contract.ts';
import { ON_REGTEST, type Reply, startApp, type Visitor } from '#tests/support/app.ts';
import { addChild, joinAsSpouse, message } from '#tests/support/family.ts';
import { subWallets } from './contract.ts';
import { addSubWallet } from './store.ts';

const CONNECTION = `nostr+walletconnect://${'ab'.repeat(32)}?secret=${'cd'.repeat(32)}`;

test('every adult is notified when a connection is shown and when it is forgotten, which erases its secret (T48)', async () => {
  const app = await startApp();
  const anna = await app.signIn('anna@example.com');
  const tom = await joinAsSpouse(app, anna, 'tom@example.com');
  const { id: childId } = await addChild(anna);
  const [row] = await app.db.owner<{ familyId: string; userId: string }[]>`
    SELECT family_id, user_id FROM users WHERE email = 'anna@example.com'`;
  const { familyId = '', userId: by = '' } = row ?? {};
  const { now } = app.clock;
  const made = { connection: CONNECTION, publicKey: undefined, budgetSats: 40_000n, by, now };
  await app.db.changeFamily(familyId, (tx) =>
    addSubWallet(tx, app.services.secretsKey, familyId, childId, made),
  );
  const told = async (who: Visitor) =>
    ((await who.get('/api/messages')).body as Message[])
      .filter(({ kind }) => kind === 'money_changed')
      .map(({ data }) => (data as { call?: string }).call)
      .sort();
  const secrets = () => app.db.owner`
    SELECT FROM sealed_secret WHERE purpose = ${`sub-wallet ${childId}`}`;
  const path = `/api/lightning/sub-wallets/${childId}`;
  expect([await told(anna), await told(tom)]).toEqual([[], []]);
  expect(await secrets()).toHaveLength(1);

  expect((await tom.get(`${path}/connection`)).body).toEqual({ connection: CONNECTION });
  const shown = [nameOf(subWallets.connection)];
  expect([await told(anna), await told(tom)]).toEqual([shown, shown]);

  expect((await anna.send('DELETE', path)).status).toBe(200);
  const both = [nameOf(subWallets.remove), ...shown];
  expect([await told(anna), await told(tom)]).toEqual([both, both]);
  expect(await secrets()).toHaveLength(0);
  expect((await anna.get(`${path}/connection`)).status).toBe(404);
  await app.close();
});

/** A Hub that makes an app; the test acts during the call. */
async function startHub(meanwhile: (token: string) => Promise<unknown>) {
  const uri = `${CONNECTION}&relay=ws%3A%2F%2F127.0.0.1%3A7000`;
  const server = createServer(async ({ headers }, reply) => {
    await meanwhile(String(headers.authorization));
    reply.writeHead(200, { 'content-type': 'application/json' });
    reply.end(JSON.stringify({ pairingUri: uri }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => new Promise((resolve) => server.close(resolve)) };
}

test('if encryption is switched on while the Hub is asked, the server stores nothing that spends (VAULT-14)', async () => {
  const app = await startApp(ON_REGTEST);
  const anna = await app.signIn('anna@example.com');
  const tom = await joinAsSpouse(app, anna, 'tom@example.com');
  const switchOn = { prefersEncryption: true, version: 0 };
  const replies: Reply[] = [];
  const hub = await startHub(async (token) => {
    if (token !== 'Bearer switches-on') return;
    replies.push(await tom.send('POST', '/api/wallet/set-encryption-preference', switchOn));
  });
  const make = async (token: string, name: string) => {
    const { id } = await addChild(anna, { name });
    const wish = { url: hub.url, token, monthlyBudget: 1_000 };
    const { status, body } = await anna.send('POST', `/api/lightning/sub-wallets/${id}`, wish);
    const kept = await app.db.owner`
      SELECT FROM sealed_secret WHERE purpose = ${`sub-wallet ${id}`}`;
    return [status, message({ body } as Reply), kept.length];
  };
  const refused = [409, expect.stringContaining('encrypted'), 0];
  expect(await make('asks-only', 'Mia')).toEqual([200, undefined, 1]);
  expect(await make('switches-on', 'Leo')).toEqual(refused);
  expect(replies.map(({ status }) => status)).toEqual([200]);
  expect(await make('asks-only', 'Zoe')).toEqual(refused);
  await app.close();
  await hub.close();
});
