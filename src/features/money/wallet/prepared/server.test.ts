/** Addresses of an encrypted wallet: accepted, given out, stored and forgotten. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, joinAsSpouse, message } from '#tests/support/family.ts';
import { newWallet, type TestWallet } from '#tests/support/wallets.ts';
import type { ChildWallet } from '../children/contract.ts';
import type { WalletInfo } from '../watched/contract.ts';
import type { PreparedAddresses } from './contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ chain: { network: 'testnet', server: undefined, hosts: [] } });
});
afterAll(() => app.close());

const sealed = () => ({
  encryptedData: randomBytes(60).toString('base64'),
  iv: randomBytes(12).toString('base64'),
  salt: randomBytes(16).toString('base64'),
});
const PATH = '/api/wallet/prepared-addresses';
const addresses = (wallet: TestWallet, first: number, count: number, branch: 0 | 1 = 0) =>
  Array.from({ length: count }, (_, at) => wallet.address(first + at, branch));
const batch = (wallet: TestWallet, over: object = {}) => ({
  ...{ version: 1, scriptType: 'p2wpkh', firstAddress: wallet.address(0) },
  receive: { first: 0, addresses: addresses(wallet, 0, 20) },
  change: { first: 0, addresses: addresses(wallet, 0, 20, 1) },
  ...over,
});
const add = (who: Visitor, wallet: TestWallet, over: object = {}) =>
  who.send('POST', PATH, batch(wallet, over));
const known = async (who: Visitor) => (await who.get(PATH)).body as PreparedAddresses;
const info = async (who: Visitor) => (await who.get('/api/wallet/family-info')).body as WalletInfo;
const create = (who: Visitor, id: string) => who.send('POST', `/api/wallet/create/${id}`);

/** A parent with a vault, version 1. */
async function encrypted(name: string): Promise<Visitor> {
  const who = await app.signIn(`${name}@example.com`);
  const body = { encryptedSecrets: sealed(), hasWallet: true };
  expect((await who.send('POST', '/api/wallet/configure-encrypted', body)).status).toBe(200);
  return who;
}

test('prepared addresses are refused where they are not what was asked for (VAULT-01 T20)', async () => {
  const wallet = newWallet();
  const zoe = await app.signIn('zoe-prepared@example.com');
  await zoe.send('POST', '/api/wallet/configure', { walletXpub: wallet.vpub });
  const standard = await add(zoe, wallet);
  expect([standard.status, message(standard)]).toEqual([409, 'There is no encrypted wallet']);

  const anna = await encrypted('anna-refused');
  expect((await add(anna, wallet, { version: 2 })).status).toBe(409);
  const receive = (first: number, list: readonly string[]) => ({
    receive: { first, addresses: list },
  });
  const mainnet = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
  const legacy = 'mkpZhYtJu2r87Js3pDiWJDmPte2NRZ8bJV';
  const wrong: Record<string, object> = {
    'no version': { version: undefined },
    'no address': receive(0, ['']),
    'a mistyped address': receive(0, [`${wallet.address(0).slice(0, -1)}b`]),
    'what is no address': receive(0, [wallet.vpub.slice(0, 90)]),
    'an address of another network': receive(0, [mainnet]),
    'an address of another kind': receive(0, [legacy]),
    'another script type': { scriptType: 'p2tr' },
    'a script type that is none': { scriptType: 'p2wsh' },
    'an address twice': receive(0, [wallet.address(0), wallet.address(0)]),
    'an address of the other branch': {
      change: { first: 0, addresses: [wallet.address(0)] },
    },
    'a gap': receive(1, addresses(wallet, 1, 5)),
    'more than are missing': receive(0, addresses(wallet, 0, 21)),
    'more than a call takes': receive(0, addresses(wallet, 0, 101)),
    'none of a new wallet': receive(0, []),
    'another first address': { firstAddress: wallet.address(1) },
    'the key beside them': { walletXpub: wallet.vpub },
  };
  for (const [what, over] of Object.entries(wrong))
    expect([what, (await add(anna, wallet, over)).status]).toEqual([what, 400]);
  expect(await known(anna)).toEqual({
    ...{ scriptType: null, firstAddress: null, isRefillable: false },
    missing: { receive: { first: 0, count: 20 }, change: { first: 0, count: 20 } },
  });
  expect(await info(anna)).toMatchObject({ isConfigured: false });
});

