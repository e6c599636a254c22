/** A child's own entries, the transfers that follow from them, and requests that lapse. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bookings } from '#app/bookings.ts';
import { JOBS_KEY, PUBLIC_URL, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { books } from '#tests/support/deciders.ts';
import {
  addChild,
  eraseClosedBooks,
  getChild,
  joinAsChild,
  message,
  record,
} from '#tests/support/family.ts';
import { queuedMails } from '#tests/support/queue.ts';
import { snapshot } from '#tests/support/world.ts';
import type { Requests, Transfer } from './contract.ts';
import { lapseRequests } from './decisions.ts';
import { eraseOldWords } from './store.ts';

const NOON = '2026-11-18T12:00:00.000Z';
const DAY = 86_400_000;

let app: TestApp;
let anna: Visitor;
let kids = 0;
let families = 0;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.now = new Date(NOON);
  families += 1;
  anna = await app.signIn(email());
});

const email = () => `anna${families}@example.com`;

/** A child with 1,000 sats saved and 1,000 to spend. */
async function newKid(parent = anna) {
  const { id } = await addChild(parent);
  await record(parent, id, 'bonus', '0.00001000');
  await record(parent, id, 'earned', '0.00001000');
  return { id, kid: await joinAsChild(app, parent, id, `kid${++kids}@example.com`) };
}

const idOf = (reply: { body: never }) => (reply.body as { id: string }).id;
const initiate = (who: Visitor, childId: string, transactionId: string, amount = '0.00000600') =>
  who.send('POST', '/api/savings-transfers/initiate', {
    childId,
    amount,
    description: 'For the bike',
    transactionId,
  });
const answer = (transferId: string, approved: unknown, more: object = {}) =>
  anna.send('POST', '/api/savings-transfers/approve', { transferId, approved, ...more });
const pending = async (who: Visitor) =>
  (await who.get('/api/savings-transfers/pending')).body as Transfer[];

test('a child enters no type that is a parent’s word, no odd amount, and nothing for a sibling (T15)', async () => {
  const { id, kid } = await newKid();
  const sibling = await newKid();
  const before = await snapshot(app);
  for (const type of ['bonus', 'chore_payment', 'lightning_spend'])
    expect([(await record(kid, id, type, '0.1')).status, type]).toEqual([403, type]);
  for (const type of ['allowance', 'spending_adjustment', 'savings_withdrawal', 'gift', ''])
    expect([(await record(kid, id, type, '0.1')).status, type]).toEqual([400, type]);
  for (const type of ['earned', 'spending', 'savings_deposit']) {
    for (const amount of ['-0.1', '0', '1e9', '1000000000', 'NaN', ''])
      expect([(await record(kid, id, type, amount)).status, amount]).toEqual([400, amount]);
    expect((await record(kid, sibling.id, type, '0.00000001')).status).toBe(404);
  }
  expect(await snapshot(app)).toBe(before);
});

test('a child’s claim to have earned something waits for a parent; what it spent is booked (T15 TXN-14)', async () => {
  const { id, kid } = await newKid();
  const earned = await record(kid, id, 'earned', '0.00000300', 'Sold lemonade');
  expect(earned.body).toMatchObject({ type: 'earned', amount: '0.00000300', state: 'waiting' });
  expect(await books(app, id)).toMatchObject({ savings: 1000n, spending: 1000n, held: 0n });
  const spent = await record(kid, id, 'spending', '0.00000200', 'Ice cream');
  expect(spent.body).toMatchObject({ amount: '-0.00000200', state: 'recorded' });
  expect(await books(app, id)).toMatchObject({ spending: 800n });
  app.clock.advance(1_000);
  const yes = await anna.send('PATCH', `/api/requests/${idOf(earned)}`, { approved: true });
  expect(yes.body).toMatchObject({ kind: 'earned', state: 'approved', balanceAfter: null });
  expect(await books(app, id)).toMatchObject({ spending: 1100n });
  const [newest] = (await kid.get(`/api/children/${id}/transactions`)).body as object[];
  expect(newest).toMatchObject({ id: idOf(earned), type: 'earned', description: 'Sold lemonade' });
  // A parent's own word about an income is booked at once.
  expect((await record(anna, id, 'earned', '0.00000001')).body).toMatchObject({
    state: 'recorded',
  });
});

