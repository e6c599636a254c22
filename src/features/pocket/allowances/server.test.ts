/** Allowances through the API: what Process Allowances books, and what a change or pause means. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { reversalHooks } from '#app/ledger-hooks.ts';
import type { Transaction } from '#features/book/transactions/contract.ts';
import { reverse } from '#server/ledger/reverse.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild, message } from '#tests/support/family.ts';
import { booked, changePlan, DAY, preview, processDue, weeksOf } from '#tests/support/paydays.ts';
import { snapshot } from '#tests/support/world.ts';
import { settleAutomatic } from './settling.ts';

const WED = 3;

let app: TestApp;
let anna: Visitor;
let email = '';
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Another family for each test, on a Wednesday, at noon in UTC. */
beforeEach(async () => {
  app.clock.now = new Date('2026-11-18T12:00:00Z');
  email = `anna${Math.random()}@example.com`;
  anna = await app.signIn(email);
});

/** Sessions end after 14 idle days. */
async function later(days: number): Promise<void> {
  app.clock.advance(days * DAY);
  anna = await app.signIn(email);
}

test('a plan needs a valid amount and a weekday; of strangers there is no child (CHILD-10 CHILD-22)', async () => {
  const mia = await addChild(anna);
  const before = await snapshot(app);
  for (const amount of ['', '-1', 'x', '0.000000001']) {
    const reply = await changePlan(anna, mia.id, amount, WED);
    expect([reply.status, message(reply)]).toEqual([400, 'Please enter a valid Bitcoin amount']);
  }
  for (const day of [-1, 7, 1.5])
    expect((await changePlan(anna, mia.id, '1', day)).status).toBe(400);
  const wrong = { weeklyAllowance: '1', allowanceDay: 1, unbooked: 'forget' };
  const path = `/api/children/${mia.id}/allowance`;
  expect(message(await anna.send('PATCH', path, wrong))).toBe('Expected book or skip');
  expect(await snapshot(app)).toBe(before);
  const changed = (await changePlan(anna, mia.id, '0.0002', 5)).body;
  expect(changed).toMatchObject({ weeklyAllowance: '0.00020000', allowanceDay: 5 });
});

test('every unsettled week since the first day, each at the plan in force then (CHILD-12 CHILD-27)', async () => {
  const mia = await addChild(anna);
  await addChild(anna, { name: 'Leo', allowanceDay: 6, weeklyAllowance: '0.00000001' });
  app.clock.advance(8 * DAY); // Thursday of the second week: its Wednesday is already due.
  await changePlan(anna, mia.id, '0.0002', WED);
  await later(13); // Wednesday, 9 December
  expect(await processDue(anna)).toMatchObject({ totalAmount: '0.00060003' });
  expect(await booked(anna)).toEqual([]);
  expect(await weeksOf(app, mia.id)).toEqual([
    '2026-11-18 booked',
    '2026-11-25 booked',
    '2026-12-02 booked',
    '2026-12-09 booked',
  ]);
  const entries = (await anna.get(`/api/children/${mia.id}/transactions`)).body as Transaction[];
  expect(entries.map(({ type, amount, createdAt }) => `${type} ${amount} ${createdAt}`)).toEqual([
    'allowance 0.00020000 2026-12-09T12:00:00.000Z',
    'allowance 0.00020000 2026-12-02T12:00:00.000Z',
    'allowance 0.00010000 2026-11-25T12:00:00.000Z',
    'allowance 0.00010000 2026-11-18T12:00:00.000Z',
  ]);
  expect((await getChild(anna, mia.id)).savingsBalance).toBe('0.00060000');
});

