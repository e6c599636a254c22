/** A child floods its parents, trying every way around the limits. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MOST_A_DAY, MOST_OPEN } from '../../src/features/book/approvals/contract.ts';
import type { Message } from '../../src/features/notices/messages/contract.ts';
import { MOST_WRITES_A_DAY } from '../../src/server/http/child-limit.ts';
import { ON_REGTEST, type Reply, startApp, type TestApp, type Visitor } from '../support/app.ts';
import { addChild, joinAsChild } from '../support/family.ts';
import { addGoal } from '../support/goals.ts';
import { newInvoice } from '../support/invoice.ts';
import { keepInVault } from '../support/payouts.ts';

const DAY = 86_400_000;
/** An audit once got this many through. */
const FLOOD = 220;

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ at: new Date().toISOString(), ...ON_REGTEST });
});
afterAll(() => app.close());

type Home = { anna: Visitor; mia: string; kid: Visitor; tablet: Visitor; goal: string };

/** A child with money, its own sign-in and a tablet, which must ask before each payment. */
async function newHome(name: string): Promise<Home> {
  // Invoices use the real clock.
  app.clock.now = new Date();
  const anna = await app.signIn(`anna-${name}@example.com`);
  const { id: mia } = await addChild(anna);
  await anna.send('POST', `/api/children/${mia}/update-savings`, { newBalance: '1' });
  await anna.send('POST', `/api/lightning/sync-balance/${mia}`, { newBalance: 50_000_000 });
  expect((await keepInVault(anna)).status).toBe(200);
  const { id: goal } = await addGoal(anna, { targetAmount: '0.5' });
  const kid = await joinAsChild(app, anna, mia, `${name}@example.com`);
  const tablet = await app.signIn(`anna-${name}@example.com`);
  expect((await tablet.send('POST', `/api/children/${mia}/hand-over`)).status).toBe(200);
  return { anna, mia, kid, tablet, goal };
}

const askers = ({ mia: childId, goal }: Home) => ({
  payment: (who: Visitor) =>
    who.send('POST', '/api/lightning/pay', { childId, paymentRequest: newInvoice().text }),
  withdrawal: (who: Visitor) =>
    who.send('POST', '/api/withdrawal-requests', { childId, amount: '0.00000001', reason: 'Now' }),
  transfer: (who: Visitor) =>
    who.send('POST', '/api/transactions', {
      ...{ childId, type: 'savings_deposit', amount: '0.00000001', description: 'Save' },
    }),
  spending: (who: Visitor) =>
    who.send('POST', '/api/wallet/transfer-to-spending', { childId, amount: '0.00000001' }),
  income: (who: Visitor) =>
    who.send('POST', '/api/transactions', {
      ...{ childId, type: 'earned', amount: '0.00000001', description: 'Chores' },
    }),
  goal: (who: Visitor) =>
    who.send('POST', `/api/family-goals/${goal}/child-allocation-request`, {
      ...{ childId, percentage: 1, applyTo: 'new_contributions' },
      reason: 'I want to help with this',
    }),
});

const passed = (replies: readonly Reply[]) => replies.filter(({ status }) => status === 200);
const messagesOf = async (who: Visitor) => (await who.get('/api/messages')).body as Message[];

/** Everything open, of every kind. */
const openOnes = ({ mia }: Home) => app.db.owner<{ path: string }[]>`
    SELECT CASE kind WHEN 'allocation' THEN '/api/allocations/' ELSE '/api/requests/' END
        || request_id AS path FROM request
      WHERE child_id = ${mia} AND state = 'pending'
    UNION ALL SELECT '/api/lightning/payments/' || payment_id FROM payment
      WHERE child_id = ${mia} AND state = 'asked'`;

async function takeBackAll(home: Home, who: Visitor): Promise<void> {
  for (const { path } of await openOnes(home))
    expect((await who.send('DELETE', path)).status, path).toBe(200);
}

test('of 220 payments that a child asks for, twenty appear in the parents’ list (T54 APPR-20)', async () => {
  const home = await newHome('payments');
  const { payment } = askers(home);
  const replies: Reply[] = [];
  for (let i = 0; i < FLOOD; i++) replies.push(await payment(home.kid));
  expect(passed(replies).length).toBe(MOST_OPEN);
  expect(replies.at(-1)).toMatchObject({ status: 409, body: { reason: 'TOO_MANY_OPEN' } });
  const asked = (await messagesOf(home.anna)).filter(({ kind }) => kind === 'payment_asked');
  expect(asked.length).toBe(MOST_OPEN);
});

test('all kinds share one limit on open requests, across devices and at the same moment (T54)', async () => {
  const home = await newHome('parallel');
  const kinds = Object.values(askers(home));
  const replies = await Promise.all(
    Array.from({ length: FLOOD }, (_, i) =>
      kinds[i % kinds.length]?.(i % 2 === 0 ? home.kid : home.tablet),
    ),
  );
  // Some were refused in the queue, before or after they were written.
  expect(replies.filter((reply) => reply?.status === 200).length).toBeLessThanOrEqual(MOST_OPEN);
  for (let i = 0; i < FLOOD; i++) await kinds[i % kinds.length]?.(home.kid);
  expect((await openOnes(home)).length).toBe(MOST_OPEN);
  // A parent is not affected.
  expect((await askers(home).spending(home.anna)).status).toBe(200);
});

