/** The token for an unlocked browser's automatic calls: when it is made, stored and ended. */
import { expect, test } from 'vitest';
import { readSecrets, type WalletSecrets, writeSecrets } from '#core/vault/secrets.ts';
import { binding, passphrase } from '#tests/web/vault.ts';
import { stubVaultWorkers } from '#tests/web/vault-worker.ts';
import { openSecrets, sealSecrets } from './cipher.ts';
import {
  addKeyToVault,
  lockVault,
  openIsVersion,
  openVault,
  refillToken,
  resealVault,
  sealVault,
} from './vault.ts';

const VPUB =
  'vpub5Y6cjg78GGuNLsaPhmYsiw4gYX3HoQiRBiSwDaBXKUafCt9bNwWQiitDk5VZ5BVxYnQdwoTyXSs2JHRPAgjAvtbBrf8ZhDYe2jWAqvZVnsc';
const token = 'ab'.repeat(32);
const TOKEN = /^[0-9a-f]{64}$/;
const open = async (secrets: WalletSecrets) => {
  const payload = await sealSecrets(secrets, passphrase, binding);
  return openVault(4, { payload, passphrase, binding, network: 'testnet' });
};
const inside = async (payload: Parameters<typeof openSecrets>[0], words = passphrase) =>
  (await openSecrets(payload, words, binding)).secrets;

test('a token in the payload is kept, alone it is no wallet, and a payload without one still opens (T63)', () => {
  const secrets = { walletXpub: VPUB, refillToken: token };
  expect(readSecrets(writeSecrets(secrets))).toEqual(secrets);
  expect(readSecrets(writeSecrets({ walletXpub: VPUB }))).toEqual({ walletXpub: VPUB });
  expect(() => readSecrets(writeSecrets({ refillToken: token }))).toThrow('Expected a wallet');
});

test('whatever is sealed has a token, different for each vault (T63)', async () => {
  stubVaultWorkers();
  const made = async () =>
    inside(await sealVault({ secrets: { walletXpub: VPUB }, passphrase, binding }));
  const [first, second] = [await made(), await made()];
  expect(first).toEqual({ walletXpub: VPUB, refillToken: expect.stringMatching(TOKEN) });
  expect(second.refillToken).not.toBe(first.refillToken);
});

test('a vault of before gets one when it is unlocked; until that is saved, nothing is sent with it (T63)', async () => {
  stubVaultWorkers();
  const { resealed } = await open({ walletXpub: VPUB });
  if (!resealed) throw new Error('It was not sealed again');
  expect(await refillToken()).toBeUndefined();
  openIsVersion(5);
  expect(await refillToken()).toBe((await inside(resealed)).refillToken);
  expect(await refillToken()).toMatch(TOKEN);
  lockVault();
  expect(await refillToken()).toBeUndefined();
});

test('one that is in the vault stays with a key more or another wallet; a new passphrase ends it (T63)', async () => {
  stubVaultWorkers();
  expect((await open({ walletXpub: VPUB, refillToken: token })).resealed).toBeUndefined();
  expect(await refillToken()).toBe(token);
  const { payload } = await addKeyToVault({ passphrase, binding });
  const add = { walletXpub: undefined, walletAddress: 'tb1qexample' };
  const other = await resealVault({ passphrase, binding, add });
  expect([await inside(payload), await inside(other)]).toMatchObject([
    { walletXpub: VPUB, refillToken: token },
    { walletAddress: 'tb1qexample', refillToken: token },
  ]);
  expect(await refillToken()).toBe(token);
  const words = `${passphrase}8`;
  const renewed = await resealVault({ passphrase: words, binding, isRenewed: true });
  // It may be unsaved.
  expect(await refillToken()).toBeUndefined();
  openIsVersion(6);
  const after = await inside(renewed, words);
  expect(after.refillToken).toMatch(TOKEN);
  expect([await refillToken(), after.refillToken === token]).toEqual([after.refillToken, false]);
});
