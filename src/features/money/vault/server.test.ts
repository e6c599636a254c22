/** The encrypted wallet through the API: stored, refused, and never in two forms at once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { VaultPayload } from '#core/vault/payload.ts';
import { addSubWallet } from '#features/money/lightning/sub-wallets/store.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, joinAsSpouse, message } from '#tests/support/family.ts';
import { newWallet } from '#tests/support/wallets.ts';
import type { EncryptedConfig } from './contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ chain: { network: 'testnet', server: undefined, hosts: [] } });
});
afterAll(() => app.close());

const base64 = (length: number, byte: number) => Buffer.alloc(length, byte).toString('base64');
/** Looks like a real one to the server. */
const sealed = (byte: number): VaultPayload => ({
  encryptedData: base64(60, byte),
  iv: base64(12, byte),
  salt: base64(16, byte),
});

const post = (who: Visitor, path: string, body: object) =>
  who.send('POST', `/api/wallet/${path}`, body);
const read = async (who: Visitor, path: string) =>
  (await who.get(`/api/wallet/${path}`)).body as Record<string, unknown>;
const configure = (who: Visitor, byte: number, more: object = {}) =>
  post(who, 'configure-encrypted', { encryptedSecrets: sealed(byte), hasWallet: true, ...more });
const encrypt = (who: Visitor, byte: number, more: object = {}) =>
  post(who, 'encrypt-existing-data', {
    encryptedData: sealed(byte),
    prefersEncryption: true,
    ...more,
  });
/** Number of forms of a family's stored wallet. */
const forms = async (who: Visitor) => {
  const { hasLegacyWallet, hasEncryptedWallet } = await read(who, 'preferences');
  return [hasLegacyWallet, hasEncryptedWallet];
};

test.each([
  ['no payload', {}],
  ['a payload of text alone', 'AAAA'],
  ['an IV of 11 bytes', { ...sealed(1), iv: base64(11, 1) }],
  ['a salt of 15 bytes', { ...sealed(1), salt: base64(15, 1) }],
  ['ciphertext that is a tag alone', { ...sealed(1), encryptedData: base64(16, 1) }],
  ['what is not base64', { ...sealed(1), encryptedData: '-'.repeat(80) }],
  ['more than 8,192 characters', { ...sealed(1), encryptedData: base64(6_147, 1) }],
  ['a passphrase beside it', { ...sealed(1), passphrase: 'maple-orbit-417' }],
])('%s is refused with what was expected (VAULT-14 VAULT-17)', async (_, payload) => {
  const anna = await app.signIn('anna-form@example.com');
  const refused = await post(anna, 'configure-encrypted', {
    encryptedSecrets: payload,
    hasWallet: true,
  });
  expect(refused.status).toBe(400);
  expect(await forms(anna)).toEqual([false, false]);
});

test('a family begins without either form (VAULT-08 VAULT-09 VAULT-13 VAULT-53 VAULT-54 VAULT-55)', async () => {
  const anna = await app.signIn('anna-none@example.com');
  expect(await read(anna, 'preferences')).toEqual({
    ...{ prefersEncryption: false, hasLegacyWallet: false, hasEncryptedWallet: false },
  });
  expect(await read(anna, 'has-encrypted-wallet')).toEqual({
    ...{ hasEncryptedWallet: false, hasLegacyWallet: false, needsMigration: false },
  });
  expect(await read(anna, 'encrypted-config')).toMatchObject({
    ...{ hasEncryptedWallet: false, encryptedSecrets: null, version: 0, isRenewalDue: false },
    spending: null,
  });
  expect(await read(anna, 'configuration')).toEqual({
    ...{ type: 'plaintext', hasWallet: false, encryptedSecrets: null },
    ...{ walletAddress: null, walletXpub: null, walletId: null, version: 0 },
  });
  // Nothing to encrypt, to forget or to carry over.
  expect((await encrypt(anna, 1)).status).toBe(409);
  expect((await anna.send('DELETE', '/api/wallet/encrypted-config', { version: 0 })).status).toBe(
    409,
  );
  expect((await post(anna, 'set-encryption-preference', { prefersEncryption: 'yes' })).status).toBe(
    400,
  );
});

