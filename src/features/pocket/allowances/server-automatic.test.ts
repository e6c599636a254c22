/** Automatic pay days: when the worker pays whom, and never twice for a week. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PROGRAM } from '#server/ledger/program.ts';
import { sealAll } from '#server/ledger/seal.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { SEAL_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild } from '#tests/support/family.ts';
import { meanwhile } from '#tests/support/lock-waits.ts';
import { booked, DAY, processDue, weeksOf } from '#tests/support/paydays.ts';
import { settleAutomatic } from './settling.ts';

let app: TestApp;
let anna: Visitor;
let email = '';
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Another family for each test; those of earlier tests pay by hand again. */
beforeEach(async () => {
  await app.db.owner`UPDATE family SET pay_automatically = false`;
  app.clock.now = new Date('2026-11-18T01:00:00Z');
  email = `anna${Math.random()}@example.com`;
  anna = await app.signIn(email);
});

const settings = (body: object, who = anna) => who.send('PATCH', '/api/family/settings', body);
const at = (time: string) => {
  app.clock.now = new Date(time);
  return settleAutomatic(app.db.owner, app.clock.now);
};

test('the worker pays from 06:00 family time, in the name of the program (T31)', async () => {
  await settings({ timeZone: 'Europe/Berlin', payAutomatically: true });
  const mia = await addChild(anna);
  expect(await at('2026-11-18T04:59:59Z')).toBe(0);
  expect(await at('2026-11-18T05:00:00Z')).toBe(1);
  expect(await at('2026-11-18T05:00:01Z')).toBe(0);
  expect(await weeksOf(app, mia.id)).toEqual(['2026-11-18 booked']);
  const rows = await app.db.owner`SELECT made_by, type FROM entry WHERE child_id = ${mia.id}`;
  expect([...rows]).toEqual([{ madeBy: PROGRAM, type: 'allowance' }]);
  expect((await getChild(anna, mia.id)).savingsBalance).toBe('0.00010000');
});

