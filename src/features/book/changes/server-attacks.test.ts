/** Attacks on undoing: who may, until when, how often, in which order, and a copy's contents. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Message } from '#features/notices/messages/contract.ts';
import type { Reply, Visitor } from '#tests/support/app.ts';
import { addChild, joinAsChild, joinAsSpouse } from '#tests/support/family.ts';
import {
  ACTS,
  addPasskey,
  type Home,
  moneyState,
  newHome,
  payload,
  versionOf,
} from '#tests/support/money-acts.ts';
import { type PayoutWorld, startPayoutWorld } from '#tests/support/payouts.ts';
import type { MoneyChange } from './contract.ts';
import { resealCopies, sweepCopies } from './store.ts';

const HOUR_MS = 3_600_000;
let world: PayoutWorld;
beforeAll(async () => {
  world = await startPayoutWorld();
});
afterAll(() => world.close());

const newPlain = (name: string) => newHome(world, 'http://127.0.0.1:9', name, 'plain');
const act = async (home: Home, name: string): Promise<void> => {
  const reply = await ACTS[name]?.act(home);
  expect([name, reply?.status]).toEqual([name, 200]);
};
const list = async (who: Visitor) => (await who.get('/api/money-changes')).body as MoneyChange[];
const told = async (who: Visitor) =>
  ((await who.get('/api/messages')).body as Message[]).filter((m) => m.kind === 'money_changed');
const undo = (who: Visitor, id: string | undefined, body = {}, headers = {}) =>
  who.send('POST', `/api/money-changes/${id}/undo`, body, headers);
const forget = (who: Visitor, id: string | undefined) =>
  who.send('POST', `/api/money-changes/${id}/forget`);
const why = ({ status, body }: Reply) => [status, (body as { reason?: string }).reason];
const limitOf = async (home: Home) =>
  (await moneyState(home)).find((line) => line.startsWith('lightning_child'));

test('a child, another family, a removed adult and an old session take nothing back (T19b T25)', async () => {
  const home = await newPlain('anna');
  const tom = await joinAsSpouse(world.app, home.parent, 'tom@example.com');
  const kid = await joinAsChild(world.app, home.parent, home.childId, 'mia@example.com');
  await act(home, 'lightning.setPayLimit');
  const [change] = await list(home.parent);
  const stranger = await world.app.signIn('zoe@example.com');
  await addChild(stranger);
  expect((await undo(kid, change?.id)).status).toBe(403);
  expect((await kid.get('/api/money-changes')).status).toBe(403);
  expect(why(await undo(stranger, change?.id))).toEqual([404, 'NO_CHANGE']);
  expect(why(await forget(stranger, change?.id))).toEqual([404, 'NO_CHANGE']);
  expect((await undo(world.app.visitor(), change?.id)).status).toBe(401);
  await world.app.db.owner`UPDATE session SET fresh_at = NULL WHERE user_id IN (
    SELECT user_id FROM users WHERE email = 'tom@example.com')`;
  expect((await undo(tom, change?.id)).status).toBe(403);
  await home.parent.send('DELETE', '/api/family/spouse');
  expect((await undo(tom, change?.id)).status).toBe(401);
  const again = await world.app.signIn('tom@example.com');
  expect(why(await undo(again, change?.id))).toEqual([404, 'NO_CHANGE']);
  expect(await limitOf(home)).toContain('1000000');
  // Removing the other adult does not remove the way back.
  expect(why(await forget(home.parent, change?.id))).toEqual([409, 'FORGET_LATER']);
  expect((await undo(home.parent, change?.id)).status).toBe(200);
  expect(await limitOf(home)).toContain('500');
});

test('until 72 hours are over to the millisecond; then the copy is erased (T25)', async () => {
  const home = await newPlain('late');
  await act(home, 'lightning.setPayLimit');
  const [change] = await list(home.parent);
  const began = world.app.clock.now;
  world.app.clock.now = new Date(began.getTime() + 72 * HOUR_MS);
  expect(why(await undo(home.parent, change?.id))).toEqual([404, 'NO_CHANGE']);
  expect(await list(home.parent)).toEqual([]);
  world.app.clock.now = new Date(began.getTime() + 72 * HOUR_MS - 1);
  await sweepCopies(world.app.db.owner, world.app.clock.now);
  expect((await undo(home.parent, change?.id)).status).toBe(200);
  await sweepCopies(world.app.db.owner, new Date(began.getTime() + 72 * HOUR_MS));
  expect((await list(home.parent)).map(({ undid }) => undid)).toEqual([change?.call]);
  world.app.clock.now = began;
});

test('the newest change comes first, even when the clock is set back (T25 T27)', async () => {
  const home = await newPlain('order');
  await act(home, 'lightning.setPayLimit');
  world.app.clock.advance(-HOUR_MS);
  await act(home, 'wallet.remove');
  const calls = (await list(home.parent)).map(({ call }) => call.split(' ')[0]);
  world.app.clock.advance(HOUR_MS);
  expect(calls.slice(0, 2)).toEqual(['DELETE', 'PUT']);
});

test('what takes back a taking back still names the act that was first (T25)', async () => {
  const home = await newPlain('chain');
  await act(home, 'lightning.setPayLimit');
  const [first] = await list(home.parent);
  for (let time = 0; time < 2; time += 1) {
    const [newest] = await list(home.parent);
    expect((await undo(home.parent, newest?.id)).status).toBe(200);
    expect((await list(home.parent))[0]).toMatchObject({ undid: first?.call });
  }
});

test('two adults at once, and the same key twice, take back once (T25)', async () => {
  const home = await newPlain('both');
  const tom = await joinAsSpouse(world.app, home.parent, 'tom-both@example.com');
  await act(home, 'payouts.setPlan');
  const [change] = await list(tom);
  const both = await Promise.all([undo(tom, change?.id), undo(home.parent, change?.id)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(why(await undo(tom, change?.id))).toEqual([409, 'CHANGE_UNDONE']);
  await act(home, 'payouts.setPlan');
  const [next] = await list(tom);
  const key = { 'idempotency-key': 'the-same-key' };
  for (const _ of [1, 2]) expect((await undo(tom, next?.id, {}, key)).status).toBe(200);
  expect((await told(tom)).length).toBe(4);
});

test('changed again since: the refusal says so, and every order leads back (T25)', async () => {
  const home = await newPlain('twice');
  const before = await moneyState(home);
  const thief = [
    ...['lightning.setPayLimit', 'lightning.removeConfig', 'wallet.configure'],
    ...['lightning.saveAddresses', 'payouts.setPlan', 'wallet.remove', 'wallet.chooseSource'],
  ];
  for (const name of thief) await act(home, name);
  const oldestFirst = (await told(home.parent)).slice(0, thief.length).reverse();
  const first = await undo(home.parent, oldestFirst[1]?.data.copyId);
  expect(why(first)).toEqual([409, 'CHANGED_AGAIN']);
  for (const { data } of oldestFirst) await undo(home.parent, data.copyId, { evenIfChanged: true });
  // Undoing the newest last restored nothing of the thief's except the listed items.
  const rest = await list(home.parent);
  const stolen = rest.find(({ call }) => call === 'DELETE /api/lightning/config');
  await undo(home.parent, stolen?.id, { evenIfChanged: true });
  expect(await moneyState(home)).toEqual(before);
  for (const name of thief) await act(home, name);
  const newestFirst = (await told(home.parent)).slice(0, thief.length);
  for (const { data } of newestFirst)
    expect((await undo(home.parent, data.copyId)).status).toBe(200);
  expect(await moneyState(home)).toEqual(before);
});

test('no key that was encrypted stays readable, and no export or backup holds a copy (VAULT-14)', async () => {
  const home = await newPlain('vault');
  await act(home, 'wallet.remove');
  await home.parent.send('DELETE', '/api/lightning/config', { purpose: 'spend' });
  const { owner } = world.app.db;
  const plain = () => owner`
    SELECT FROM kept_copy WHERE family_id = ${home.familyId} AND plain IS NOT NULL`;
  expect((await plain()).length).toBeGreaterThan(1);
  const body = { encryptedSecrets: payload(), hasWallet: true };
  const saved = await home.parent.send('POST', '/api/wallet/configure-encrypted', body);
  expect(saved.status).toBe(200);
  expect((await plain()).length).toBe(0);
  const newest = (await list(home.parent)).slice(0, 3);
  expect(newest.map(({ isWhole }) => isWhole)).toEqual([true, false, false]);
  const version = await versionOf(home.parent);
  const [change] = await list(home.parent);
  expect((await undo(home.parent, change?.id)).status).toBe(200);
  expect(await versionOf(home.parent)).toBeGreaterThan(version);
  for (const path of ['/api/privacy/export', '/api/transactions/backup']) {
    const file = await home.parent.get(path);
    expect([file.status, file.text.includes('kept_copy')]).toEqual([200, false]);
  }
  const [key, next] = [world.app.services.secretsKey, new Uint8Array(32).fill(5)];
  await resealCopies(owner, { from: key, to: next });
  await resealCopies(owner, { from: next, to: key });
  expect((await list(home.parent)).slice(0, 2).map(({ isWhole }) => isWhole)).toEqual([true, true]);
});

test('a copy is erased at once by the only adult, and by two with both their yes (T19b T25)', async () => {
  const home = await newPlain('good');
  await act(home, 'lightning.setPayLimit');
  const [alone] = await list(home.parent);
  expect((await forget(home.parent, alone?.id)).body).toEqual({ success: true, isForgotten: true });
  expect(why(await undo(home.parent, alone?.id))).toEqual([404, 'NO_CHANGE']);
  const tom = await joinAsSpouse(world.app, home.parent, 'tom-good@example.com');
  await act(home, 'payouts.setPlan');
  const [change] = await list(home.parent);
  expect((await forget(home.parent, change?.id)).body).toMatchObject({ isForgotten: false });
  expect(why(await forget(home.parent, change?.id))).toEqual([409, 'FORGET_ASKED']);
  expect((await told(tom))[0]?.data).toMatchObject({ copyId: change?.id });
  expect((await list(tom))[0]?.forgetting).toBe('answer');
  expect((await forget(tom, change?.id)).body).toMatchObject({ isForgotten: true });
  expect((await list(tom)).some(({ id }) => id === change?.id)).toBe(false);
});

test('after an adult has left, what is restored has to be renewed (T19b)', async () => {
  const home = await newHome(world, 'http://127.0.0.1:9', 'left', 'vault');
  await joinAsSpouse(world.app, home.parent, 'tom-left@example.com');
  await world.app.db.owner`
    UPDATE vault SET spending_id = gen_random_uuid(), spending_provider = 'CoinOS',
      spending_relays = '{wss://relay.example.com}' WHERE family_id = ${home.familyId}`;
  await act(home, 'vault.forget');
  const [change] = await list(home.parent);
  await home.parent.send('DELETE', '/api/family/spouse');
  expect((await undo(home.parent, change?.id)).status).toBe(200);
  const config = (await home.parent.get('/api/wallet/encrypted-config')).body;
  expect(config).toMatchObject({
    ...{ hasEncryptedWallet: true, isRenewalDue: true, spending: { isRotationDue: true } },
  });
});

test('a restored vault comes without the passkey of somebody who has left since (T19b VAULT-17)', async () => {
  const home = await newHome(world, 'http://127.0.0.1:9', 'locks', 'vault');
  const tom = await joinAsSpouse(world.app, home.parent, 'tom-locks@example.com');
  const passkey = await addPasskey(tom);
  await act({ ...home, parent: tom, passkey }, 'vaultPasskeys.save');
  const unlocks = async () => {
    const rows = await world.app.db.owner<{ passkeyId: string }[]>`
      SELECT passkey_id FROM vault_passkey WHERE family_id = ${home.familyId}`;
    return rows.map(({ passkeyId }) => passkeyId);
  };
  expect(new Set(await unlocks())).toEqual(new Set([home.passkey, passkey]));
  await act(home, 'vault.forget');
  const [change] = await list(home.parent);
  await home.parent.send('DELETE', '/api/family/spouse');
  expect(await unlocks()).toEqual([]);
  expect((await undo(home.parent, change?.id)).status).toBe(200);
  expect(await unlocks()).toEqual([home.passkey]);
});

test('after an adult has left, a connection that they knew comes back with the wish to rotate it (T19b)', async () => {
  const home = await newPlain('rotates');
  const due = async () => {
    const { connections } = (await home.parent.get('/api/lightning/config')).body as {
      connections: { purpose: string; isRotationDue: boolean }[];
    };
    return connections.map(({ purpose, isRotationDue }) => [purpose, isRotationDue]);
  };
  const remove = () => home.parent.send('DELETE', '/api/lightning/config', { purpose: 'spend' });
  const takeBack = async () => (await undo(home.parent, (await list(home.parent))[0]?.id)).status;
  expect([(await remove()).status, await takeBack()]).toEqual([200, 200]);
  const known = ['receive', false];
  expect(await due()).toEqual([known, ['spend', false]]);
  expect((await remove()).status).toBe(200);
  await joinAsSpouse(world.app, home.parent, 'tom-rotates@example.com');
  await home.parent.send('DELETE', '/api/family/spouse');
  expect(await takeBack()).toBe(200);
  // An address is no secret.
  expect(await due()).toEqual([known, ['spend', true]]);
  // Removed and restored again: the wish is still open.
  expect([(await remove()).status, await takeBack()]).toEqual([200, 200]);
  expect(await due()).toEqual([known, ['spend', true]]);
  world.reset();
});

test('for 72 hours after an adult has left nothing is erased at once, and then it may be (T19b)', async () => {
  const home = await newPlain('waits');
  await joinAsSpouse(world.app, home.parent, 'tom-waits@example.com');
  await home.parent.send('DELETE', '/api/family/spouse');
  const leftAt = world.app.clock.now.getTime();
  await act(home, 'lightning.setPayLimit');
  world.app.clock.now = new Date(leftAt + HOUR_MS);
  await act(home, 'payouts.setPlan');
  const [change] = await list(home.parent);
  world.app.clock.now = new Date(leftAt + 72 * HOUR_MS - 1);
  expect(why(await forget(home.parent, change?.id))).toEqual([409, 'FORGET_LATER']);
  world.app.clock.now = new Date(leftAt + 72 * HOUR_MS);
  expect((await forget(home.parent, change?.id)).body).toMatchObject({ isForgotten: true });
  world.reset();
});

test('a change without effect is not reported; 100 changes within 72 hours are the maximum (T25)', async () => {
  const home = await newPlain('many');
  const had = (await list(home.parent)).length;
  const set = (limit: number) =>
    home.parent.send('PUT', `/api/lightning/children/${home.childId}/pay-limit`, { limit });
  expect((await set(500)).status).toBe(200);
  expect((await list(home.parent)).length).toBe(had);
  for (let count = had; count < 100; count++) expect((await set(1_000 + count)).status).toBe(200);
  expect(why(await set(7))).toEqual([409, 'TOO_MANY_CHANGES']);
  const [newest] = await list(home.parent);
  expect((await undo(home.parent, newest?.id)).status).toBe(200);
});