test('an encrypted wallet is kept as it came, for this family’s adults alone (VAULT-52)', async () => {
  const anna = await app.signIn('anna-save@example.com');
  const zoe = await app.signIn('zoe-save@example.com');
  expect((await configure(anna, 3)).body).toMatchObject({ success: true, version: 1 });
  expect(await read(anna, 'encrypted-config')).toMatchObject({
    ...{ hasEncryptedWallet: true, encryptedSecrets: sealed(3), version: 1 },
  });
  expect(await read(anna, 'configuration')).toMatchObject({
    ...{ type: 'encrypted', hasWallet: true, encryptedSecrets: sealed(3) },
  });
  expect(await read(zoe, 'encrypted-config')).toMatchObject({ hasEncryptedWallet: false });
  // The standard form would be a second wallet.
  const refused = await post(anna, 'configure', { walletXpub: newWallet().vpub });
  expect([refused.status, message(refused)]).toEqual([
    409,
    'Encryption is on for your family’s wallet. Save it encrypted, or switch encryption off first',
  ]);
  expect(await forms(anna)).toEqual([false, true]);
});

test('encrypting an existing wallet takes its readable form away (VAULT-06 VAULT-07 VAULT-10 VAULT-11)', async () => {
  const anna = await app.signIn('anna-encrypt@example.com');
  const { vpub } = newWallet();
  await post(anna, 'configure', { walletXpub: vpub });
  const before = await read(anna, 'configuration');
  expect(before).toMatchObject({ type: 'plaintext', hasWallet: true, walletXpub: vpub });
  expect(await read(anna, 'has-encrypted-wallet')).toMatchObject({ needsMigration: true });
  // No switch and no other wallet leaves it behind in readable form.
  expect((await post(anna, 'set-encryption-preference', { prefersEncryption: true })).status).toBe(
    409,
  );
  expect((await configure(anna, 1)).status).toBe(409);
  // The other parent has changed it since: another wallet was encrypted.
  const other = newWallet();
  await post(anna, 'configure', { walletXpub: other.vpub });
  expect((await encrypt(anna, 1, { walletId: before.walletId })).status).toBe(409);
  expect(await forms(anna)).toEqual([true, false]);
  const { walletId } = await read(anna, 'configuration');
  expect((await encrypt(anna, 2, { walletId })).body).toMatchObject({ success: true, version: 1 });
  expect(await forms(anna)).toEqual([false, true]);
  const { familyId } = await read(anna, 'encrypted-config');
  const kept = await app.db.owner`
    SELECT FROM sealed_secret WHERE family_id = ${familyId as string} AND purpose = 'wallet'`;
  expect(kept.length).toBe(0);
  expect(await read(anna, 'preferences')).toMatchObject({ prefersEncryption: true });
});

test('switching off takes the opened wallet along, or not at all (VAULT-06 VAULT-10)', async () => {
  const anna = await app.signIn('anna-off@example.com');
  await configure(anna, 4);
  const off = (more: object) =>
    post(anna, 'set-encryption-preference', { prefersEncryption: false, version: 1, ...more });
  const refused = await off({});
  expect([refused.status, message(refused)]).toEqual([
    409,
    'Only you can open the encrypted wallet. Open it to take it along, or delete it',
  ]);
  expect((await off({ wallet: { walletXpub: 'nonsense' } })).status).toBe(400);
  expect((await off({ wallet: {} })).status).toBe(400);
  expect(await forms(anna)).toEqual([false, true]);
  const { vpub } = newWallet();
  expect((await off({ wallet: { walletXpub: vpub } })).body).toMatchObject({
    ...{ success: true, version: 2 },
  });
  expect(await forms(anna)).toEqual([true, false]);
  expect(await read(anna, 'configuration')).toMatchObject({ type: 'plaintext', walletXpub: vpub });
  // Without a wallet, only the switch is saved.
  await anna.send('DELETE', '/api/wallet/configure');
  const on = await post(anna, 'set-encryption-preference', { prefersEncryption: true, version: 2 });
  expect(on.body).toMatchObject({ success: true, version: 3 });
  expect(await read(anna, 'preferences')).toMatchObject({ prefersEncryption: true });
  expect((await post(anna, 'configure', { walletXpub: vpub })).status).toBe(409);
});