test.each([
  ['forward, New York', 'America/New_York', '2026-03-07T12:00:00Z', '2026-03-08T10:00:00Z'],
  ['forward, Berlin', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T04:00:00Z'],
  ['back, Berlin', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T05:00:00Z'],
  ['back by 30 minutes', 'Australia/Lord_Howe', '2026-04-04T00:00:00Z', '2026-04-04T19:30:00Z'],
])('on the day on which clocks go %s it is 06:00 there once (T31)', async (_, zone, made, six) => {
  app.clock.now = new Date(made);
  anna = await app.signIn(email);
  await settings({ timeZone: zone, payAutomatically: true });
  const mia = await addChild(anna, { allowanceDay: 0 });
  const due = new Date(six).getTime();
  for (let minutes = -120; minutes < 0; minutes += 30)
    expect(await at(new Date(due + minutes * 60_000).toISOString()), `${minutes}`).toBe(0);
  expect(await at(six)).toBe(1);
  for (let hours = 1; hours < 30; hours++)
    expect(await at(new Date(due + hours * 3_600_000).toISOString()), `${hours} h`).toBe(0);
  expect(await weeksOf(app, mia.id)).toHaveLength(1);
});

test('after three weeks of downtime every week is paid, at its own date and amount (T31)', async () => {
  await settings({ payAutomatically: true });
  const mia = await addChild(anna);
  expect(await at('2026-12-09T06:00:00Z')).toBe(4);
  expect(await at('2026-12-09T06:05:00Z')).toBe(0);
  expect(await weeksOf(app, mia.id)).toEqual([
    '2026-11-18 booked',
    '2026-11-25 booked',
    '2026-12-02 booked',
    '2026-12-09 booked',
  ]);
  const rows = await app.db.owner<{ day: string }[]>`
    SELECT occurred_at::text AS day FROM entry WHERE child_id = ${mia.id} ORDER BY occurred_at`;
  expect(rows.map(({ day }) => day)).toEqual([
    '2026-11-18 12:00:00+00',
    '2026-11-25 12:00:00+00',
    '2026-12-02 12:00:00+00',
    '2026-12-09 06:00:00+00',
  ]);
});

test('a family that pays by hand is left alone, until it says otherwise (T31)', async () => {
  const byHand = await app.signIn('hand@example.com');
  const kim = await addChild(byHand, { name: 'Kim' });
  await settings({ payAutomatically: true });
  await addChild(anna);
  expect(await at('2026-11-18T07:00:00Z')).toBe(1);
  expect(await weeksOf(app, kim.id)).toEqual([]);
  await settings({ payAutomatically: true }, byHand);
  await settings({ payAutomatically: false });
  expect(await at('2026-11-25T07:00:00Z')).toBe(2);
  expect(await weeksOf(app, kim.id)).toHaveLength(2);
});

test('five workers and 20 calls at once pay each week once (T26 T31)', async () => {
  await settings({ payAutomatically: true });
  const other = await app.signIn('other@example.com');
  await settings({ payAutomatically: true }, other);
  for (const name of ['Mia 5', 'Leo 5', 'Ida 5']) await addChild(anna, { name });
  await addChild(other, { name: 'Otto 5' });
  app.clock.now = new Date('2026-12-02T07:00:00Z');
  anna = await app.signIn(email);
  const workers = Array.from({ length: 5 }, () => settleAutomatic(app.db.owner, app.clock.now));
  const calls = Array.from({ length: 20 }, () => processDue(anna));
  const byWorkers = (await Promise.all(workers)).reduce((sum, one) => sum + one, 0);
  const byCalls = (await Promise.all(calls)).flatMap((one) => one.processedChildren).length;
  expect(byWorkers + byCalls).toBe(4 * 3);
  const rows = await app.db.owner<{ count: bigint }[]>`
    SELECT count(*) FROM entry JOIN child c USING (family_id, child_id)
    WHERE c.name IN ('Mia 5', 'Leo 5', 'Ida 5', 'Otto 5') GROUP BY child_id`;
  expect(rows.map(({ count }) => count)).toEqual([3n, 3n, 3n, 3n]);
  await sealAll(app.db.owner, SEAL_KEY);
  expect((await verifyLedger(app.db.owner, SEAL_KEY, app.clock.now)).problems).toEqual([]);
});

test('a family that moves across the date line is paid neither twice nor too little (T31)', async () => {
  await settings({ timeZone: 'Pacific/Kiritimati' });
  app.clock.now = new Date('2026-11-18T12:00:00Z'); // There it is Thursday, 02:00.
  await addChild(anna, { allowanceDay: 4 });
  expect(await booked(anna)).toEqual(['Mia 2026-11-19 0.00010000']);
  await settings({ timeZone: 'Pacific/Honolulu' }); // Wednesday, 02:00
  expect(await booked(anna)).toEqual([]);
  app.clock.advance(DAY); // Thursday again
  expect(await booked(anna)).toEqual([]);
  app.clock.advance(6 * DAY); // Wednesday of the next week
  expect(await booked(anna)).toEqual([]);
  await settings({ timeZone: 'Pacific/Kiritimati' }); // Thursday at once
  expect(await booked(anna)).toEqual(['Mia 2026-11-26 0.00010000']);
  expect(await booked(anna)).toEqual([]);
});

test('a removed child is no longer paid (T31)', async () => {
  await settings({ payAutomatically: true });
  const mia = await addChild(anna);
  await addChild(anna, { name: 'Leo' });
  await anna.send('DELETE', `/api/children/${mia.id}`);
  expect(await at('2026-11-18T07:00:00Z')).toBe(1);
  app.clock.advance(7 * DAY);
  expect(await booked(anna)).toEqual(['Leo 2026-11-25 0.00010000']);
  expect(await weeksOf(app, mia.id)).toEqual([]);
});

test('a family that pays by hand again while the worker waits for it is not paid by the worker (T31)', async () => {
  await settings({ timeZone: 'UTC', payAutomatically: true });
  const mia = await addChild(anna);
  const [family] = await app.db.owner<{ familyId: string }[]>`
    SELECT family_id FROM child WHERE child_id = ${mia.id}`;
  const familyId = family?.familyId as string;
  app.clock.now = new Date('2026-11-18T12:00:00Z');
  const booked = await meanwhile(
    app.db,
    familyId,
    (tx) => tx`UPDATE family SET pay_automatically = false WHERE family_id = ${familyId}`,
    () => settleAutomatic(app.db.owner, app.clock.now),
  );
  expect([booked, await weeksOf(app, mia.id)]).toEqual([0, []]);
  await settings({ payAutomatically: true });
  expect(await settleAutomatic(app.db.owner, app.clock.now)).toBe(1);
});
