/**
 * An unlocked browser's automatic calls, with the token from the vault, and attempts of a session
 * without the passphrase.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MoneyChange } from '#features/book/changes/contract.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, joinAsSpouse } from '#tests/support/family.ts';
import { payload, versionOf } from '#tests/support/money-acts.ts';
import { newWallet, type TestWallet } from '#tests/support/wallets.ts';
import type { PreparedAddresses } from './contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ chain: { network: 'testnet', server: undefined, hosts: [] } });
});
afterAll(() => app.close());

const PATH = '/api/wallet/prepared-addresses';
const newToken = () => randomBytes(32).toString('hex');
const list = (wallet: TestWallet, first: number, count: number, branch: 0 | 1 = 0) =>
  Array.from({ length: count }, (_, at) => wallet.address(first + at, branch));
const NONE = { first: 0, addresses: [] };
const known = async (who: Visitor) => (await who.get(PATH)).body as PreparedAddresses;
const changes = async (who: Visitor) => (await who.get('/api/money-changes')).body as MoneyChange[];
/** All sessions' proofs are new, or too old. */
const fresh = () => app.db.owner`UPDATE session SET fresh_at = ${app.clock.now}`;
const old = () => app.db.owner`UPDATE session SET fresh_at = NULL`;

/** 20 addresses and a token exist; the sign-in is old, and 22 more are missing. */
async function refilling(name: string) {
  const anna = await app.signIn(`${name}@example.com`);
  const [wallet, refillToken] = [newWallet(), newToken()];
  const made = { encryptedSecrets: payload(), hasWallet: true };
  await anna.send('POST', '/api/wallet/configure-encrypted', made);
  const mia = (await addChild(anna)).id;
  const add = async (over: object = {}) =>
    anna.send('POST', PATH, {
      ...{ version: await versionOf(anna), scriptType: 'p2wpkh', firstAddress: wallet.address(0) },
      receive: { first: 0, addresses: list(wallet, 0, 20) },
      change: { first: 0, addresses: list(wallet, 0, 20, 1) },
      ...over,
    });
  const refill = async (over: object = {}, who = anna) =>
    who.send('POST', `${PATH}/refill`, {
      ...{ version: await versionOf(anna), refillToken, firstAddress: wallet.address(0) },
      ...{ receive: { first: 20, addresses: list(wallet, 20, 5) }, change: NONE },
      ...over,
    });
  const forget = async (over: object = {}) =>
    anna.send('POST', `${PATH}/forget-unasked`, {
      ...{ version: await versionOf(anna), refillToken, firstAddress: wallet.address(0) },
      ...over,
    });
  expect((await add({ refillToken })).body).toMatchObject({ isRefillable: true });
  await addChild(anna, { name: 'Leo' });
  await anna.send('POST', `/api/wallet/create/${mia}`);
  await old();
  expect((await known(anna)).missing.receive).toEqual({ first: 20, count: 22 });
  return { anna, wallet, refillToken, mia, add, refill, forget };
}

test('a browser with the vault’s token continues the addresses with an old sign-in, and nobody is notified (T63 WALL-11)', async () => {
  const { anna, wallet, add, refill } = await refilling('refills');
  const told = async () => (await changes(anna)).map(({ id }) => id);
  const before = await told();
  const more = { receive: { first: 20, addresses: list(wallet, 20, 5) } };
  expect((await add(more)).body).toMatchObject({ code: 'SIGN_IN_AGAIN' });
  expect(await known(anna)).toMatchObject({ missing: { receive: { first: 20 } } });
  const sent = await refill();
  expect([sent.status, sent.text]).toEqual([200, expect.any(String)]);
  expect(sent.body).toMatchObject({ missing: { receive: { first: 25, count: 17 } } });
  // Sent twice, it changes nothing.
  expect((await refill()).body).toMatchObject({ missing: { receive: { first: 25 } } });
  expect(await told()).toEqual(before);
});