test('while the payload has a key to a child’s own wallet, whoever gives it up is told (T48)', async () => {
  const anna = await app.signIn('anna-keys@example.com');
  await configure(anna, 1);
  expect(await read(anna, 'encrypted-config')).toMatchObject({ hasChildWallets: false });
  const { id } = await addChild(anna);
  const { familyId } = await read(anna, 'encrypted-config');
  const made = { connection: 'nostr+walletconnect://x', publicKey: 'ab'.repeat(32) };
  await app.db.changeFamily(String(familyId), (tx) =>
    addSubWallet(tx, Buffer.alloc(32), String(familyId), id, {
      ...{ ...made, budgetSats: 1_000n, by: crypto.randomUUID(), now: new Date() },
    }),
  );
  expect(await read(anna, 'encrypted-config')).toMatchObject({ hasChildWallets: true });
  await anna.send('DELETE', '/api/wallet/encrypted-config', { version: 1 });
  expect(await read(anna, 'encrypted-config')).toMatchObject({ hasChildWallets: false });
});

test('a spending connection names relays that may be dialled, and is not on the server too (T20)', async () => {
  const anna = await app.signIn('anna-relays@example.com');
  const spend = (version: number, relays: unknown, more: object = {}) =>
    configure(anna, 5, { version, spending: { provider: 'coinos', relays, ...more } });
  for (const wrong of [
    ...['ws://relay.example.org', 'wss://127.0.0.1/', 'wss://10.0.0.1/', 'wss://localhost:7000/'],
    ...['wss://relay.getalby.com:8080/', 'wss://user:word@relay.getalby.com/', 'relay', ''],
  ])
    expect((await spend(0, [wrong])).status, wrong).toBe(400);
  expect((await spend(0, Array(4).fill('wss://relay.getalby.com/v1'))).status).toBe(400);
  expect((await spend(0, [], { secret: 'x' })).status).toBe(400);
  const relays = ['wss://relay.getalby.com/v1'];
  expect((await spend(0, relays)).status).toBe(200);
  const spending = { provider: 'coinos', relays };
  expect(await read(anna, 'encrypted-config')).toMatchObject({ spending });
  // A new passphrase preserves it; without a paying wallet, none.
  await configure(anna, 6, { version: 1, isRenewed: true });
  expect(await read(anna, 'encrypted-config')).toMatchObject({ spending });
  await configure(anna, 7, { version: 2, spending: null });
  expect(await read(anna, 'encrypted-config')).toMatchObject({ spending: null });
});

