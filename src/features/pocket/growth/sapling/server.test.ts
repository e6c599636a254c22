/** The nightly run: each day once, late or not, and only for real savings. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Child } from '#features/people/children/contract.ts';
import { SEAL_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, joinAsChild, record } from '#tests/support/family.ts';
import { sealAll } from '../../../../server/ledger/seal.ts';
import { growSaplings } from './run.ts';

let app: TestApp;
let anna: Visitor;
let mia: Child;
beforeEach(async () => {
  app = await startApp({ at: '2026-03-01T12:00:00Z' });
  anna = await app.signIn('sapling@example.com');
  // Twelve hours ahead: its night falls within the UTC day.
  await anna.send('PATCH', '/api/family/settings', { timeZone: 'Etc/GMT-12' });
  mia = await addChild(anna, { weeklyAllowance: '0.00001', allowanceDay: 3 });
});
afterEach(() => app.close());

const runAt = async (moment: string) => {
  app.clock.now = new Date(moment);
  await growSaplings(app.db.owner, app.clock.now);
  return kept();
};
const kept = async () => {
  const [row] = await app.db.owner<{ sapling: bigint; saplingDay: string }[]>`
    SELECT sapling, sapling_day FROM child WHERE child_id = ${mia.id}`;
  return row;
};
const correct = async (newBalance: string) => {
  const reply = await anna.send('POST', `/api/children/${mia.id}/update-savings`, { newBalance });
  expect(reply.status, reply.text).toBe(200);
};
const shown = async (who: Visitor) => (await who.get(`/api/children/${mia.id}/sapling`)).body;

test('a day is added once it is over where the family lives, and once only', async () => {
  await record(anna, mia.id, 'bonus', '0.00008000');
  expect(await shown(anna)).toEqual({ stage: 0, part: 0 });
  // It is the 2nd of March there, since the book was begun.
  expect(await runAt('2026-03-02T11:59:00Z')).toEqual({ sapling: 0n, saplingDay: '2026-03-01' });
  const once = { sapling: 2000n, saplingDay: '2026-03-02' };
  expect(await runAt('2026-03-02T12:00:00Z')).toEqual(once);
  expect(await runAt('2026-03-02T12:05:00Z')).toEqual(once);
  await Promise.all([runAt('2026-03-03T12:05:00Z'), growSaplings(app.db.owner, app.clock.now)]);
  expect(await kept()).toEqual({ sapling: 4000n, saplingDay: '2026-03-03' });
  expect(await shown(await app.signIn('sapling@example.com'))).toEqual({ stage: 3, part: 0 });
});

test('missed days are caught up from the book, each with what was kept at its end', async () => {
  await record(anna, mia.id, 'bonus', '0.00004000');
  await runAt('2026-03-02T12:30:00Z');
  app.clock.now = new Date('2026-03-04T06:00:00Z');
  await record(anna, mia.id, 'bonus', '0.00004000');
  app.clock.now = new Date('2026-03-06T06:00:00Z');
  await correct('0.00001000');
  // 2nd, 3rd: 4,000. 4th, 5th: 8,000. The 6th's entries aren't of those days.
  const after = await runAt('2026-03-06T11:00:00Z');
  expect(after).toEqual({ sapling: 1000n + 1000n + 2000n + 2000n, saplingDay: '2026-03-05' });
});

test('own goals count as kept, spending money does not, and spending never shrinks it', async () => {
  await record(anna, mia.id, 'bonus', '0.00008000');
  const kid = await joinAsChild(app, anna, mia.id, 'sapling-mia@example.com');
  const goal = { title: 'Ball', description: 'Round', targetAmount: '0.00004000' };
  const made = await kid.send('POST', '/api/family-goals', goal);
  const { id: goalId } = made.body as { id: string };
  const give = { amount: '0.00004000', contributionType: 'savings', childId: mia.id };
  await anna.send('POST', `/api/family-goals/${goalId}/contributions`, give);
  const full = await runAt('2026-03-02T12:30:00Z');
  expect(full?.sapling).toBe(2000n);
  anna = await app.signIn('sapling@example.com');
  await anna.send('POST', `/api/family-goals/${goalId}/bought`);
  await correct('0');
  expect((await runAt('2026-03-20T12:30:00Z'))?.sapling).toBe(2000n);
});

test('an allowance that is booked late adds nothing to the days before it was', async () => {
  app.clock.now = new Date('2026-03-10T06:00:00Z');
  anna = await app.signIn('sapling@example.com');
  // Due on the 4th, and dated so.
  expect((await anna.send('POST', '/api/process-allowances')).status).toBe(200);
  expect(await runAt('2026-03-10T12:30:00Z')).toEqual({ sapling: 250n, saplingDay: '2026-03-10' });
});

test('pruning takes nothing from it', async () => {
  await record(anna, mia.id, 'bonus', '0.00008000');
  await runAt('2026-03-10T12:30:00Z');
  app.clock.now = new Date('2027-09-01T12:00:00Z');
  const before = await runAt('2027-09-01T12:00:00Z');
  await sealAll(app.db.owner, SEAL_KEY);
  const late = await app.signIn('sapling@example.com');
  expect((await late.send('DELETE', '/api/transactions/prune/12')).status).toBe(200);
  expect(await runAt('2027-09-01T12:10:00Z')).toEqual(before);
});

test('a child sees its own sapling only', async () => {
  const leo = await addChild(anna, { name: 'Leo' });
  const kid = await joinAsChild(app, anna, mia.id, 'sapling-mia@example.com');
  expect((await kid.get(`/api/children/${leo.id}/sapling`)).status).toBe(404);
  expect(await shown(kid)).toEqual({ stage: 0, part: 0 });
});