test('a session without the passphrase adds no address and removes none, whatever it sends (T63)', async () => {
  const { anna, wallet, refill, forget } = await refilling('thief');
  const other = await refilling('other-family');
  const thiefs = newWallet();
  const receive = (first: number, addresses: string[]) => ({ receive: { first, addresses } });
  const tries: Record<string, [object, number]> = {
    'no token': [{ refillToken: undefined }, 400],
    'an empty token': [{ refillToken: '' }, 400],
    'a guessed token': [{ refillToken: newToken() }, 409],
    'the token of another family': [{ refillToken: other.refillToken }, 409],
    'the token in capitals': [{ refillToken: 'AB'.repeat(32) }, 400],
    'a version of later': [{ version: 2 }, 409],
  };
  // Even with the token, it continues only this set.
  const set: Record<string, [object, number]> = {
    'another address 0': [{ firstAddress: thiefs.address(0) }, 409],
    'another address 0 with its own addresses': [
      { firstAddress: thiefs.address(0), ...receive(0, list(thiefs, 0, 20)) },
      409,
    ],
    'a later address as the first': [{ firstAddress: wallet.address(1) }, 409],
    'address 0 replaced': [receive(0, [thiefs.address(0)]), 400],
    'one that is known replaced': [receive(7, [thiefs.address(7)]), 400],
    'a gap': [receive(21, list(wallet, 21, 2)), 400],
    'more than are missing': [receive(20, list(wallet, 20, 23)), 400],
    'one of them again': [receive(20, [wallet.address(3)]), 400],
    'another kind of addresses': [receive(20, ['mkpZhYtJu2r87Js3pDiWJDmPte2NRZ8bJV']), 400],
    'another script type': [{ scriptType: 'p2tr' }, 400],
  };
  const before = await known(anna);
  const all = await app.db.owner`SELECT count(*) FROM wallet_address`;
  for (const [what, [over, status]] of Object.entries({ ...tries, ...set }))
    expect([what, (await refill(over)).status]).toEqual([what, status]);
  for (const [what, [over, status]] of Object.entries(tries))
    expect([what, (await forget(over)).status]).toEqual([what, status]);
  expect((await forget({ firstAddress: thiefs.address(0) })).status).toBe(409);
  // The other family's own call, with this family's token and addresses.
  expect((await refill({}, other.anna)).status).toBe(409);
  expect(await known(anna)).toEqual(before);
  expect(await app.db.owner`SELECT count(*) FROM wallet_address`).toEqual(all);
  expect((await refill()).status).toBe(200);
});

test('tokens are not tried out: after 100 in an hour nothing is compared (T04 T63)', async () => {
  const { refill } = await refilling('guesses');
  for (let tries = 0; tries < 100; tries += 1)
    expect((await refill({ refillToken: newToken() })).status).toBe(409);
  expect((await refill()).body).toMatchObject({ code: 'RATE_LIMITED' });
});

test('a new passphrase ends the token: whoever knew the old one can continue nothing (T63 T19b)', async () => {
  const { anna, add, refill, forget } = await refilling('renews');
  await fresh();
  const save = async (over: object) =>
    anna.send('POST', '/api/wallet/configure-encrypted', {
      ...{ encryptedSecrets: payload(), hasWallet: true, version: await versionOf(anna), ...over },
    });
  // Sealed again with the same passphrase: the same token.
  expect((await save({})).status).toBe(200);
  expect(await known(anna)).toMatchObject({ isRefillable: true });
  expect((await save({ isRenewed: true })).status).toBe(200);
  expect(await known(anna)).toMatchObject({ isRefillable: false });
  expect((await refill()).status).toBe(409);
  expect((await forget()).status).toBe(409);
  const refillToken = newToken();
  // Nothing needs to be missing or sent: only the token is new.
  expect((await add({ refillToken, receive: NONE, change: NONE })).status).toBe(200);
  await old();
  expect((await refill()).status).toBe(409);
  expect((await refill({ refillToken })).status).toBe(200);
});

test('a token ends with its addresses: forgotten, of another wallet, switched off (T63)', async () => {
  const forgets = await refilling('forgets');
  expect((await forgets.forget()).body).toMatchObject({ firstAddress: null, isRefillable: false });
  expect((await forgets.refill()).status).toBe(409);
  expect((await forgets.forget()).status).toBe(409);

  const others = await refilling('others');
  await fresh();
  const wallet = newWallet();
  const begun = {
    firstAddress: wallet.address(0),
    receive: { first: 0, addresses: list(wallet, 0, 20) },
    change: NONE,
  };
  expect((await others.add(begun)).body).toMatchObject({ isRefillable: false });
  await old();
  expect((await others.refill()).status).toBe(409);
  const next = { firstAddress: wallet.address(0), receive: { first: 20, addresses: [] } };
  expect((await others.refill(next)).status).toBe(409);

  const off = await refilling('switches-off');
  await fresh();
  const post = async (path: string, body: object) =>
    off.anna.send('POST', `/api/wallet/${path}`, { version: await versionOf(off.anna), ...body });
  const plain = { prefersEncryption: false, wallet: { walletXpub: off.wallet.vpub } };
  expect((await post('set-encryption-preference', plain)).status).toBe(200);
  const again = { encryptedData: payload(), prefersEncryption: true };
  expect((await post('encrypt-existing-data', again)).status).toBe(200);
  expect(await known(off.anna)).toMatchObject({
    ...{ firstAddress: off.wallet.address(0), isRefillable: false },
  });
  expect((await off.refill()).status).toBe(409);

  const gone = await refilling('deletes');
  await fresh();
  const version = await versionOf(gone.anna);
  await gone.anna.send('DELETE', '/api/wallet/encrypted-config', { version });
  expect((await gone.refill()).status).toBe(409);
});

