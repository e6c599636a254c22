/** The payment state of an entry: events on top of the book, which itself doesn't change. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Child } from '#features/people/children/contract.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, joinAsChild, joinAsSpouse, message, record } from '#tests/support/family.ts';
import { snapshot } from '#tests/support/world.ts';
import type { Transaction } from './contract.ts';
import { markPaid, type PaymentSource, unmarkPaid } from './payments.ts';

let app: TestApp;
let anna: Visitor;
let mia: Child;
beforeAll(async () => {
  app = await startApp({ at: '2026-11-18T12:00:00Z' });
  anna = await app.signIn('anna@example.com');
  mia = await addChild(anna);
});
afterAll(() => app.close());

const add = async (type = 'bonus', amount = '0.001') =>
  (await record(anna, mia.id, type, amount)).body as Transaction;
const paid = (who: Visitor, id: string) => who.send('POST', `/api/transactions/${id}/paid`);
const unpaid = (who: Visitor, id: string) => who.send('DELETE', `/api/transactions/${id}/paid`);
const stateOf = async (id: string) =>
  ((await anna.get(`/api/children/${mia.id}/transactions`)).body as Transaction[]).find(
    (one) => one.id === id,
  )?.state;
const events = (id: string) => app.db.owner<object[]>`
  SELECT event_no, state, source FROM payment_event WHERE entry_id = ${id} ORDER BY event_no`;
const inFamily = async <T>(work: (familyId: string) => Promise<T>) => {
  const [row] = await app.db.owner<{ familyId: string }[]>`
    SELECT family_id FROM child WHERE child_id = ${mia.id}`;
  return work(row?.familyId as string);
};
const change = (which: typeof markPaid, ids: string[], source: PaymentSource) =>
  inFamily((familyId) =>
    app.db.changeFamily(familyId, (tx) =>
      which(tx, familyId, ids, { by: familyId, now: app.clock.now, source }),
    ),
  );

test('an entry is recorded until its state changes; a parent may mark it as paid (TXN-01)', async () => {
  const entry = await add();
  expect(entry.state).toBe('recorded');
  const before = await anna.get(`/api/children/${mia.id}`);
  const reply = await paid(anna, entry.id);
  expect([reply.status, reply.body]).toEqual([200, { ...entry, state: 'paid' }]);
  expect(await stateOf(entry.id)).toBe('paid');
  expect((await anna.get(`/api/children/${mia.id}`)).body).toEqual(before.body);
  // Marking twice changes nothing.
  expect((await paid(anna, entry.id)).body).toEqual({ ...entry, state: 'paid' });
  expect(await events(entry.id)).toEqual([{ eventNo: 1, state: 'paid', source: 'parent' }]);
});

test('a word taken back leaves both words in the history', async () => {
  const entry = await add();
  const refused = await unpaid(anna, entry.id);
  expect([refused.status, message(refused)]).toEqual([409, 'This entry is not marked as paid']);
  const tom = await joinAsSpouse(app, anna, 'tom@example.com');
  await paid(anna, entry.id);
  expect((await unpaid(tom, entry.id)).body).toEqual(entry);
  expect(await stateOf(entry.id)).toBe('recorded');
  await paid(tom, entry.id);
  expect(await events(entry.id)).toEqual([
    { eventNo: 1, state: 'paid', source: 'parent' },
    { eventNo: 2, state: 'cancelled', source: 'parent' },
    { eventNo: 3, state: 'paid', source: 'parent' },
  ]);
  const [row] = await app.db.owner<{ email: string }[]>`
    SELECT email FROM payment_event JOIN users ON user_id = made_by
    WHERE entry_id = ${entry.id} AND event_no = 3`;
  expect(row?.email).toBe('tom@example.com');
});

test('many entries are marked in one step; what a wallet showed no word takes back', async () => {
  const three = [await add(), await add(), await add()].map(({ id }) => id);
  const [first, second, third] = three as [string, string, string];
  await paid(anna, first);
  const unknown = '01a1fca1-0000-7000-8000-000000000000';
  const marked = await change(markPaid, [...three, second, unknown], 'import');
  expect(marked.sort()).toEqual([second, third].sort());
  const refused = await unpaid(anna, second);
  expect([refused.status, message(refused)]).toEqual([
    409,
    'A wallet showed that this was paid, so nobody can unmark it by hand',
  ]);
  // Undoing an import removes only its own marks.
  expect((await change(unmarkPaid, three, 'import')).sort()).toEqual([second, third].sort());
  expect(await stateOf(first)).toBe('paid');
  expect(await stateOf(second)).toBe('recorded');
});

test('when a mark is removed, the state before it applies again', async () => {
  const { id } = await add();
  await inFamily(
    (familyId) => app.db.owner`
      INSERT INTO payment_event (family_id, entry_id, event_no, state, at, made_by, source)
      VALUES (${familyId}, ${id}, 1, 'checking', now(), ${familyId}, 'wallet')`,
  );
  expect(await stateOf(id)).toBe('checking');
  await paid(anna, id);
  await unpaid(anna, id);
  expect(await stateOf(id)).toBe('checking');
});

test('only a parent of the family says what was paid, and nothing is written otherwise (T19)', async () => {
  const entry = await add();
  const zoe = await app.signIn('zoe@example.com');
  const kid = await joinAsChild(app, anna, mia.id, 'mia@example.com');
  const before = await snapshot(app);
  expect((await paid(kid, entry.id)).status).toBe(403);
  expect((await paid(zoe, entry.id)).status).toBe(404);
  expect((await unpaid(zoe, entry.id)).status).toBe(404);
  expect(await snapshot(app)).toBe(before);
});

test('a line of a closed book is neither marked as paid nor unmarked until the book is restored', async () => {
  const leo = await addChild(anna, { name: 'Leo' });
  const line = async () => ((await record(anna, leo.id, 'bonus', '0.001')).body as Transaction).id;
  const [open, done] = [await line(), await line()];
  expect((await paid(anna, done)).status).toBe(200);
  const closed = await anna.send('DELETE', `/api/children/${leo.id}`);
  expect(closed.status, closed.text).toBe(200);
  const several = (ids: string[]) => anna.send('POST', '/api/transactions/several/paid', { ids });
  for (const refused of [await paid(anna, open), await several([open]), await unpaid(anna, done)])
    expect([refused.status, message(refused)]).toEqual([409, 'This child’s book is closed']);
  expect([await events(open), await events(done)]).toMatchObject([[], [{ state: 'paid' }]]);
  expect((await anna.send('POST', `/api/children/${leo.id}/restore`)).status).toBe(200);
  expect([(await paid(anna, open)).status, (await unpaid(anna, done)).status]).toEqual([200, 200]);
});