test('a Lightning wallet goes into the one vault, and takes a readable wallet along (LN-34)', async () => {
  const anna = await app.signIn('anna-lightning@example.com');
  const relays = ['wss://relay.getalby.com/v1'];
  const body = { encryptedSecrets: sealed(1), provider: 'coinos', hasLightning: true, relays };
  const save = (more: object) =>
    anna.send('POST', '/api/lightning/configure-encrypted', { ...body, ...more });
  for (const wrong of [
    ...[{ provider: 'lnd' }, { hasLightning: false }, { encryptedSecrets: 'AAAA' }],
    ...[{ relays: ['ws://127.0.0.1/'] }, { nwcConnectionString: 'nostr+walletconnect://x' }],
  ])
    expect((await save(wrong)).status, JSON.stringify(wrong)).toBe(400);
  await post(anna, 'configure', { walletXpub: newWallet().vpub });
  const { walletId } = await read(anna, 'configuration');
  // A readable wallet is neither left next to the vault nor removed unseen.
  expect([(await save({})).status, (await save({ walletId: 'w' })).status]).toEqual([409, 409]);
  expect(await forms(anna)).toEqual([true, false]);
  expect((await save({ walletId })).body).toMatchObject({ success: true, version: 1 });
  expect(await forms(anna)).toEqual([false, true]);
  expect(await read(anna, 'encrypted-config')).toMatchObject({
    ...{ encryptedSecrets: sealed(1), spending: { provider: 'coinos', relays } },
  });
  // The other parent saved first.
  expect((await save({ version: 0 })).status).toBe(409);
  expect((await save({ version: 1, provider: 'phoenix', relays: [] })).body).toMatchObject({
    ...{ success: true, version: 2 },
  });
});

test('both parents save at once: one is refused, and nothing is lost', async () => {
  const anna = await app.signIn('anna-both@example.com');
  const tom = await joinAsSpouse(app, anna, 'tom-both@example.com');
  await configure(anna, 5);
  // Without a version, nothing is replaced.
  expect((await configure(tom, 6)).status).toBe(409);
  const answers = await Promise.all([
    configure(anna, 7, { version: 1 }),
    configure(tom, 8, { version: 1 }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const won = answers[0]?.status === 200 ? 7 : 8;
  for (const who of [anna, tom])
    expect(await read(who, 'encrypted-config')).toMatchObject({
      ...{ encryptedSecrets: sealed(won), version: 2 },
    });
  // An old version stays old after forgetting the wallet.
  const forgotten = await tom.send('DELETE', '/api/wallet/encrypted-config', { version: 2 });
  expect(forgotten.body).toMatchObject({ version: 3 });
  expect((await configure(anna, 9, { version: 2 })).status).toBe(409);
  expect(await forms(anna)).toEqual([false, false]);
});

test('a connection in the vault that somebody knew is named until another one takes its place (T19b)', async () => {
  const anna = await app.signIn('anna-rotates@example.com');
  const tom = await joinAsSpouse(app, anna, 'tom-rotates@example.com');
  const spending = { provider: 'coinos', relays: ['wss://relay.example.com/'] };
  const due = async () =>
    ((await read(anna, 'encrypted-config')) as EncryptedConfig).spending?.isRotationDue;
  await configure(anna, 1, { spending });
  expect(await due()).toBe(false);
  await tom.send('POST', '/api/family/leave');
  expect(await due()).toBe(true);
  // A new passphrase is no new connection.
  expect((await configure(anna, 2, { version: 1, isRenewed: true })).status).toBe(200);
  expect(await due()).toBe(true);
  expect((await configure(anna, 3, { version: 2, spending })).status).toBe(200);
  expect(await due()).toBe(false);
});

test('a spouse who is removed knows the passphrase: a new one is asked for, until it is set (T19b)', async () => {
  const anna = await app.signIn('anna-left@example.com');
  const tom = await joinAsSpouse(app, anna, 'tom-left@example.com');
  await configure(anna, 1);
  expect(await read(tom, 'encrypted-config')).toMatchObject({ isRenewalDue: false });
  expect((await anna.send('DELETE', '/api/family/spouse')).status).toBe(200);
  expect((await tom.get('/api/wallet/encrypted-config')).status).toBe(401);
  expect(await read(anna, 'encrypted-config')).toMatchObject({ isRenewalDue: true, version: 1 });
  // Another wallet under the old passphrase doesn't end it.
  expect((await configure(anna, 2, { version: 1 })).status).toBe(200);
  expect(await read(anna, 'encrypted-config')).toMatchObject({ isRenewalDue: true });
  expect((await configure(anna, 3, { version: 2, isRenewed: true })).status).toBe(200);
  expect(await read(anna, 'encrypted-config')).toMatchObject({ isRenewalDue: false, version: 3 });
});