test('a deposit holds the spending money and waits as a transfer (APPR-13 APPR-14 APPR-16 APPR-19 APPR-20)', async () => {
  const { id, kid } = await newKid();
  const before = await snapshot(app);
  const tooMuch = await record(kid, id, 'savings_deposit', '0.00001001');
  expect([tooMuch.status, message(tooMuch)]).toEqual([409, 'You don’t have enough for this']);
  expect(await snapshot(app)).toBe(before);
  const deposit = await record(kid, id, 'savings_deposit', '0.00000600', 'For the bike');
  expect(deposit.body).toMatchObject({ amount: '0.00000600', state: 'waiting' });
  const transfer = {
    id: idOf(deposit),
    childId: id,
    childName: 'Mia',
    amount: '0.00000600',
    description: 'For the bike',
    requestedAt: app.clock.now.toISOString(),
    state: 'pending',
  };
  for (let twice = 0; twice < 2; twice++)
    expect((await initiate(kid, id, transfer.id)).body).toEqual(transfer);
  const other = await initiate(kid, id, transfer.id, '0.00000601');
  expect([other.status, message(other)]).toEqual([
    409,
    'This savings deposit is about another amount',
  ]);
  const unknown = '01a1fca1-0000-7000-8000-000000000000';
  expect((await initiate(kid, id, unknown)).status).toBe(404);
  for (const who of [kid, anna]) expect(await pending(who)).toContainEqual(transfer);
  expect(await books(app, id)).toMatchObject({ spending: 1000n, held: 600n });
  expect(await getChild(anna, id)).toMatchObject({
    spendingBalance: '0.00001000',
    availableSpending: '0.00000400',
  });
  expect((await record(kid, id, 'spending', '0.00000401')).status).toBe(409);
});

test('what exceeds the limit is no excess once its transfer is requested (CHILD-11)', async () => {
  const { id, kid } = await newKid();
  const limit = { threshold: '0.00000700' };
  await anna.send('PATCH', `/api/children/${id}/spending-threshold`, limit);
  const excess = async () => (await getChild(kid, id)).aboveLimit;
  expect(await excess()).toBe('0.00000300');
  const moved = idOf(await record(kid, id, 'savings_deposit', await excess()));
  expect(await excess()).toBe('0.00000000');
  await answer(moved, true);
  expect(await excess()).toBe('0.00000000');
  expect(await books(app, id)).toMatchObject({ savings: 1300n, spending: 700n, held: 0n });
});

test('a yes moves it to savings, a no frees it; the child decides nothing (APPR-17 APPR-18 T16)', async () => {
  const { id, kid } = await newKid();
  const first = idOf(await record(kid, id, 'savings_deposit', '0.00000600'));
  for (const approved of [true, false]) {
    const own = { transferId: first, approved };
    expect((await kid.send('POST', '/api/savings-transfers/approve', own)).status).toBe(403);
  }
  expect((await answer(first, 'yes')).status).toBe(400);
  const yes = await answer(first, true);
  expect(yes.body).toMatchObject({ success: true, transfer: { id: first, state: 'approved' } });
  expect(await books(app, id)).toMatchObject({ savings: 1600n, spending: 400n, held: 0n });
  const [entry] = (await kid.get(`/api/children/${id}/transactions`)).body as object[];
  expect(entry).toMatchObject({ id: first, type: 'savings_deposit', amount: '0.00000600' });
  const second = idOf(await record(kid, id, 'savings_deposit', '0.00000100'));
  const no = await answer(second, false, { reason: 'It has not arrived' });
  expect(no.body).toMatchObject({ transfer: { state: 'rejected' } });
  expect(await books(app, id)).toMatchObject({ savings: 1600n, spending: 400n, held: 0n });
  expect((await answer(second, true)).status).toBe(409);
  expect(await pending(kid)).toEqual([]);
  // Each kind is answered by its own call only.
  const third = idOf(await record(kid, id, 'savings_deposit', '0.00000100'));
  const wrong = await anna.send('PATCH', `/api/withdrawal-requests/${third}`, { approved: true });
  expect(wrong.status).toBe(404);
});

test('a parent may use a deposit in a child’s name: it waits as well (APPR-19)', async () => {
  const { id } = await newKid();
  const deposit = await record(anna, id, 'savings_deposit', '0.00000100');
  expect(deposit.body).toMatchObject({ state: 'waiting' });
  const { open } = (await anna.get('/api/requests')).body as Requests;
  expect(open.find((one) => one.id === idOf(deposit))).toMatchObject({
    byChild: false,
    balanceAfter: '0.00000900',
  });
});

