/** Unlocking the vault by passkey, through the API: who may, what ends it. */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { newAuthenticator } from '#tests/support/authenticator.ts';
import { addChild, joinAsChild, joinAsSpouse } from '#tests/support/family.ts';
import { newWallet } from '#tests/support/wallets.ts';
import type { Lock, VaultPasskey } from './contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ chain: { network: 'testnet', server: undefined, hosts: [] } });
});
afterAll(() => app.close());

const PATH = '/api/wallet/passkeys';
/** Looks like a real one to the server. */
const newLock = (): Lock => ({
  salt: randomBytes(32).toString('base64'),
  sealed: randomBytes(72).toString('base64'),
});
const list = async (who: Visitor) => (await who.get(PATH)).body as VaultPasskey[];
const locks = async (who: Visitor) => (await list(who)).map(({ lock }) => lock);
const save = async (who: Visitor, id: string, lock: Lock, version: number) => {
  const { status, body } = await who.send('PUT', `${PATH}/${id}`, { ...lock, version });
  return [status, (body as { reason?: string }).reason];
};

/** @returns the server's id for it */
async function addPasskey(who: Visitor, hasPrf = true): Promise<string> {
  const { challenge } = (await who.send('POST', '/api/auth/passkeys/challenge')).body as {
    challenge: string;
  };
  const made = newAuthenticator().make({ challenge });
  const added = await who.send('POST', '/api/auth/passkeys', { ...made, hasPrf });
  expect(added.status).toBe(200);
  return (added.body as { id: string }).id;
}

const payload = () => ({
  encryptedData: randomBytes(60).toString('base64'),
  iv: randomBytes(12).toString('base64'),
  salt: randomBytes(16).toString('base64'),
});
const configure = async (who: Visitor, version: number, isRenewed = false) => {
  const body = { encryptedSecrets: payload(), hasWallet: true, version, isRenewed };
  const saved = await who.send('POST', '/api/wallet/configure-encrypted', body);
  expect(saved.status).toBe(200);
};

/** A parent whose passkey unlocks the vault; its version is 1. */
async function withLock(name: string) {
  const who = await app.signIn(`${name}@example.com`);
  await configure(who, 0);
  const [id, lock] = [await addPasskey(who), newLock()];
  expect(await save(who, id, lock, 1)).toEqual([200, undefined]);
  expect(await locks(who)).toEqual([lock]);
  return { who, id, lock };
}

test('nothing is kept without an encrypted wallet, for an old one, or for a passkey that is not there (VAULT-17)', async () => {
  const anna = await app.signIn('anna-lock@example.com');
  const id = await addPasskey(anna);
  await anna.send('POST', '/api/wallet/configure', { walletXpub: newWallet().vpub });
  expect(await save(anna, id, newLock(), 1)).toEqual([409, 'NO_ENCRYPTED_WALLET']);
  await anna.send('DELETE', '/api/wallet/configure');
  await configure(anna, 0);
  expect(await save(anna, randomUUID(), newLock(), 1)).toEqual([404, 'NO_PASSKEY']);
  await configure(anna, 1);
  expect(await save(anna, id, newLock(), 1)).toEqual([409, 'VAULT_CHANGED']);
  expect(await list(anna)).toMatchObject([
    { id, transports: ['internal'], hasPrf: true, lock: null },
  ]);
  const wrong = [{ salt: 'AAAA' }, { sealed: 'AAAA' }, { sealed: '-'.repeat(80) }, { prf: 'AAAA' }];
  for (const one of wrong)
    expect((await save(anna, id, { ...newLock(), ...one }, 2))[0], JSON.stringify(one)).toBe(400);
  expect(await locks(anna)).toEqual([null]);
});

test('a passkey that did not say so when it was added may derive a secret all the same (VAULT-17)', async () => {
  const anna = await app.signIn('anna-older@example.com');
  await configure(anna, 0);
  const [id, lock] = [await addPasskey(anna, false), newLock()];
  expect(await list(anna)).toMatchObject([{ id, hasPrf: false, lock: null }]);
  expect(await save(anna, id, lock, 1)).toEqual([200, undefined]);
  expect(await locks(anna)).toEqual([lock]);
});

test('each adult reads and changes their own only, and a child nothing (VAULT-17 T20)', async () => {
  const { who: anna, id, lock } = await withLock('anna-own');
  const tom = await joinAsSpouse(app, anna, 'tom-own@example.com');
  const child = await addChild(anna);
  const mia = await joinAsChild(app, anna, child.id, 'mia-own@example.com');
  const zoe = await app.signIn('zoe-own@example.com');
  await configure(zoe, 0);
  for (const who of [tom, zoe]) {
    expect(await list(who)).toEqual([]);
    expect(await save(who, id, newLock(), 1)).toEqual([404, 'NO_PASSKEY']);
    expect((await who.send('DELETE', PATH)).status).toBe(200);
  }
  expect((await mia.get(PATH)).status).toBe(403);
  expect((await save(mia, id, newLock(), 1))[0]).toBe(403);
  expect((await mia.send('DELETE', PATH)).status).toBe(403);
  expect(await locks(anna)).toEqual([lock]);
  // Another replaces it, without leaving a copy.
  const next = newLock();
  expect(await save(anna, id, next, 1)).toEqual([200, undefined]);
  expect(await locks(anna)).toEqual([next]);
  expect((await anna.send('DELETE', PATH)).status).toBe(200);
  expect(await locks(anna)).toEqual([null]);
});

test('another wallet under the same passphrase keeps it; a new passphrase ends it (VAULT-17)', async () => {
  const { who, lock } = await withLock('anna-renews');
  await configure(who, 1);
  expect(await locks(who)).toEqual([lock]);
  await configure(who, 2, true);
  expect(await locks(who)).toEqual([null]);
});

test('switching encryption off ends it, and so does forgetting the wallet (VAULT-17)', async () => {
  const { who: anna } = await withLock('anna-switches');
  const off = { prefersEncryption: false, version: 1, wallet: { walletXpub: newWallet().vpub } };
  const switched = await anna.send('POST', '/api/wallet/set-encryption-preference', off);
  expect(switched.status).toBe(200);
  expect(await locks(anna)).toEqual([null]);
  const { who: zoe } = await withLock('zoe-forgets');
  const forgotten = await zoe.send('DELETE', '/api/wallet/encrypted-config', { version: 1 });
  expect(forgotten.status).toBe(200);
  expect(await locks(zoe)).toEqual([null]);
});

test('it ends with the passkey, and as its person leaves the family or is removed (VAULT-17 T19b)', async () => {
  const { who: anna, id } = await withLock('anna-removes');
  const { familyId } = (await anna.get('/api/wallet/encrypted-config')).body as {
    familyId: string;
  };
  const kept = async () =>
    (await app.db.owner`SELECT FROM vault_passkey WHERE family_id = ${familyId}`).length;
  for (const how of ['leaves', 'is removed']) {
    const tom = await joinAsSpouse(app, anna, 'tom-removes@example.com');
    expect(await save(tom, await addPasskey(tom), newLock(), 1)).toEqual([200, undefined]);
    expect(await kept()).toBe(2);
    const [who, method, path] =
      how === 'leaves'
        ? ([tom, 'POST', '/api/family/leave'] as const)
        : ([anna, 'DELETE', '/api/family/spouse'] as const);
    expect((await who.send(method, path)).status).toBe(200);
    expect(await kept(), how).toBe(1);
  }
  expect((await anna.send('DELETE', `/api/auth/passkeys/${id}`)).status).toBe(200);
  expect(await kept()).toBe(0);
});