test('the reply names child, amount and day of each booking, nothing when none is due (CHILD-12)', async () => {
  expect(await processDue(anna)).toEqual({ processedChildren: [], totalAmount: '0.00000000' });
  const mia = await addChild(anna);
  expect(await processDue(anna)).toEqual({
    processedChildren: [
      {
        childId: mia.id,
        childName: 'Mia',
        amount: '0.00010000',
        dueDate: '2026-11-18',
        entryId: expect.any(String),
      },
    ],
    totalAmount: '0.00010000',
  });
  expect(await processDue(anna)).toEqual({ processedChildren: [], totalAmount: '0.00000000' });
});

test('a zero allowance is not reported, and weeks at zero stay at zero (CHILD-29)', async () => {
  const kim = await addChild(anna, { weeklyAllowance: '0' });
  app.clock.advance(8 * DAY);
  expect(await booked(anna)).toEqual([]);
  expect((await anna.get('/api/transactions/recent')).body).toEqual([]);
  await changePlan(anna, kim.id, '0.0003', WED);
  expect(await booked(anna)).toEqual([]);
  app.clock.advance(6 * DAY);
  expect(await booked(anna)).toEqual(['Mia 2026-12-02 0.00030000']);
});

test('a zero allowance set on its pay day is due that day, whoever ran pay day before (CHILD-29)', async () => {
  const kim = await addChild(anna, { weeklyAllowance: '0' });
  await anna.send('PATCH', '/api/family/settings', { payAutomatically: true });
  expect(await booked(anna)).toEqual([]);
  await settleAutomatic(app.db.owner, app.clock.now);
  expect(await weeksOf(app, kim.id)).toEqual([]);
  expect(await preview(anna, kim.id, '0.0003', WED)).toMatchObject({ nextDate: '2026-11-18' });
  await changePlan(anna, kim.id, '0.0003', WED);
  expect(await booked(anna)).toEqual(['Mia 2026-11-18 0.00030000']);
  expect(await booked(anna)).toEqual([]);
});

test('the preview of each change of day is what then happens, once a week (T32 CHILD-10)', async () => {
  const plans: { id: string; name: string; next: string; how: 'book' | 'skip' }[] = [];
  for (let day = 0; day < 7; day++)
    for (const how of ['book', 'skip'] as const) {
      const { id, name } = await addChild(anna, { name: `${how} ${day}` });
      plans.push({ id, name, next: '', how });
    }
  app.clock.advance(9 * DAY); // Friday, 27 November: two Wednesdays are unbooked.
  for (const [i, plan] of plans.entries()) {
    const day = Math.floor(i / 2);
    const { unbooked, nextDate } = await preview(anna, plan.id, '0.0002', day);
    expect(unbooked).toEqual([
      { weekStart: '2026-11-15', dueDate: '2026-11-18', amount: '0.00010000' },
      { weekStart: '2026-11-22', dueDate: '2026-11-25', amount: '0.00010000' },
    ]);
    const reply = await changePlan(anna, plan.id, '0.0002', day, plan.how);
    expect((reply.body as { nextAllowanceDate: string }).nextAllowanceDate, plan.name).toBe(
      nextDate,
    );
    expect((await preview(anna, plan.id, '0.0002', day)).unbooked).toEqual([]);
    expect((await getChild(anna, plan.id)).savingsBalance).toBe(
      plan.how === 'book' ? '0.00020000' : '0.00000000',
    );
    plan.next = nextDate as string;
  }
  const seen = new Map<string, string[]>(plans.map(({ name }) => [name, []]));
  for (let days = 0; days < 25; days++) {
    if (days === 11) await later(0);
    for (const { childName, dueDate } of (await processDue(anna)).processedChildren)
      seen.get(childName)?.push(dueDate);
    app.clock.advance(DAY);
  }
  for (const { name, next } of plans) {
    const week = (weeks: number) =>
      new Date(Date.parse(next) + weeks * 7 * DAY).toISOString().slice(0, 10);
    expect(seen.get(name)?.slice(0, 3), name).toEqual([week(0), week(1), week(2)]);
  }
});

