/** The family's wallet through the API, without a chain: stored, refused and shown. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readChainServer } from '#server/adapters/chain/server.ts';
import { unseal } from '#server/box.ts';
import { keepSecret, readSecret, resealSecrets } from '#server/secrets.ts';
import { SECRETS_KEY_OF_TESTS, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild, joinAsChild, message } from '#tests/support/family.ts';
import { oldPayload } from '#tests/support/vault-secrets.ts';
import { newWallet } from '#tests/support/wallets.ts';
import type { WalletInfo } from './watched/contract.ts';

let app: TestApp;
let families = 0;
let email: string;
let anna: Visitor;
beforeAll(async () => {
  app = await startApp({
    chain: { network: 'testnet', server: undefined, hosts: ['node.home:50001'] },
  });
});
beforeEach(async () => {
  email = `anna${++families}@example.com`;
  anna = await app.signIn(email);
});
afterAll(() => app.close());

const configure = (who: Visitor, body: object) => who.send('POST', '/api/wallet/configure', body);
const info = async (who: Visitor) => (await who.get('/api/wallet/family-info')).body as WalletInfo;
const familyOf = async (email: string): Promise<string> => {
  const [row] = await app.db.owner<{ familyId: string }[]>`
    SELECT family_id FROM users WHERE email = ${email}`;
  return row?.familyId as string;
};

test('a configuration needs an address or an XPUB (WALL-04 WALL-05)', async () => {
  for (const body of [{}, { walletAddress: '' }, { walletXpub: '  ', walletAddress: ' ' }]) {
    const refused = await configure(anna, body);
    expect([refused.status, message(refused)]).toEqual([
      400,
      'Please enter either a Bitcoin address or XPUB',
    ]);
  }
  expect(await info(anna)).toMatchObject({ isConfigured: false, state: 'not_configured' });
});

test('what is no wallet of this network is refused with what was expected (WALL-06)', async () => {
  const { vpub } = newWallet();
  const mistyped = `${vpub.slice(0, -1)}${vpub.endsWith('x') ? 'y' : 'x'}`;
  const mainnet = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
  for (const [text, words] of [
    ['hello', 'Expected a Bitcoin address'],
    [mistyped, 'A character is mistyped'],
    [mainnet, 'This belongs to another network than testnet, which this server uses'],
  ] as const) {
    const refused = await configure(anna, { walletXpub: text });
    expect([refused.status, message(refused)]).toEqual([400, expect.stringContaining(words)]);
    expect(refused.text).not.toContain(text);
  }
});

test('a send of more than the savings is refused in the specified words (WALL-28)', async () => {
  const eva = await app.signIn('eva-above@example.com');
  const { id: childId } = await addChild(eva);
  await eva.send('POST', `/api/children/${childId}/update-savings`, { newBalance: '0.00001000' });
  const toAddress = newWallet().address(0);
  const send = (amount: string) =>
    eva.send('POST', '/api/bitcoin/send', { childId, toAddress, amount });
  const above = await send('0.00001001');
  expect([above.status, message(above), (above.body as { field: string }).field]).toEqual([
    409,
    'Not enough Bitcoin in savings account',
    'amount',
  ]);
  expect((await send('0.00001000')).status).toBe(200);
});

test('a wallet that is encrypted and locked is not called missing, to a parent or a child (WALL-17)', async () => {
  const eva = await app.signIn('eva-locked@example.com');
  const { id } = await addChild(eva);
  const kid = await joinAsChild(app, eva, id, 'kid-locked@example.com');
  const open = (who: Visitor) => who.send('POST', `/api/wallet/create/${id}`);
  expect((await open(eva)).body).toMatchObject({ reason: 'NO_WALLET' });
  const encryptedSecrets = oldPayload({ walletXpub: newWallet().vpub }, 'maple-orbit-lantern-417');
  const kept = { encryptedSecrets, hasWallet: true, version: 0 };
  expect((await eva.send('POST', '/api/wallet/configure-encrypted', kept)).status).toBe(200);
  for (const who of [eva, kid])
    expect(await open(who)).toMatchObject({ status: 409, body: { reason: 'WALLET_LOCKED' } });
});

test('an address or a key is kept, and is nobody else’s to see (WALL-01 WALL-07 WALL-08)', async () => {
  const { vpub, address } = newWallet();
  expect((await configure(anna, { walletAddress: address(0) })).body).toMatchObject({
    ...{ address: address(0), isConfigured: true, state: 'no_source' },
    ...{ balance: '0.00000000', addressCount: 0, network: 'testnet' },
  });
  await configure(anna, { walletXpub: vpub });
  expect(await info(anna)).toMatchObject({
    ...{ address: null, xpub: vpub, scriptType: 'p2wpkh', firstAddresses: [] },
    source: { chosen: 'none', server: null },
  });
  const zoe = await app.signIn('zoe-sees@example.com');
  expect(await info(zoe)).toMatchObject({ isConfigured: false, xpub: null });
  const refused = await zoe.send('POST', '/api/wallet/scan-balance', {});
  expect([refused.status, message(refused)]).toEqual([409, 'No wallet is configured yet']);
  expect((await anna.get('/api/family')).body).toMatchObject({ hasWallet: true });
  expect((await zoe.get('/api/family')).body).toMatchObject({ hasWallet: false });
  const gone = await anna.send('DELETE', '/api/wallet/configure');
  expect(gone.body).toEqual({ success: true, earlier: null });
  expect(await info(anna)).toMatchObject({ isConfigured: false, xpub: null });
});

test('an XPUB of 100 characters is too short to scan; a longer one must be the wallet’s own (WALL-09)', async () => {
  const { vpub } = newWallet();
  await configure(anna, { walletXpub: vpub });
  const scan = (xpub: string) => anna.send('POST', '/api/wallet/scan-balance', { xpub });
  const short = await scan(vpub.slice(0, 100));
  expect([short.status, message(short)]).toEqual([400, expect.stringContaining('100 characters')]);
  const foreign = await scan(newWallet().vpub);
  expect([foreign.status, message(foreign)]).toEqual([
    409,
    expect.stringContaining('This is another wallet'),
  ]);
  // Long enough and correct; only the source is missing.
  expect(message(await scan(vpub))).toBe('Choose first who may be asked about the wallet');
  await anna.send('DELETE', '/api/wallet/configure');
});

test('an xpub alone has to be checked: by its first address, or by an address beside it (WALL-01)', async () => {
  const { tpub, address } = newWallet();
  const { body } = await configure(anna, { walletXpub: tpub });
  const { state, firstAddresses } = body as WalletInfo;
  expect(state).toBe('check_address');
  expect(firstAddresses).toHaveLength(4);
  expect(firstAddresses[2]).toEqual({ scriptType: 'p2wpkh', address: address(0) });
  const confirm = (wanted: string) =>
    anna.send('POST', '/api/wallet/confirm-address', { address: wanted });
  expect((await confirm(newWallet().address(0))).status).toBe(400);
  expect((await confirm(address(0))).body).toMatchObject({ scriptType: 'p2wpkh' });
  expect((await confirm(address(0))).status).toBe(409);

  const both = { walletXpub: tpub, walletAddress: address(3) };
  expect((await configure(anna, both)).body).toMatchObject({ scriptType: 'p2wpkh' });
  expect(await info(anna)).toMatchObject({ xpub: tpub });
  // The reply has no key, so it says in a word which of the two it is.
  expect((await configure(anna, both)).body).toMatchObject({ kind: 'key', address: null });
  const stranger = { walletXpub: tpub, walletAddress: newWallet().address(0) };
  const refused = await configure(anna, stranger);
  expect(message(refused)).toBe('This address is not among the first 20 of this key');
});

test('of two different wallets none is dropped without a word: both are refused (WALL-05)', async () => {
  const [mine, other] = [newWallet(), newWallet()];
  await configure(anna, { walletAddress: mine.address(0) });
  for (const two of [
    { walletAddress: mine.address(1), walletXpub: other.address(0) },
    { walletAddress: mine.vpub, walletXpub: other.vpub },
  ]) {
    const refused = await configure(anna, two);
    expect([refused.status, message(refused)]).toEqual([
      400,
      'These are two different wallets. Enter one address, one key, or a key with an address of its own',
    ]);
    expect(await info(anna)).toMatchObject({ kind: 'address', address: mine.address(0) });
  }
  const same = { walletAddress: other.vpub, walletXpub: other.vpub };
  expect((await configure(anna, same)).body).toMatchObject({ kind: 'key' });
  await anna.send('DELETE', '/api/wallet/configure');
  expect(await info(anna)).toMatchObject({ kind: null });
});

test('a payment link that asks for another amount than the send is refused, and holds nothing (WALL-26)', async () => {
  const { id } = await addChild(anna);
  await anna.send('POST', `/api/children/${id}/update-savings`, { newBalance: '0.00010000' });
  const address = newWallet().address(0);
  const send = (amount: string, toAddress: string) =>
    anna.send('POST', '/api/bitcoin/send', { childId: id, amount, toAddress });
  const refused = await send('0.00001000', `bitcoin:${address}?amount=0.00002`);
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ reason: 'LINK_ASKS_ANOTHER', field: 'amount' });
  expect(message(refused)).toContain('asks for 0.00002000 BTC');
  expect(await getChild(anna, id)).toMatchObject({ availableSavings: '0.00010000' });
  for (const to of [`bitcoin:${address}?amount=0.00002`, `bitcoin:${address}`, address])
    expect((await send('0.00002000', to)).body).toMatchObject({
      send: { amount: '0.00002000', toAddress: address },
    });
});

test('private keys and seed words are refused, and no reply repeats them (T48)', async () => {
  const { tprv } = newWallet();
  const words = `${'abandon '.repeat(11)}about`;
  const wif = 'cULrpoZGXiuC19Uhvykx7NugygA3k86b3hmdCeyvHYQZSxojGyXJ';
  const nsec = 'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5';
  const secrets = [tprv, words, wif, nsec, `wpkh(${tprv}/<0;1>/*)`];
  for (const secret of secrets) {
    for (const body of [{ walletXpub: secret }, { walletAddress: secret }]) {
      const refused = await configure(anna, body);
      expect([refused.status, message(refused)]).toEqual([400, expect.stringMatching(/^Stop\./)]);
      expect(refused.text).not.toContain(secret.slice(0, 30));
    }
    await anna.send('POST', '/api/wallet/scan-balance', { xpub: secret });
  }
});

test('a key is sealed for its family and purpose, and re-sealed with a new SECRET_KEY (T48)', async () => {
  await app.db.owner`DELETE FROM sealed_secret`;
  const { vpub } = newWallet();
  await configure(anna, { walletXpub: vpub });
  const familyId = await familyOf(email);
  await app.signIn('zoe@example.com');
  const other = await familyOf('zoe@example.com');
  const { owner } = app.db;
  const stored = JSON.stringify(await owner`SELECT * FROM sealed_secret`);
  expect(stored).not.toContain(vpub);
  const key = SECRETS_KEY_OF_TESTS;
  expect(await readSecret(owner, key, familyId, 'wallet')).toEqual({ kind: 'key', text: vpub });
  await owner`
    INSERT INTO sealed_secret SELECT ${other}, purpose, box FROM sealed_secret
    WHERE family_id = ${familyId} AND purpose = 'wallet'`;
  await expect(readSecret(owner, key, other, 'wallet')).rejects.toThrow();
  await owner`DELETE FROM sealed_secret WHERE family_id = ${other}`;
  await owner`
    INSERT INTO sealed_secret SELECT family_id, 'chain-source', box FROM sealed_secret
    WHERE family_id = ${familyId} AND purpose = 'wallet'`;
  await expect(readSecret(owner, key, familyId, 'chain-source')).rejects.toThrow();
  await keepSecret(owner, key, familyId, 'chain-source', 'x');
  const next = new Uint8Array(32).fill(5);
  expect(await resealSecrets(owner, { from: key, to: next })).toBe(2);
  await expect(readSecret(owner, key, familyId, 'wallet')).rejects.toThrow();
  expect(await readSecret(owner, next, familyId, 'wallet')).toMatchObject({ text: vpub });
  await resealSecrets(owner, { from: next, to: key });
  expect(() => unseal(key, 'secret wallet', 'AAAA')).toThrow();
});

test('a source is a public server over TLS, or a host of the operator’s list (T20)', async () => {
  const choose = (kind: string, url?: string) =>
    anna.send('PUT', '/api/wallet/source', { kind, ...(url && { url }) });
  for (const [kind, url] of [
    ['esplora', 'http://blockstream.info/api'],
    ['esplora', 'https://127.0.0.1/api'],
    ['esplora', 'https://user:password@blockstream.info/api'],
    ['esplora', 'ssl://blockstream.info'],
    ['electrum', 'tcp://electrum.blockstream.info:50001'],
    ['electrum', 'ssl://192.168.1.7:50002'],
    ['electrum', 'ssl://electrum.blockstream.info:22'],
    ['electrum', ''],
  ] as const)
    expect((await choose(kind, url)).status, url).toBe(400);
  expect((await choose('operator')).status).toBe(409);
  expect((await choose('electrum', 'tcp://node.home:50001')).body).toMatchObject({
    chosen: 'electrum',
    server: { protocol: 'electrum', host: 'node.home' },
  });
  const secret = 'https://explorer.example.org/secret-path/api';
  expect((await choose('esplora', secret)).body).toMatchObject({
    server: { protocol: 'esplora', host: 'explorer.example.org' },
  });
  const kept = await app.db.owner`SELECT box FROM sealed_secret`;
  expect(JSON.stringify(kept)).not.toContain('secret-path');
  expect((await anna.get('/api/wallet/family-info')).text).not.toContain('secret-path');
  expect((await choose('none')).body).toMatchObject({ chosen: 'none', server: null });
  expect(readChainServer('electrum.blockstream.info')).toBeUndefined();
});