test('what one child has open does not count against a sibling, whatever the kind (T54)', async () => {
  const home = await newHome('siblings');
  const { id: leoId } = await addChild(home.anna, { name: 'Leo' });
  await home.anna.send('POST', `/api/children/${leoId}/update-savings`, { newBalance: '1' });
  await home.anna.send('POST', `/api/lightning/sync-balance/${leoId}`, { newBalance: 50_000_000 });
  const leo = await joinAsChild(app, home.anna, leoId, 'leo-siblings@example.com');
  const leos = askers({ ...home, mia: leoId });
  for (const [kind, ask] of Object.entries(askers(home))) {
    for (let i = 0; i <= MOST_OPEN; i++) await ask(home.kid);
    expect((await openOnes(home)).length, kind).toBe(MOST_OPEN);
    expect((await leos[kind as keyof typeof leos](leo)).status, kind).toBe(200);
    await takeBackAll(home, home.kid);
    app.clock.advance(DAY + 1_000);
  }
});

test('a payment requested on a handed-over tablet notifies the parent whose tablet it is', async () => {
  const home = await newHome('tablet');
  const told = async () =>
    (await messagesOf(home.anna)).filter(({ kind }) => kind === 'payment_asked').length;
  expect(await told()).toBe(0);
  expect((await askers(home).payment(home.tablet)).status).toBe(200);
  expect(await told()).toBe(1);
});

test('what a parent pays for a child does not count against the child’s requests', async () => {
  const home = await newHome('generous');
  const { payment, withdrawal } = askers(home);
  expect((await payment(home.anna)).status).toBe(200);
  for (let i = 0; i < MOST_A_DAY; i++) {
    const reply = await withdrawal(home.kid);
    expect([i, reply.status]).toEqual([i, 200]);
    await takeBackAll(home, home.kid);
  }
});

test('requested, withdrawn and requested again: sixty a day, across kinds and devices (T54)', async () => {
  const home = await newHome('loops');
  const kinds = Object.values(askers(home));
  let through = 0;
  for (let round = 0; round < FLOOD / 20; round++) {
    const who = round % 2 === 0 ? home.kid : home.tablet;
    for (let i = 0; i < 20; i++)
      through += passed([(await kinds[i % kinds.length]?.(who)) as Reply]).length;
    await takeBackAll(home, who);
  }
  expect(through).toBe(MOST_A_DAY);
});

test('no count restarts at the family’s midnight, or when the clock is set back (T54 ALLOW-13)', async () => {
  const home = await newHome('midnight');
  const { withdrawal } = askers(home);
  // 23:50 in Berlin.
  const late = new Date(
    `${new Date(app.clock.now.getTime() + DAY).toISOString().slice(0, 10)}T22:50:00Z`,
  );
  app.clock.now = late;
  let through = 0;
  const flood = async () => {
    for (let i = 0; i < 40; i++) through += passed([await withdrawal(home.kid)]).length;
    await takeBackAll(home, home.kid);
  };
  for (let i = 0; i < 4; i++) await flood();
  expect(through).toBe(MOST_A_DAY);
  for (const minutes of [20, 90, 24 * 60 - 1, -30, -24 * 60 + 5]) {
    app.clock.now = new Date(late.getTime() + minutes * 60_000);
    await flood();
    expect([minutes, through]).toEqual([minutes, MOST_A_DAY]);
  }
  app.clock.now = new Date(late.getTime() + DAY + 60_000);
  await flood();
  expect(through).toBe(MOST_A_DAY + MOST_OPEN);
});

test('calls that need no parent are limited too: 300 a day, at once, around midnight, clock set back (T54 HOUSE-16)', async () => {
  const home = await newHome('writes');
  const face = (who: Visitor, i: number) =>
    who.send('PUT', `/api/children/${home.mia}/face`, { face: i % 2 === 0 ? 'fox' : 'owl' });
  // Half an hour before midnight UTC, as the counter covers an hour.
  const from = new Date(`${new Date(Date.now() + DAY).toISOString().slice(0, 10)}T23:30:00Z`);
  let through = 0;
  const flood = async (minutes: number, count: number) => {
    app.clock.now = new Date(from.getTime() + minutes * 60_000);
    // As many at once as the queue of calls accepts.
    for (let done = 0; done < count; done += 10) {
      const sent = Array.from({ length: 10 }, (_, i) => face(i % 3 ? home.kid : home.tablet, i));
      through += passed(await Promise.all(sent)).length;
    }
  };
  await flood(0, 200);
  await flood(45, 200);
  expect(through).toBe(MOST_WRITES_A_DAY);
  for (const minutes of [-60, -600, 600, 24 * 60 - 1]) {
    await flood(minutes, 20);
    expect([minutes, through]).toEqual([minutes, MOST_WRITES_A_DAY]);
  }
  // A repeated call gets its first reply again, even now.
  await flood(26 * 60, 20);
  expect(through).toBe(MOST_WRITES_A_DAY + 20);
});