test('a change without an answer leaves due weeks due, unchanged (T32)', async () => {
  const mia = await addChild(anna);
  app.clock.advance(9 * DAY);
  await changePlan(anna, mia.id, '0.0005', 1);
  expect(await booked(anna)).toEqual(['Mia 2026-11-18 0.00010000', 'Mia 2026-11-25 0.00010000']);
  app.clock.advance(3 * DAY);
  expect(await booked(anna)).toEqual(['Mia 2026-11-30 0.00050000']);
});

test('a pause books nothing between its days, both included; ending it pays from today (T31)', async () => {
  const mia = await addChild(anna);
  const path = `/api/children/${mia.id}/allowance/pauses`;
  const pause = (from: string, to: string) => anna.send('POST', path, { from, to });
  expect(message(await pause('2026-11-17', '2026-12-01'))).toBe('A pause starts today or later');
  expect(message(await pause('2026-12-02', '2026-12-01'))).toBe(
    'The pause must end on or after the day it starts',
  );
  for (const wrong of ['2026-02-30', '18.11.2026', '', 'tomorrow'])
    expect((await pause(wrong, '2026-12-01')).status, wrong).toBe(400);

  const paused = (await pause('2026-11-18', '2026-11-25')).body;
  expect(paused).toMatchObject({ nextAllowanceDate: '2026-12-02', daysUntilAllowance: 14 });
  app.clock.advance(7 * DAY);
  expect(await booked(anna)).toEqual([]);
  expect(await weeksOf(app, mia.id)).toEqual(['2026-11-18 skipped', '2026-11-25 skipped']);
  await later(7);
  expect(await booked(anna)).toEqual(['Mia 2026-12-02 0.00010000']);

  await pause('2026-12-02', '2027-12-31');
  app.clock.advance(6 * DAY); // Tuesday
  const ended = (await anna.send('DELETE', path)).body;
  expect(ended).toMatchObject({ nextAllowanceDate: '2026-12-09' });
  app.clock.advance(DAY);
  expect(await booked(anna)).toEqual(['Mia 2026-12-09 0.00010000']);
});

test('a pause that is ended on its last day pays that day (T31)', async () => {
  const mia = await addChild(anna);
  const path = `/api/children/${mia.id}/allowance/pauses`;
  await anna.send('POST', path, { from: '2026-11-18', to: '2026-11-18' });
  const ended = (await anna.send('DELETE', path)).body;
  expect(ended).toMatchObject({ nextAllowanceDate: '2026-11-18' });
  expect(await booked(anna)).toEqual(['Mia 2026-11-18 0.00010000']);
});

test('a pause ended early keeps the days before: their weeks stay unpaid (T31)', async () => {
  const mia = await addChild(anna);
  const path = `/api/children/${mia.id}/allowance/pauses`;
  await anna.send('POST', path, { from: '2026-11-18', to: '2026-12-09' });
  await later(8);
  expect((await anna.send('DELETE', path)).status).toBe(200);
  expect(await booked(anna)).toEqual([]);
  expect(await weeksOf(app, mia.id)).toEqual(['2026-11-18 skipped', '2026-11-25 skipped']);
});

test('ending a pause leaves an earlier one as long as it was', async () => {
  const path = `/api/children/${(await addChild(anna)).id}/allowance/pauses`;
  await anna.send('POST', path, { from: '2026-11-18', to: '2026-11-24' });
  await later(14);
  await anna.send('POST', path, { from: '2026-12-02', to: '2026-12-09' });
  expect((await anna.send('DELETE', path)).status).toBe(200);
  expect(await booked(anna)).toEqual(['Mia 2026-11-25 0.00010000', 'Mia 2026-12-02 0.00010000']);
});

