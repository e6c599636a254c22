/**
 * Undoing combined with pay days, payments and claims: which rights become old or young, and what
 * applies.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PayResult } from '#features/money/lightning/paying/contract.ts';
import type { Message } from '#features/notices/messages/contract.ts';
import type { Reply, Visitor } from '#tests/support/app.ts';
import { moneyMessages, newCappedHome, payInvoice } from '#tests/support/ceiling.ts';
import { addChild, joinAsChild, joinAsSpouse } from '#tests/support/family.ts';
import { ACTS, newHome } from '#tests/support/money-acts.ts';
import {
  connectPayer,
  type PayoutWorld,
  payoutsOf,
  saveAddresses,
  setPayoutPlan,
  startPayoutWorld,
  watchLater,
} from '#tests/support/payouts.ts';
import { forgetProofs, keepBrowserFresh } from '#tests/support/proof.ts';
import type { MoneyChange } from './contract.ts';

const HOUR_MS = 3_600_000;
const CEILING = 20_000;
const FEE = 3;
let world: PayoutWorld;
beforeAll(async () => {
  world = await startPayoutWorld();
});
afterAll(() => world.close());

const list = async (who: Visitor) => (await who.get('/api/money-changes')).body as MoneyChange[];
const undo = (who: Visitor, id: string | undefined) =>
  who.send('POST', `/api/money-changes/${id}/undo`);
const setCeiling = (who: Visitor, limit: number) =>
  who.send('PUT', '/api/family/ceiling', { limit });
const why = ({ status, body }: Reply) => [status, (body as { reason?: string }).reason];
const stateOf = ({ body }: Reply) => (body as PayResult).payment?.state;
const fresh = (who: Visitor) => keepBrowserFresh(world.app.db, who.cookies);

/** A plan agreed to long ago that pays 50,000 sats in six hours. */
async function oldPlan(name: string) {
  const { app, receiver, wallet } = world;
  const anna = await app.signIn(`${name}@example.com`);
  await anna.send('PATCH', '/api/family/settings', { timeZone: 'UTC' });
  const payDay = new Date(app.clock.now.getTime() + 96 * HOUR_MS);
  const child = { weeklyAllowance: '0.0005', allowanceDay: payDay.getUTCDay() };
  const { id: childId } = await addChild(anna, child);
  const own = receiver.addressOf(`own-${name}`);
  await connectPayer(anna, wallet.url);
  await saveAddresses(anna, { [childId]: own });
  await setPayoutPlan(anna, childId, 'lightning', own);
  app.clock.advance(90 * HOUR_MS);
  return { anna, childId, own };
}

async function payDay(who: Visitor) {
  world.app.clock.advance(6 * HOUR_MS);
  await who.send('POST', '/api/process-allowances');
  for (let look = 0; look < 2; look++) await watchLater(world.app, 60_000);
  return (await payoutsOf(who)).map(({ state, failure, receiver }) => [state, failure, receiver]);
}

test.each([
  { way: 'taken-back', times: 1, pays: true },
  { way: 'and-again', times: 2, pays: false },
  { way: 'and-back-again', times: 3, pays: true },
])(
  'a thief’s plan $way: an old plan stays old, and a thief’s stays young (T59 LN-12)',
  async ({ way, times, pays }) => {
    const { anna, childId, own } = await oldPlan(way);
    const eve = world.receiver.addressOf(`eve-${way}`);
    await saveAddresses(anna, { [childId]: eve });
    await setPayoutPlan(anna, childId, 'lightning', eve);
    for (let time = 0; time < times; time++)
      for (const { id } of (await list(anna)).slice(0, 2))
        expect((await undo(anna, id)).status).toBe(200);
    const expected = pays ? ['paid', null, own] : ['owed', 'needs-ok', eve];
    expect(await payDay(anna)).toEqual([expected]);
  },
);

test('what a wallet claims to have refused counts against the ceiling like a payment (T59)', async () => {
  const { parent, childId } = await newCappedHome(world, 'claims');
  world.wallet.mood = 'refuses';
  let held = 0;
  for (let count = 0; count < 6; count++)
    if (stateOf(await payInvoice(world, parent, childId, 5_000)) === 'checking') held += 5_000;
  expect(held).toBe(15_000);
  world.wallet.mood = 'pays';
  expect(why(await payInvoice(world, parent, childId, 6_000))).toEqual([403, 'SIGN_IN_AGAIN']);
  expect(stateOf(await payInvoice(world, parent, childId, 4_000))).toBe('paid');
});

test('a limit raised by a thief is reported at once; once undone, what was paid counts (T59 T25)', async () => {
  const { parent, childId } = await newCappedHome(world, 'raise');
  expect(why(await setCeiling(parent, 9_000_000))).toEqual([403, 'SIGN_IN_AGAIN']);
  await fresh(parent);
  const tom = await joinAsSpouse(world.app, parent, 'tom-raise@example.com');
  expect(stateOf(await payInvoice(world, parent, childId, CEILING))).toBe('paid');
  expect(await moneyMessages(tom)).toBe(1);
  expect((await setCeiling(parent, 9_000_000)).status).toBe(200);
  const [raised] = (await tom.get('/api/messages')).body as Message[];
  expect(raised).toMatchObject({
    kind: 'money_changed',
    data: { call: 'PUT /api/family/ceiling' },
  });
  await forgetProofs(world.app.db);
  // The raised limit doesn't apply yet, so anything above the old one is reported.
  expect(why(await payInvoice(world, parent, childId, 50_000))).toEqual([403, 'SIGN_IN_AGAIN']);
  await fresh(parent);
  expect(stateOf(await payInvoice(world, parent, childId, 50_000))).toBe('paid');
  expect(await moneyMessages(tom)).toBe(2);
  await forgetProofs(world.app.db);
  await fresh(tom);
  expect((await undo(tom, raised?.data.copyId)).status).toBe(200);
  expect(why(await payInvoice(world, parent, childId, 1))).toEqual([403, 'SIGN_IN_AGAIN']);
  // The thief's moves left Tom’s own ceiling untouched.
  await forgetProofs(world.app.db);
  const most = CEILING - Math.max(FEE, CEILING / 100);
  expect(stateOf(await payInvoice(world, tom, childId, most))).toBe('paid');
});

test('a child sees no kept copy and no message about money, and undoes nothing (T19b)', async () => {
  const home = await newHome(world, 'http://127.0.0.1:9', 'child', 'plain');
  const kid = await joinAsChild(world.app, home.parent, home.childId, 'mia-child@example.com');
  await fresh(kid);
  await ACTS['lightning.setPayLimit']?.act(home);
  const [change] = await list(home.parent);
  const own = { ...home, parent: kid };
  for (const [name, { act }] of Object.entries(ACTS)) {
    const { status } = await act(own);
    expect([name, status >= 400]).toEqual([name, true]);
  }
  expect((await setCeiling(kid, 1)).status).toBe(403);
  expect((await kid.get('/api/family/ceiling')).status).toBe(403);
  expect((await kid.get('/api/money-changes')).status).toBe(403);
  for (const how of ['undo', 'forget'])
    expect((await kid.send('POST', `/api/money-changes/${change?.id}/${how}`)).status).toBe(403);
  const kinds = ((await kid.get('/api/messages')).body as Message[]).map(({ kind }) => kind);
  expect(kinds).not.toContain('money_changed');
  expect(kinds).not.toContain('money_moved');
  expect((await list(home.parent))[0]?.id).toBe(change?.id);
});
