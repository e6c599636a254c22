/** Messages through the API: personal, and read up to one of them. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { approve } from '#tests/support/allocations.ts';
import { JOBS_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, joinAsChild, record } from '#tests/support/family.ts';
import { addGoal } from '#tests/support/goals.ts';
import { queuedMails } from '#tests/support/queue.ts';
import type { Message } from './contract.ts';
import { sweepMessages } from './store.ts';

let app: TestApp;
let anna: Visitor;
let mia: string;
beforeEach(async () => {
  app = await startApp({ at: '2026-11-18T12:00:00Z' });
  anna = await app.signIn('anna@example.com');
  mia = (await addChild(anna)).id;
  await record(anna, mia, 'bonus', '0.001');
});
afterEach(() => app.close());

/** Without those about signing in and PINs, which have a separate file. */
const list = async (who: Visitor) =>
  ((await who.get('/api/messages')).body as Message[]).filter(
    ({ kind }) => kind !== 'account_news',
  );
const read = (who: Visitor, upTo: string | undefined) =>
  who.send('POST', '/api/messages/read', { upTo });
const ask = (who: Visitor, reason: string) => {
  app.clock.advance(60_000);
  return who.send('POST', '/api/withdrawal-requests', { childId: mia, amount: '0.0001', reason });
};

test('a message is its reader’s own; at a tablet handed over the child reads, not the parent (T19)', async () => {
  const kid = await joinAsChild(app, anna, mia, 'mia@example.com');
  const tablet = await app.signIn('anna@example.com');
  await tablet.send('PUT', '/api/family/pin', { pin: '2580' });
  await ask(kid, 'Boots');
  const [toAnna] = await list(anna);
  expect(toAnna).toMatchObject({ kind: 'request_opened', childName: 'Mia', read: false });
  expect(await list(tablet)).toHaveLength(1);
  await tablet.send('POST', `/api/children/${mia}/hand-over`);
  expect(await list(tablet)).toEqual([]);
  for (const who of [kid, tablet]) expect((await read(who, toAnna?.id)).status).toBe(404);
  const request = toAnna?.data.requestId;
  expect(toAnna?.state).toBe('pending');
  await anna.send('PATCH', `/api/withdrawal-requests/${request}`, { approved: true });
  expect((await list(anna))[0]).toMatchObject({ state: 'approved' });
  expect(await list(tablet)).toEqual(await list(kid));
  expect(await list(kid)).toEqual([
    expect.objectContaining({ kind: 'request_approved', childId: mia, read: false }),
  ]);
  // The parent is notified of the child's request, though the session is the parent's.
  await ask(tablet, 'Stickers');
  expect((await list(anna))[0]?.data.reason).toBe('Stickers');
});

test('a child without a sign-in reads the answer at a tablet, and keeps it with its own sign-in (T19)', async () => {
  const host = await app.signIn('ben@example.com');
  const kim = await addChild(host, { name: 'Kim' });
  await record(host, kim.id, 'bonus', '0.001');
  const tablet = await app.signIn('ben@example.com');
  await tablet.send('PUT', '/api/family/pin', { pin: '2580' });
  await tablet.send('POST', `/api/children/${kim.id}/hand-over`);
  const { id: goalId } = await addGoal(host, { targetAmount: '0.01' });
  const path = `/api/family-goals/${goalId}/child-allocation-request`;
  const wish = { percentage: 20, applyTo: 'existing_savings', childId: kim.id };
  const reason = 'A red one with a long tail';
  const asked = await tablet.send('POST', path, { ...wish, reason });
  expect(asked.status).toBe(200);
  const { id } = asked.body as { id: string };
  expect(await list(tablet)).toEqual([]);
  expect((await approve(host, id, { approved: true })).status).toBe(200);
  const answer = expect.objectContaining({ kind: 'request_approved', read: false });
  expect(await list(tablet)).toEqual([answer]);
  expect((await tablet.get('/api/messages/unread')).body).toEqual({ unread: 1 });
  expect((await tablet.get('/api/dashboard')).body).toMatchObject({ unreadMessages: 1 });
  expect((await list(host)).map(({ kind }) => kind)).toEqual(['request_opened']);
  const kid = await joinAsChild(app, host, kim.id, 'kim2@example.com');
  expect(await list(kid)).toEqual([answer]);
  expect((await kid.get('/api/dashboard')).body).toMatchObject({ unreadMessages: 1 });
  expect((await read(tablet, (await list(tablet))[0]?.id)).status).toBe(200);
  expect((await kid.get('/api/messages/unread')).body).toEqual({ unread: 0 });
});