test('a pause that has not begun can be ended, and no week of it is skipped', async () => {
  const mia = await addChild(anna);
  const path = `/api/children/${mia.id}/allowance/pauses`;
  await anna.send('POST', path, { from: '2026-11-25', to: '2026-12-02' });
  expect((await anna.send('DELETE', path)).status).toBe(200);
  expect(await getChild(anna, mia.id)).toMatchObject({ pause: null });
  expect(await booked(anna)).toEqual(['Mia 2026-11-18 0.00010000']);
  await later(7);
  expect(await booked(anna)).toEqual(['Mia 2026-11-25 0.00010000']);
});

test('a change of day asks about the weeks that were due, not about those of a pause', async () => {
  const mia = await addChild(anna);
  const path = `/api/children/${mia.id}/allowance/pauses`;
  await anna.send('POST', path, { from: '2026-11-18', to: '2026-11-24' });
  await later(7);
  const { unbooked } = await preview(anna, mia.id, '0.0002', 0);
  expect(unbooked.map(({ dueDate }) => dueDate)).toEqual(['2026-11-25']);
});

test('a reversed allowance is not booked again: by call, by worker, after a restart (T31)', async () => {
  const mia = await addChild(anna);
  await anna.send('PATCH', '/api/family/settings', { payAutomatically: true });
  await processDue(anna);
  const [entry] = await app.db.owner<{ entryId: string; familyId: string; madeBy: string }[]>`
    SELECT entry_id, family_id, made_by FROM entry WHERE child_id = ${mia.id}`;
  const { entryId, familyId, madeBy } = entry as {
    entryId: string;
    familyId: string;
    madeBy: string;
  };
  await app.db.changeFamily(familyId, (tx) =>
    reverse(
      tx,
      familyId,
      entryId,
      { madeBy, now: app.clock.now, why: 'Twice by mistake' },
      reversalHooks,
    ),
  );
  expect((await getChild(anna, mia.id)).savingsBalance).toBe('0.00000000');
  expect(await weeksOf(app, mia.id)).toEqual(['2026-11-18 reversed']);

  expect(await booked(anna)).toEqual([]);
  expect(await settleAutomatic(app.db.owner, app.clock.now)).toBe(0);
  const restarted = await startApp({ at: '2026-11-19T12:00:00Z', address: app.address });
  const again = await restarted.signIn(email);
  expect(await booked(again)).toEqual([]);
  expect(await settleAutomatic(restarted.db.owner, restarted.clock.now)).toBe(0);
  expect((await getChild(again, mia.id)).savingsBalance).toBe('0.00000000');
  restarted.clock.advance(6 * DAY);
  expect(await booked(again)).toEqual(['Mia 2026-11-25 0.00010000']);
  await restarted.close();
});

test('a clock that jumps a day back and forth books no week twice and none too early (T33)', async () => {
  await addChild(anna);
  const before = app.clock.now;
  expect(await booked(anna)).toEqual(['Mia 2026-11-18 0.00010000']);
  for (const days of [-1, 1, 2, -2, 6.4]) {
    app.clock.now = new Date(before.getTime() + days * DAY);
    expect(await booked(anna), `${days} days`).toEqual([]);
  }
  app.clock.now = new Date(before.getTime() + 7 * DAY);
  expect(await booked(anna)).toEqual(['Mia 2026-11-25 0.00010000']);
});

test('the child’s record names the pause in force, else the next one, else none (CHILD-12)', async () => {
  const { id } = await addChild(anna);
  const path = `/api/children/${id}/allowance/pauses`;
  const pauseOf = async () => (await getChild(anna, id)).pause;
  expect(await pauseOf()).toBeNull();
  const later = { from: '2027-07-01', to: '2027-07-31' };
  const sooner = { from: '2027-06-01', to: '2027-06-10' };
  await anna.send('POST', path, later);
  expect(await pauseOf()).toEqual(later);
  await anna.send('POST', path, sooner);
  expect(await pauseOf()).toEqual(sooner);
  await anna.send('DELETE', path);
  expect(await pauseOf()).toBeNull();
});