test('a token that somebody registers is reported and can be undone: the family’s own is valid again (T11 T63)', async () => {
  const { anna, add, refill } = await refilling('registers');
  await fresh();
  const thiefs = newToken();
  const [before] = await changes(anna);
  expect((await add({ refillToken: thiefs, receive: NONE, change: NONE })).status).toBe(200);
  const [told] = await changes(anna);
  expect(told?.id).not.toBe(before?.id);
  expect((await refill()).status).toBe(409);
  expect((await anna.send('POST', `/api/money-changes/${told?.id}/undo`)).status).toBe(200);
  await old();
  expect((await refill({ refillToken: thiefs })).status).toBe(409);
  expect((await refill()).status).toBe(200);
});

test('what is taken back after an adult has left brings no token back (T19b T63)', async () => {
  const { anna, refill, add } = await refilling('leaves');
  await fresh();
  const tom = await joinAsSpouse(app, anna, 'tom-leaves@example.com');
  expect((await add({ refillToken: newToken(), receive: NONE, change: NONE })).status).toBe(200);
  const [told] = await changes(anna);
  expect((await tom.send('POST', '/api/family/leave')).status).toBe(200);
  expect((await anna.send('POST', `/api/money-changes/${told?.id}/undo`)).status).toBe(200);
  expect(await known(anna)).toMatchObject({ isRefillable: false });
  expect((await refill()).status).toBe(409);
});

test('somebody who left knows the token: with a session of the one who stayed it is invalid until there is a new passphrase (T19b T63)', async () => {
  const { anna, wallet, refillToken, add, refill, forget } = await refilling('stays');
  await fresh();
  const tom = await joinAsSpouse(app, anna, 'tom-stays@example.com');
  expect((await refill()).status).toBe(200);
  const next = { receive: { first: 25, addresses: list(newWallet(), 25, 5) } };
  expect((await tom.send('POST', '/api/family/leave')).status).toBe(200);
  await old();
  // Tom has an old session of Anna's, and knows the vault's contents.
  expect((await refill(next)).status).toBe(409);
  expect((await forget()).status).toBe(409);
  expect(await known(anna)).toMatchObject({ isRefillable: false });
  // Her browser sends the same token again: the vault has no other yet.
  await fresh();
  const more = { receive: { first: 25, addresses: list(wallet, 25, 5) } };
  expect((await add({ refillToken, ...more })).status).toBe(200);
  await old();
  next.receive.first = 30;
  expect((await refill(next)).status).toBe(409);
  await fresh();
  const renewed = { encryptedSecrets: payload(), hasWallet: true, isRenewed: true };
  const version = await versionOf(anna);
  await anna.send('POST', '/api/wallet/configure-encrypted', { ...renewed, version });
  expect((await refill(next)).status).toBe(409);
  const another = newToken();
  await add({ refillToken: another, receive: NONE, change: NONE });
  await old();
  const last = { receive: { first: 30, addresses: list(wallet, 30, 1) } };
  expect((await refill({ ...last, refillToken: another })).status).toBe(200);
});

test('if the vault is replaced at the same moment, the earlier one’s addresses stay as they were (T29 T63)', async () => {
  const { anna, refill } = await refilling('races');
  await fresh();
  const version = await versionOf(anna);
  const before = await known(anna);
  const body = { encryptedSecrets: payload(), hasWallet: true, version, isRenewed: true };
  const [saved, sent] = await Promise.all([
    anna.send('POST', '/api/wallet/configure-encrypted', body),
    refill({ version }),
  ]);
  expect(saved.status).toBe(200);
  expect([200, 409]).toContain(sent.status);
  const after = await known(anna);
  expect(after.missing.receive.first).toBe(sent.status === 200 ? 25 : 20);
  expect([after.firstAddress, after.isRefillable]).toEqual([before.firstAddress, false]);
  expect((await refill({ version: version + 1 })).status).toBe(409);
});

test('the database stores the hash of a token, and no reply, message or idempotency row contains the token (T51 T63)', async () => {
  const { anna, refillToken, refill } = await refilling('hashed');
  const sent = await refill();
  expect(sent.status).toBe(200);
  const text = [sent.text, (await anna.get(PATH)).text, (await anna.get('/api/messages')).text];
  expect(text.join()).not.toContain(refillToken);
  const rows = await app.db.owner<{ row: string }[]>`
    SELECT to_jsonb(t)::text AS row FROM wallet t
    UNION ALL SELECT to_jsonb(t)::text FROM idempotency t
    UNION ALL SELECT to_jsonb(t)::text FROM kept_copy t`;
  expect(rows.length).toBeGreaterThan(2);
  expect(rows.map(({ row }) => row).join()).not.toContain(refillToken);
});