test('after 30 days without an answer a request ends, its money is released, and both sides are notified (APPR-05)', async () => {
  const { id, kid } = await newKid();
  const ask = { childId: id, amount: '0.00000600', reason: 'Boots' };
  await kid.send('POST', '/api/withdrawal-requests', ask);
  await record(kid, id, 'earned', '0.00000100');
  const run = () =>
    lapseRequests(
      app.db.owner,
      { jobs: app.services.jobs, publicUrl: PUBLIC_URL, bookings: bookings() },
      app.clock.now,
    );
  app.clock.advance(30 * DAY);
  const before = await snapshot(app);
  await run();
  const later = await snapshot(app);
  app.clock.advance(1);
  const [first, second] = await Promise.all([run(), run()]);
  expect(first + second).toBeGreaterThanOrEqual(2);
  expect(await run()).toBe(0);
  expect(later).toBe(before);
  expect(await books(app, id)).toMatchObject({ savings: 1000n, spending: 1000n, held: 0n });
  const again = await app.signIn(`kid${kids}@example.com`);
  const { open, answered } = (await again.get('/api/requests')).body as Requests;
  expect(open).toEqual([]);
  expect(answered.map(({ state, decidedBy }) => [state, decidedBy])).toEqual([
    ['lapsed', null],
    ['lapsed', null],
  ]);
  const parent = await app.signIn(email());
  for (const [who, address] of [
    [again, `kid${kids}@example.com`],
    [parent, email()],
  ] as const) {
    const told = (await who.get('/api/messages')).body as { kind: string; childId: string }[];
    const mine = told.filter((one) => one.kind === 'request_lapsed' && one.childId === id);
    expect(mine).toHaveLength(2);
    const lapsed = (await queuedMails(app.db, JOBS_KEY, address)).filter(({ subject }) =>
      subject.includes('without an answer'),
    );
    expect(lapsed).toHaveLength(1);
  }
});

test('the words of an answered request go after 90 days; what waits, and the entry, keep theirs', async () => {
  let host = await app.signIn('forgetful@example.com');
  const { id } = await newKid(host);
  const say = async (reason: string) =>
    idOf(
      await host.send('POST', '/api/withdrawal-requests', {
        childId: id,
        amount: '0.00000001',
        reason,
      }),
    );
  const [yes, no] = [await say('Kite'), await say('Drum')];
  await say('Waiting');
  // Starting at the answer, however late it came.
  app.clock.advance(10 * DAY);
  host = await app.signIn('forgetful@example.com');
  await host.send('PATCH', `/api/requests/${yes}`, { approved: true });
  await host.send('PATCH', `/api/requests/${no}`, { approved: false, reason: 'Too loud' });
  const words = () => app.db.owner<{ reason: string; denialReason: string | null }[]>`
    SELECT reason, denial_reason FROM request WHERE child_id = ${id} ORDER BY request_id`;
  const at = (days: number) => new Date(app.clock.now.getTime() + days * DAY);
  await eraseOldWords(app.db.owner, at(89));
  expect((await words()).map(({ reason }) => reason)).toEqual(['Kite', 'Drum', 'Waiting']);
  await eraseOldWords(app.db.owner, at(90));
  expect(await words()).toEqual([
    { reason: '', denialReason: null },
    { reason: '', denialReason: null },
    { reason: 'Waiting', denialReason: null },
  ]);
  const [entry] = (await host.get(`/api/children/${id}/transactions`)).body as object[];
  expect(entry).toMatchObject({ id: yes, description: 'Kite' });
});

test('twenty open requests of one child are enough, and sixty a day (APPR-02)', async () => {
  const { id, kid } = await newKid();
  const say = () => record(kid, id, 'earned', '0.00000001');
  for (let i = 0; i < 20; i++) expect((await say()).status).toBe(200);
  expect(message(await say())).toBe('20 requests are waiting already');
  for (let round = 0; round < 2; round++) {
    const { open } = (await kid.get('/api/requests')).body as Requests;
    await anna.send('POST', '/api/requests/approve-all', { ids: open.map((one) => one.id) });
    for (let i = 0; i < 20; i++) expect((await say()).status).toBe(200);
  }
  const { open } = (await kid.get('/api/requests')).body as Requests;
  await anna.send('POST', '/api/requests/approve-all', { ids: open.map((one) => one.id) });
  expect((await say()).status).toBe(429);
  app.clock.advance(DAY);
  expect((await say()).status).toBe(200);
});

test('a child with an open request is not removed; once removed, no words about it remain (T59)', async () => {
  const { id, kid } = await newKid();
  const request = idOf(await record(kid, id, 'earned', '0.00000100', 'Zebrastripe'));
  const open = await anna.send('DELETE', `/api/children/${id}`);
  expect([open.status, message(open)]).toEqual([409, 'Answer this child’s open requests first']);
  await anna.send('PATCH', `/api/requests/${request}`, { approved: false, reason: 'Zebrafish' });
  expect((await anna.send('DELETE', `/api/children/${id}`)).status).toBe(200);
  await eraseClosedBooks(app);
  for (const table of ['request', 'message', 'entry_text']) {
    const rows = await app.db.owner.unsafe(
      `SELECT FROM ${table} x WHERE x::text ~* 'zebra(stripe|fish)'`,
    );
    expect(rows, table).toHaveLength(0);
  }
  const { answered } = (await anna.get('/api/requests')).body as Requests;
  expect(answered.some((one) => one.childId === id)).toBe(false);
});
