/**
 * Undoing changes to addresses that children were given: each stays watched, is reported once, and
 * belongs to one child.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChildWallet } from '#features/money/wallet/children/contract.ts';
import type { VaultDay } from '#features/money/wallet/vault-days/contract.ts';
import type { WalletInfo } from '#features/money/wallet/watched/contract.ts';
import { ON_REGTEST, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild } from '#tests/support/family.ts';
import { payload, versionOf } from '#tests/support/money-acts.ts';
import { setPayoutPlan } from '#tests/support/payouts.ts';
import { newWallet } from '#tests/support/wallets.ts';
import type { MoneyChange } from './contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp(ON_REGTEST);
});
afterAll(() => app.close());

const list = async (who: Visitor) => (await who.get('/api/money-changes')).body as MoneyChange[];
async function takeBackNewest(who: Visitor) {
  const [newest] = await list(who);
  expect((await who.send('POST', `/api/money-changes/${newest?.id}/undo`)).status).toBe(200);
}
const give = async (who: Visitor, childId: string) =>
  ((await who.send('POST', `/api/wallet/create/${childId}`)).body as ChildWallet).bitcoinAddress;
const info = async (who: Visitor) => (await who.get('/api/wallet/family-info')).body as WalletInfo;
const configure = (who: Visitor, walletXpub: string) =>
  who.send('POST', '/api/wallet/configure', { walletXpub });

/** The child given the address, from the current wallet or an earlier one. */
const watched = (address: string) => app.db.owner<{ childId: string }[]>`
  SELECT child_id FROM wallet_address WHERE address = ${address} AND handed_out_at IS NOT NULL
  UNION SELECT child_id FROM earlier_address WHERE address = ${address}`;

async function home(name: string) {
  const anna = await app.signIn(`${name}@example.com`);
  await anna.send('PUT', '/api/wallet/source', { kind: 'none' });
  const mia = (await addChild(anna)).id;
  const leo = (await addChild(anna, { name: 'Leo' })).id;
  return { anna, mia, leo, wallet: newWallet('regtest') };
}

test('a restored wallet gives each child the same address, and lists none of its own as earlier (WALL-18)', async () => {
  const { anna, mia, leo, wallet } = await home('back');
  await configure(anna, wallet.vpub);
  const given = [await give(anna, mia), await give(anna, leo)];
  await configure(anna, newWallet('regtest').vpub);
  const thiefs = await give(anna, leo);
  await takeBackNewest(anna);
  expect([await give(anna, mia), await give(anna, leo)]).toEqual(given);
  const zoe = await give(anna, (await addChild(anna, { name: 'Zoe' })).id);
  expect([...given, thiefs]).not.toContain(zoe);
  // Only Leo's, from in between.
  expect((await info(anna)).earlier).toMatchObject({ addresses: 1 });
  expect(await watched(thiefs)).toEqual([{ childId: leo }]);
  for (const [at, childId] of [mia, leo].entries())
    expect(await watched(given[at] as string)).toEqual([{ childId }]);
});

test('the same key again and then taken back: no address belongs to two children (WALL-18)', async () => {
  const { anna, mia, leo, wallet } = await home('same');
  await configure(anna, wallet.vpub);
  const mias = await give(anna, mia);
  await anna.send('DELETE', '/api/wallet/configure');
  const [gone] = await list(anna);
  await configure(anna, wallet.vpub);
  const leos = await give(anna, leo);
  const body = { evenIfChanged: true };
  expect((await anna.send('POST', `/api/money-changes/${gone?.id}/undo`, body)).status).toBe(200);
  expect(await give(anna, mia)).toBe(mias);
  const zoe = await give(anna, (await addChild(anna, { name: 'Zoe' })).id);
  expect(new Set([mias, leos, zoe, await give(anna, leo)]).size).toBe(4);
});

test('if the first address was confirmed wrongly, what a child got before stays watched', async () => {
  const { anna, mia, wallet } = await home('first');
  await configure(anna, wallet.tpub);
  const confirm = (address: string | undefined) =>
    anna.send('POST', '/api/wallet/confirm-address', { address });
  expect((await confirm(wallet.address(0))).status).toBe(200);
  const mias = await give(anna, mia);
  await takeBackNewest(anna);
  const other = (await info(anna)).firstAddresses.find(({ scriptType }) => scriptType === 'p2tr');
  expect((await confirm(other?.address)).status).toBe(200);
  expect(await give(anna, mia)).not.toBe(mias);
  expect(await watched(mias)).toEqual([{ childId: mia }]);
});