test('what is read is read up to there; after 90 days a message goes', async () => {
  const kid = await joinAsChild(app, anna, mia, 'mia@example.com');
  await ask(kid, 'Boots');
  await ask(kid, 'Stickers');
  await ask(anna, 'Not told to who asks');
  const before = await list(anna);
  expect(before.map((one) => one.data.reason)).toEqual(['Stickers', 'Boots']);
  expect((await read(anna, before[1]?.id)).body).toEqual({ success: true });
  expect((await list(anna)).map((one) => one.read)).toEqual([false, true]);
  await read(anna, before[0]?.id);
  expect((await list(anna)).map((one) => one.read)).toEqual([true, true]);
  const [oldest] = before.slice(-1);
  app.clock.now = new Date(new Date(oldest?.createdAt ?? '').getTime() + 90 * 86_400_000);
  await sweepMessages(app.db.owner, app.clock.now);
  const kept = await app.signIn('anna@example.com');
  expect(await list(kept)).toHaveLength(2);
  app.clock.advance(120_000);
  await sweepMessages(app.db.owner, app.clock.now);
  const again = await app.signIn('anna@example.com');
  expect(await list(again)).toEqual([]);
});

test('after the clock was set back a new message still stands first, and reading it reads all', async () => {
  const kid = await joinAsChild(app, anna, mia, 'mia@example.com');
  await ask(kid, 'Boots');
  app.clock.advance(-5 * 60_000);
  await ask(kid, 'Stickers');
  const told = (await list(anna)).filter(({ kind }) => kind === 'request_opened');
  expect(told.map(({ data }) => data.reason)).toEqual(['Stickers', 'Boots']);
  expect((await read(anna, told[0]?.id)).status).toBe(200);
  expect((await list(anna)).filter((one) => !one.read)).toEqual([]);
});

test('at night a child’s mail waits in the queue for the morning; the list does not (APPR-05)', async () => {
  app.clock.now = new Date('2026-11-18T22:00:00Z');
  const host = await app.signIn('host@example.com');
  const kim = await addChild(host);
  await record(host, kim.id, 'bonus', '0.001');
  const kid = await joinAsChild(app, host, kim.id, 'kim@example.com');
  const body = { childId: kim.id, amount: '0.0001', reason: 'Boots' };
  const { id } = (await kid.send('POST', '/api/withdrawal-requests', body)).body as { id: string };
  await host.send('PATCH', `/api/withdrawal-requests/${id}`, { approved: false, reason: 'No' });
  expect(await list(kid)).toHaveLength(1);
  expect((await queuedMails(app.db, JOBS_KEY, 'kim@example.com')).at(-1)?.subject).toBe(
    'Your request on Satling was answered',
  );
  const morning = new Date('2026-11-19T08:00:00Z');
  const waiting = await app.db.owner`
    SELECT FROM pgboss.job WHERE name = 'mail' AND start_after = ${morning}`;
  expect(waiting).toHaveLength(1);
});

/** A child with a request at noon of that day. @returns its parent's number of mails since. */
async function askingKid(day: string, parent: string, email: string) {
  app.clock.now = new Date(`${day}T12:00:00Z`);
  const adult = await app.signIn(parent);
  const { id: childId } = await addChild(adult);
  await record(adult, childId, 'bonus', '0.001');
  const kid = await joinAsChild(app, adult, childId, email);
  const ask = async () => {
    const body = { childId, amount: '0.00001', reason: 'Stickers' };
    const reply = await kid.send('POST', '/api/withdrawal-requests', body);
    const mails = await queuedMails(app.db, JOBS_KEY, parent);
    return {
      id: (reply.body as { id: string }).id,
      mails: mails.filter(({ subject }) => subject.includes('waiting')).length,
    };
  };
  return { adult, ask };
}

test('a request within 15 minutes of another that waits is in the same mail; a later one is a new mail (APPR-05 T54)', async () => {
  const { ask } = await askingKid('2026-12-01', 'eva@example.com', 'jon@example.com');
  const mailsAfter = async (ms: number) => {
    app.clock.advance(ms);
    return (await ask()).mails;
  };
  const QUARTER = 15 * 60_000;
  expect(await mailsAfter(0)).toBe(1);
  expect(await mailsAfter(QUARTER - 1)).toBe(1);
  expect(await mailsAfter(QUARTER)).toBe(2);
});

test('a request after one that was read, or was answered no, sends a new mail at once (APPR-05)', async () => {
  const { adult, ask } = await askingKid('2026-12-02', 'ida@example.com', 'ole@example.com');
  const [first, second] = [await ask(), await ask()];
  expect([first.mails, second.mails]).toEqual([1, 1]);
  const [newest] = (await adult.get('/api/messages')).body as [{ id: string }];
  expect((await adult.send('POST', '/api/messages/read', { upTo: newest.id })).status).toBe(200);
  const [third, fourth] = [await ask(), await ask()];
  expect([third.mails, fourth.mails]).toEqual([2, 2]);
  for (const { id } of [third, fourth])
    await adult.send('PATCH', `/api/withdrawal-requests/${id}`, { approved: false, reason: 'No' });
  expect((await ask()).mails).toBe(3);
});
