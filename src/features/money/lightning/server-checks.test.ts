/** A check of a connection: its writes, its notices, and the time of the next. */
import { afterAll, expect, test } from 'vitest';
import type { Message } from '#features/notices/messages/contract.ts';
import type { TestApp, Visitor } from '#tests/support/app.ts';
import { addChild, message } from '#tests/support/family.ts';
import { connectPayer, watchLater } from '#tests/support/payouts.ts';
import { startPhoenixd } from '#tests/support/phoenixd.ts';
import type { ScriptedWallet } from '#tests/support/provider-script.ts';
import { onRealClock } from '#tests/support/real-clock.ts';
import { startScripted, typedFor } from '#tests/support/scripted-wallets.ts';
import type { Connection, LightningConfig } from './connections/contract.ts';
import { openReceiveOnly } from './connections/wallet.ts';
import { newName } from './gifts/rules.ts';
import { saveName } from './gifts/store.ts';

let app: TestApp;
onRealClock((started) => {
  app = started;
});
const closing: (() => unknown)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

const QUARTER_MS = 15 * 60_000;
const RECEIVES = ['get_info', 'get_balance', 'make_invoice', 'lookup_invoice'];
const PAYS = [...RECEIVES, 'pay_invoice'];

async function phoenixd(balanceSat: number) {
  const started = await startPhoenixd(balanceSat);
  closing.push(started.close);
  return started;
}

const connectionsOf = async (who: Visitor): Promise<Connection[]> =>
  ((await who.get('/api/lightning/config')).body as LightningConfig).connections;

test('an answer that arrives after the connection was replaced is not written to the new one (T29)', async () => {
  const anna = await app.signIn('anna-checks@example.com');
  const [old, next] = [await phoenixd(1_000), await phoenixd(2_000)];
  await connectPayer(anna, old.url);
  const release = old.hold();
  const before = old.asked();
  const checking = watchLater(app, QUARTER_MS);
  await expect.poll(() => old.asked()).toBeGreaterThan(before);
  const replaced = await connectPayer(anna, next.url);
  expect(replaced.status, message(replaced)).toBe(200);
  release();
  await checking;
  expect(await connectionsOf(anna)).toMatchObject([{ balance: 2_000, state: 'connected' }]);
});

test('a wallet that was checked, or was silent, is checked again after a quarter of an hour, not at once (T28)', async () => {
  const anna = await app.signIn('anna-quarter@example.com');
  const wallet = await phoenixd(1_000);
  await connectPayer(anna, wallet.url);
  const asksAfter = async (ms: number) => {
    const before = wallet.asked();
    await watchLater(app, ms);
    return wallet.asked() > before;
  };
  expect([await asksAfter(QUARTER_MS - 1), await asksAfter(1)]).toEqual([false, true]);
  expect([await asksAfter(0), await asksAfter(QUARTER_MS - 1)]).toEqual([false, false]);
  await Promise.all(closing.splice(closing.length - 1).map((close) => close()));
  await watchLater(app, 1);
  const [silent] = await connectionsOf(anna);
  expect(silent?.state).toBe('silent');
  await watchLater(app, QUARTER_MS - 1);
  const [still] = await connectionsOf(anna);
  expect(still?.checkedAt).toBe(silent?.checkedAt);
});

async function receivingHome(name: string) {
  const wallet: ScriptedWallet = await startScripted('nwc');
  closing.push(wallet.close);
  const anna = await app.signIn(`${name}@example.com`);
  wallet.play({ methods: RECEIVES });
  const typed = { ...typedFor(wallet.settings), purpose: 'receive', withoutBudget: false };
  const reply = await anna.send('POST', '/api/lightning/connect', typed);
  if (reply.status !== 200) throw new Error(reply.text);
  const told = async () =>
    ((await anna.get('/api/messages')).body as Message[]).filter(
      ({ kind }) => kind === 'lightning_can_pay',
    ).length;
  return { anna, wallet, told };
}

test('a connection that has become able to pay is reported once, however often it is checked, and again only after it could not (T25)', async () => {
  const { anna, wallet, told } = await receivingHome('anna-can-pay');
  const check = async (methods: readonly string[]) => {
    wallet.play({ methods });
    await watchLater(app, QUARTER_MS);
    return [await told(), (await connectionsOf(anna))[0]?.state];
  };
  expect(await check(RECEIVES)).toEqual([0, 'connected']);
  expect(await check(PAYS)).toEqual([1, 'can_pay']);
  expect(await check(PAYS)).toEqual([1, 'can_pay']);
  expect(await check(RECEIVES)).toEqual([1, 'connected']);
  expect(await check(PAYS)).toEqual([2, 'can_pay']);
});

test('a wallet that can pay and is silent for a while is no news when it answers again (T25)', async () => {
  const { anna, wallet, told } = await receivingHome('anna-away');
  wallet.play({ methods: PAYS });
  await watchLater(app, QUARTER_MS);
  expect(await told()).toBe(1);
  await wallet.close();
  await watchLater(app, QUARTER_MS);
  expect([await told(), (await connectionsOf(anna))[0]?.state]).toEqual([1, 'can_pay']);
});

test('a connection that has become able to pay serves neither strangers nor children until a check finds that it cannot (T25)', async () => {
  const { anna, wallet } = await receivingHome('anna-unused');
  const { id: childId } = await addChild(anna);
  const [row] = await app.db.owner<{ familyId: string; by: string }[]>`
    SELECT c.family_id, u.user_id AS by FROM child c JOIN users u USING (family_id)
    WHERE c.child_id = ${childId}`;
  const { familyId, by } = row as { familyId: string; by: string };
  const name = newName('unused', () => 0);
  await app.db.changeFamily(familyId, (tx) =>
    saveName(tx, { name, familyId, childId }, { by, now: app.clock.now }),
  );
  const used = async () => {
    const address = await app.visitor().get(`/.well-known/lnurlp/${name}`);
    const opened = await openReceiveOnly(app.services, familyId);
    opened?.wallet.close();
    const made = await anna.send('POST', '/api/lightning/invoice', { childId, amount: 2_100 });
    return {
      isOn: 'tag' in (address.body as object),
      opens: opened !== undefined,
      reason: (made.body as { reason?: string }).reason,
    };
  };
  wallet.play({ methods: PAYS });
  await watchLater(app, QUARTER_MS);
  // Its owner undid that, and no check has run since.
  wallet.play({ methods: RECEIVES });
  expect(await used()).toEqual({ isOn: false, opens: false, reason: 'RECEIVING_CAN_PAY' });
  await watchLater(app, QUARTER_MS);
  expect(await used()).toMatchObject({ isOn: true, opens: true });
});