test('prepared addresses taken back: one that a child was given stays watched (VAULT-07)', async () => {
  const { anna, mia, leo, wallet } = await home('prepared');
  const made = { encryptedSecrets: payload(), hasWallet: true };
  await anna.send('POST', '/api/wallet/configure-encrypted', made);
  const prepare = async (at: number) =>
    anna.send('POST', '/api/wallet/prepared-addresses', {
      ...{ version: await versionOf(anna), scriptType: 'p2wpkh', firstAddress: wallet.address(0) },
      ...{ receive: { first: at, addresses: [wallet.address(at), wallet.address(at + 1)] } },
      change: { first: 0, addresses: [] },
    });
  expect((await prepare(0)).status).toBe(200);
  expect((await prepare(2)).status).toBe(200);
  const given = [await give(anna, mia), await give(anna, leo)];
  const zoe = (await addChild(anna, { name: 'Zoe' })).id;
  given.push(await give(anna, zoe));
  await takeBackNewest(anna);
  for (const [at, childId] of [mia, leo, zoe].entries())
    expect(await watched(given[at] as string)).toEqual([{ childId }]);
});

test('the same key again: no child is given what an open vault day pays (WALL-18 T23)', async () => {
  const { anna, leo, wallet } = await home('vault-day');
  await anna.send('PATCH', '/api/family/settings', { timeZone: 'UTC' });
  await configure(anna, wallet.vpub);
  const kid = await addChild(anna, { name: 'Zoe', allowanceDay: app.clock.now.getUTCDay() });
  await setPayoutPlan(anna, kid.id, 'vault');
  await anna.send('POST', '/api/process-allowances');
  const begun = await anna.send('POST', '/api/vault-days', {
    children: [{ childId: kid.id, seenAmount: '0.0001' }],
  });
  expect([begun.status, begun.text]).toEqual([200, expect.any(String)]);
  const paid = (begun.body as VaultDay).parts[0]?.toAddress;
  await anna.send('DELETE', '/api/wallet/configure');
  await configure(anna, wallet.vpub);
  expect(await give(anna, leo)).not.toBe(paid);
});

test('of more than 200 earlier addresses the oldest unused ones are dropped, and it is said (WALL-20)', async () => {
  const { anna, mia, wallet } = await home('many');
  await configure(anna, wallet.vpub);
  await give(anna, mia);
  const hand = (count: number, from: number) => app.db.owner`
    INSERT INTO wallet_address (family_id, script_hash, address, script_type, branch, address_index,
      child_id, handed_out_at, status, for_vault)
    SELECT a.family_id, md5('hash' || n) || md5('many' || n), 'bcrt1qmany' || n, a.script_type,
      a.branch, 1000 + n, a.child_id, a.handed_out_at - make_interval(days => n),
      CASE WHEN n = 400 THEN 'used' END, false
    FROM wallet_address a, generate_series(${from}::integer, ${from + count - 1}::integer) n
    WHERE a.family_id = (SELECT family_id FROM child WHERE child_id = ${mia})
      AND a.handed_out_at IS NOT NULL AND a.address_index < 1000`;
  await hand(198, 1);
  await configure(anna, newWallet('regtest').vpub);
  expect((await info(anna)).earlier).toMatchObject({ addresses: 199, isFull: false });
  await give(anna, mia);
  await hand(1, 400);
  await hand(1, 399);
  await configure(anna, newWallet('regtest').vpub);
  expect((await info(anna)).earlier).toMatchObject({ addresses: 200, isFull: true });
  // The oldest was used, so it stays; the oldest of the others are removed.
  expect(await watched('bcrt1qmany400')).toHaveLength(1);
  expect(await watched('bcrt1qmany197')).toHaveLength(1);
  expect(await watched('bcrt1qmany198')).toHaveLength(0);
});

test('after a thief’s prepared addresses were taken back, children get the next of the wallet’s own (T25 WALL-11)', async () => {
  const { anna, mia, wallet } = await home('next');
  const sealed = { encryptedSecrets: payload(), hasWallet: true };
  await anna.send('POST', '/api/wallet/configure-encrypted', sealed);
  const prepare = async (of: typeof wallet, first: number, count: number) => {
    const addresses = Array.from({ length: count }, (_, at) => of.address(first + at));
    const sent = await anna.send('POST', '/api/wallet/prepared-addresses', {
      ...{ version: await versionOf(anna), scriptType: 'p2wpkh', firstAddress: wallet.address(0) },
      ...{ receive: { first, addresses }, change: { first: 0, addresses: [] } },
    });
    expect(sent.status).toBe(200);
  };
  const spendAll = () => app.db.owner`UPDATE wallet_address SET status = 'used'`;
  await prepare(wallet, 0, 20);
  const had = (await list(anna)).length;
  await spendAll();
  const thiefs = newWallet('regtest');
  for (const first of [20, 40, 60, 80]) {
    await prepare(thiefs, first, 20);
    expect(await give(anna, mia)).toBe(thiefs.address(first));
    await spendAll();
  }
  const stolen = (await list(anna)).slice(0, -had);
  expect(stolen).toHaveLength(4);
  for (const { id } of stolen)
    await anna.send('POST', `/api/money-changes/${id}/undo`, { evenIfChanged: true });
  await prepare(wallet, 20, 20);
  // Beyond a gap the parents' own wallet would not see arrivals.
  expect(await give(anna, mia)).toBe(wallet.address(20));
});
