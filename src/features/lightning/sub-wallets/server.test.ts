/** The secret of a child’s own wallet: adults hear who saw it, and it goes with the wallet. */
import { expect, test } from 'vitest';
import { nameOf } from '#contract/endpoint.ts';
import type { Message } from '#features/messages/contract.ts';
import { startApp, type Visitor } from '#tests/support/app.ts';
import { addChild, joinAsSpouse } from '#tests/support/family.ts';
import { subWallets } from './contract.ts';
import { addSubWallet } from './store.ts';

const CONNECTION = `nostr+walletconnect://${'ab'.repeat(32)}?secret=${'cd'.repeat(32)}`;

test('every adult hears when a connection was shown and when it is forgotten, and its secret goes (T48)', async () => {
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
