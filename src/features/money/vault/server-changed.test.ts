/** A browser that shows an outdated wallet. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { addChild, joinAsChild, joinAsSpouse } from '#tests/support/family.ts';
import { payload } from '#tests/support/money-acts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('only where there is another parent, perhaps they have changed the wallet (VAULT-10)', async () => {
  const anna = await app.signIn('anna-alone@example.com');
  const configure = () =>
    anna.send('POST', '/api/wallet/configure-encrypted', {
      encryptedSecrets: payload(),
      hasWallet: true,
    });
  await configure();
  const stale = async () => {
    const { status, body } = await configure();
    return [status, (body as { reason: string }).reason, (body as { message: string }).message];
  };
  const words = (by: string) =>
    `The wallet has been changed meanwhile${by}. Nothing was overwritten. Please look again`;
  // A person's own child can't have done it.
  const { id } = await addChild(anna);
  await joinAsChild(app, anna, id, 'mia-alone@example.com');
  expect(await stale()).toEqual([409, 'VAULT_CHANGED', words('')]);
  await joinAsSpouse(app, anna, 'ben-alone@example.com');
  expect(await stale()).toEqual([
    409,
    'VAULT_CHANGED_BY_OTHER',
    words(', perhaps by the other parent'),
  ]);
});