test('20 addresses for each child are watched, and handed out while nobody has unlocked (VAULT-01)', async () => {
  const wallet = newWallet();
  const anna = await encrypted('anna-watched');
  const tom = await joinAsSpouse(app, anna, 'tom-watched@example.com');
  const nothing = { receive: { first: 20, count: 0 }, change: { first: 20, count: 0 } };
  expect((await add(anna, wallet)).body).toEqual({
    ...{ scriptType: 'p2wpkh', firstAddress: wallet.address(0), isRefillable: false },
    missing: nothing,
  });
  // The other parent's browser has derived the same ones: no duplicates.
  expect((await add(tom, wallet)).body).toMatchObject({ missing: nothing });
  expect(await info(anna)).toMatchObject({
    ...{ isConfigured: true, xpub: null, address: null, state: 'no_source', addressCount: 0 },
  });
  const mia = (await addChild(anna)).id;
  const leo = (await addChild(anna, { name: 'Leo' })).id;
  expect((await known(anna)).missing.receive).toEqual({ first: 20, count: 20 });
  const given = (await create(anna, mia)).body as ChildWallet;
  expect(given).toMatchObject({ bitcoinAddress: wallet.address(1), derivationPath: 'm/0/1' });
  expect((await create(anna, leo)).body).toMatchObject({ bitcoinAddress: wallet.address(2) });
  // Two are given out: 40 after them.
  expect((await known(anna)).missing.receive).toEqual({ first: 20, count: 23 });
  const more = { receive: { first: 20, addresses: addresses(wallet, 20, 23) } };
  expect((await add(tom, wallet, more)).body).toMatchObject({
    missing: { receive: { first: 43, count: 0 } },
  });
  // Known addresses are never replaced.
  const other = { receive: { first: 3, addresses: [newWallet().address(3)] } };
  expect((await add(anna, wallet, other)).status).toBe(400);
  const moved = { receive: { first: 43, addresses: [wallet.address(3)] } };
  expect((await add(anna, wallet, moved)).status).toBe(400);
  expect((await create(anna, mia)).body).toEqual(given);

  // With all of them in use, the child is told the remedy.
  const { familyId } = (await anna.get('/api/wallet/encrypted-config')).body as {
    familyId: string;
  };
  await app.db.owner`
    UPDATE wallet_address SET status = 'used' WHERE family_id = ${familyId}`;
  const refused = await create(anna, mia);
  expect([refused.status, message(refused)]).toEqual([
    409,
    'All prepared addresses are in use. A parent has to unlock the wallet, so that more are prepared',
  ]);
  expect((await known(anna)).missing).toEqual({
    ...{ receive: { first: 43, count: 40 }, change: { first: 20, count: 20 } },
  });
});

test('addresses and whose they are outlive both switches, and the key is in one place (VAULT-06)', async () => {
  const wallet = newWallet();
  const anna = await app.signIn('anna-switch@example.com');
  const mia = (await addChild(anna)).id;
  const post = (path: string, body: object) => anna.send('POST', `/api/wallet/${path}`, body);
  await post('configure', { walletXpub: wallet.tpub, walletAddress: wallet.address(0) });
  expect((await create(anna, mia)).body).toMatchObject({ bitcoinAddress: wallet.address(1) });
  await post('encrypt-existing-data', { encryptedData: sealed(), prefersEncryption: true });
  const secrets = async () => {
    const { familyId } = (await anna.get('/api/wallet/encrypted-config')).body as {
      familyId: string;
    };
    return app.db.owner`
      SELECT FROM sealed_secret WHERE family_id = ${familyId} AND purpose = 'wallet'`;
  };
  expect(await secrets()).toHaveLength(0);
  expect((await create(anna, mia)).body).toMatchObject({ bitcoinAddress: wallet.address(1) });
  const { firstAddress, scriptType } = await known(anna);
  expect([firstAddress, scriptType]).toEqual([wallet.address(0), 'p2wpkh']);
  expect((await add(anna, wallet)).status).toBe(200);
  // The readable form can't be added now, nor the watched part removed outside the vault.
  expect((await post('configure', { walletXpub: wallet.vpub })).status).toBe(409);
  expect((await post('scan-balance', { xpub: wallet.vpub })).status).toBe(409);
  expect((await anna.send('DELETE', '/api/wallet/configure')).status).toBe(409);
  expect((await post('confirm-address', { address: wallet.address(0) })).status).toBe(409);

  const off = { prefersEncryption: false, version: 1, wallet: { walletXpub: wallet.tpub } };
  expect((await post('set-encryption-preference', off)).status).toBe(200);
  expect(await secrets()).toHaveLength(1);
  expect(await info(anna)).toMatchObject({ xpub: wallet.tpub, scriptType: 'p2wpkh' });
  expect((await create(anna, mia)).body).toMatchObject({ bitcoinAddress: wallet.address(1) });
  const leo = (await addChild(anna, { name: 'Leo' })).id;
  expect((await create(anna, leo)).body).toMatchObject({ bitcoinAddress: wallet.address(2) });
});

test('another wallet in the vault takes the place of the addresses; a forgotten one takes them away', async () => {
  const [first, second] = [newWallet(), newWallet()];
  const anna = await encrypted('anna-other');
  const mia = (await addChild(anna)).id;
  await add(anna, first);
  await create(anna, mia);
  // It starts at its first address, or not at all.
  const later = { receive: { first: 20, addresses: addresses(second, 20, 5) } };
  expect((await add(anna, second, later)).status).toBe(400);
  expect((await known(anna)).firstAddress).toBe(first.address(0));
  expect((await add(anna, second)).status).toBe(200);
  expect((await create(anna, mia)).body).toMatchObject({ bitcoinAddress: second.address(1) });
  const gone = await anna.send('DELETE', '/api/wallet/encrypted-config', { version: 1 });
  expect(gone.status).toBe(200);
  expect(await known(anna)).toMatchObject({ scriptType: null, firstAddress: null });
  expect((await create(anna, mia)).status).toBe(409);
});

test('a wallet that is one address is encrypted whole: no address of it stays (VAULT-06)', async () => {
  const { anna } = await withAddress('anna-address');
  expect(await info(anna)).toMatchObject({ isConfigured: false, address: null });
});

test('a parent may let the server look the one address up, in both forms of the wallet (VAULT-01 VAULT-06)', async () => {
  const { anna, wallet, post } = await withAddress('anna-allows');
  const mia = (await addChild(anna)).id;
  const [first, second] = [wallet.address(0), wallet.address(1)];
  const allow = (address: string, over: object = {}) =>
    add(anna, wallet, { ...oneAddress(address), ...over });
  expect((await create(anna, mia)).status).toBe(409);
  const wrong: Record<string, object> = {
    'another one beside it': { receive: { first: 0, addresses: [first, second] } },
    'another one': { receive: { first: 0, addresses: [second] } },
    none: { receive: { first: 0, addresses: [] } },
    'a later one': { receive: { first: 1, addresses: [first] } },
    'one for change': { change: { first: 0, addresses: [second] } },
    'another network': oneAddress('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'),
    'a key': oneAddress(wallet.vpub.slice(0, 90)),
  };
  for (const [what, over] of Object.entries(wrong))
    expect([what, (await allow(first, over)).status]).toEqual([what, 400]);
  expect((await allow(first, { version: 7 })).status).toBe(409);
  expect(await info(anna)).toMatchObject({ isConfigured: false });

  const missing = { receive: { first: 1, count: 0 }, change: { first: 0, count: 0 } };
  for (let times = 0; times < 2; times += 1)
    expect((await allow(first)).body).toEqual({
      ...{ scriptType: null, firstAddress: first, isRefillable: false, missing },
    });
  expect(await info(anna)).toMatchObject({ isConfigured: true, address: null, xpub: null });
  const shared = { bitcoinAddress: first, derivationPath: '', shared: true };
  expect((await create(anna, mia)).body).toMatchObject(shared);
  const off = { prefersEncryption: false, version: 1, wallet: { walletAddress: first } };
  expect((await post('set-encryption-preference', off)).status).toBe(200);
  expect(await info(anna)).toMatchObject({ address: first });
  expect((await create(anna, mia)).body).toMatchObject(shared);
});

test('a key takes the place of the one address, and the other way round', async () => {
  const { anna, wallet } = await withAddress('anna-turns');
  const one = oneAddress(wallet.address(0));
  expect((await add(anna, wallet, one)).status).toBe(200);
  expect((await add(anna, wallet)).body).toMatchObject({ scriptType: 'p2wpkh' });
  expect((await add(anna, wallet, one)).body).toMatchObject({ scriptType: null });
});

test('addresses of a wallet that is no longer in the vault are forgotten (VAULT-01 T29)', async () => {
  const zoe = await app.signIn('zoe-forgets@example.com');
  const wallet = newWallet();
  const forget = (who: Visitor, version: number, firstAddress = wallet.address(0)) =>
    who.send('POST', `${PATH}/forget`, { version, firstAddress });
  expect((await forget(zoe, 1)).status).toBe(409);
  const anna = await encrypted('anna-forgets');
  const mia = (await addChild(anna)).id;
  const { body: kept } = await add(anna, wallet);
  // A tab with an older vault open: it may see an outdated wallet.
  expect((await forget(anna, 2)).status).toBe(409);
  // The other parent has let the server look up a new one since.
  expect((await forget(anna, 1, newWallet().address(0))).body).toEqual(kept);
  expect(await known(anna)).toEqual(kept);
  const nothing = { scriptType: null, firstAddress: null };
  expect((await forget(anna, 1)).body).toMatchObject(nothing);
  expect((await forget(anna, 1)).body).toMatchObject(nothing);
  expect(await info(anna)).toMatchObject({ isConfigured: false });
  expect((await create(anna, mia)).status).toBe(409);
  expect((await add(anna, newWallet())).status).toBe(200);
});

const oneAddress = (address: string) => ({
  ...{ scriptType: null, firstAddress: address },
  receive: { first: 0, addresses: [address] },
  change: { first: 0, addresses: [] },
});

/** A parent with a one-address wallet, encrypted as version 1. */
async function withAddress(name: string) {
  const wallet = newWallet();
  const anna = await app.signIn(`${name}@example.com`);
  const post = (path: string, body: object) => anna.send('POST', `/api/wallet/${path}`, body);
  await post('configure', { walletAddress: wallet.address(0) });
  await post('encrypt-existing-data', { encryptedData: sealed(), prefersEncryption: true });
  return { anna, wallet, post };
}
