/** A closed book: every adult is notified, nothing in it moves, and any adult can restore it. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { erasers } from '#app/erasers.ts';
import type { Message } from '#features/notices/messages/contract.ts';
import type { Goal } from '#features/pocket/goals/contract.ts';
import { JOBS_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import {
  addChild,
  getChild,
  invitations,
  joinAsChild,
  joinAsSpouse,
  message,
  record,
} from '#tests/support/family.ts';
import { addGoal, contribute, goalProblems, request } from '#tests/support/goals.ts';
import { ask, verify } from '#tests/support/links.ts';
import { meanwhile } from '#tests/support/lock-waits.ts';
import { queuedMails } from '#tests/support/queue.ts';
import { snapshot } from '#tests/support/world.ts';
import { eraseBooks } from './closing.ts';
import type { ClosedBook } from './contract.ts';

const HOUR = 3_600_000;

let app: TestApp;
let anna: Visitor;
let tom: Visitor;
beforeEach(async () => {
  app = await startApp({ at: '2026-11-17T12:00:00Z' });
  anna = await app.signIn('anna@example.com', 'de');
  await anna.send('PATCH', '/api/auth/user', { firstName: 'Anna' });
  await addChild(anna, { name: 'Leo' });
  tom = await joinAsSpouse(app, anna, 'tom@example.com');
  await tom.send('PATCH', '/api/auth/user', { firstName: 'Tom' });
});
afterEach(() => app.close());

const subjects = async (email: string) =>
  (await queuedMails(app.db, JOBS_KEY, email)).map(({ subject }) => subject);
const messages = async (who: Visitor) => (await who.get('/api/messages')).body as Message[];
const goals = async (who: Visitor) => (await who.get('/api/family-goals')).body as Goal[];
const remove = (who: Visitor, id: string) => who.send('DELETE', `/api/children/${id}`);
const restore = (who: Visitor, id: string) => who.send('POST', `/api/children/${id}/restore`);
const signIn = async (email: string) => {
  const visitor = app.visitor();
  await visitor.send('POST', '/api/auth/magic-link', { email });
  const mails = await queuedMails(app.db, JOBS_KEY, email);
  const token = mails.at(-1)?.text.match(/token=([\w-]+)/)?.[1];
  return visitor.send('POST', '/api/auth/verify', { token });
};

/** A child with everything a book can hold. */
async function fullBook(name: string, email: string) {
  const { id } = await addChild(anna, { name, weeklyAllowance: '0.0001', allowanceDay: 3 });
  await record(anna, id, 'bonus', '0.001');
  await record(anna, id, 'earned', '0.0004');
  const kid = await joinAsChild(app, anna, id, email);
  const shared = await addGoal(anna, { title: 'Family tent', targetAmount: '0.0002' });
  const own = await addGoal(kid, { title: `Kite of ${name}` });
  await contribute(anna, shared.id, { amount: '0.0002', childId: id, contributionType: 'savings' });
  await contribute(anna, own.id, { amount: '0.00005', contributionType: 'gift' });
  await request(kid, own.id, { childId: id, percentage: 20, applyTo: 'new_contributions' });
  return { id, kid, shared, own };
}

test('every adult is notified of a closed book, in their language, and who closed it (T19b T59)', async () => {
  const { id } = await addChild(anna, { name: 'Mia' });
  expect((await tom.get('/api/children/closed')).body).toEqual([]);
  await remove(tom, id);
  const closed: ClosedBook = {
    id,
    name: 'Mia',
    closedBy: 'Tom',
    closedAt: app.clock.now.toISOString(),
    restorableUntil: new Date(app.clock.now.getTime() + 72 * HOUR).toISOString(),
  };
  for (const who of [anna, tom]) {
    expect((await who.get('/api/children/closed')).body).toEqual([closed]);
    expect((await messages(who))[0]).toMatchObject({
      kind: 'book_closed',
      childId: id,
      childName: 'Mia',
      data: { by: 'Tom' },
      read: false,
    });
  }
  const [mail] = (await queuedMails(app.db, JOBS_KEY, 'anna@example.com')).slice(-1);
  expect(mail?.subject).toBe('Ein Sparbuch deiner Familie wurde geschlossen');
  expect(mail?.text).toContain('72 Stunden wird es gelöscht: Freitag, 20. November 2026');
  expect(mail?.text).not.toContain('Mia');
  expect((await subjects('tom@example.com')).at(-1)).toBe(
    'A savings book of your family was closed',
  );
});

test('nothing of a closed book is shown or moves (T19b T59)', async () => {
  const { id, kid, shared, own } = await fullBook('Ida', 'ida@example.com');
  const given = `/api/family-goals/${shared.id}/contributions`;
  const [gift] = (await anna.get(given)).body as { id: string }[];
  const entries = (await anna.get('/api/transactions/recent')).body as { id: string }[];
  const boat = await addGoal(anna, { title: 'Boat' });
  await remove(tom, id);

  expect((await kid.get('/api/auth/user')).status).toBe(401);
  const again = await signIn('ida@example.com');
  expect([again.status, message(again)]).toEqual([
    403,
    'Your savings book is closed. For 72 hours your parents can restore it; then you can sign in again.',
  ]);
  expect(again.headers['set-cookie']).toBeUndefined();
  for (const path of ['/api/children', '/api/family/overview', '/api/dashboard']) {
    const { text } = await anna.get(path);
    expect(text.includes('Ida"') || text.includes('Kite of Ida'), path).toBe(false);
  }
  expect((await goals(anna)).map((goal) => goal.id)).not.toContain(own.id);
  expect((await anna.get('/api/pending-allocations')).body).toEqual([]);

  const before = await snapshot(app);
  const tries = [
    await anna.send('POST', `/api/family-goals/${shared.id}/bought`),
    await anna.send('DELETE', `/api/family-goals/${shared.id}`),
    await anna.send('POST', `/api/goal-contributions/${gift?.id}/undo`),
    await contribute(anna, boat.id, { amount: '0.00001', childId: id, contributionType: 'gift' }),
    await contribute(anna, own.id, { amount: '0.00001', contributionType: 'gift' }),
    await anna.send('POST', `/api/transactions/${entries[0]?.id}/undo`),
    await record(anna, id, 'bonus', '0.001'),
    await anna.send('POST', `/api/children/${id}/sign-in`, { email: 'new@example.com' }),
    await remove(anna, id),
  ];
  expect(tries.map(({ status }) => status)).toEqual([409, 409, 409, 404, 404, 409, 404, 404, 404]);
  expect(new Set(tries.slice(0, 3).map(message))).toEqual(
    new Set([
      'This would move money of a closed book. Restore the book first, or wait until its 72 hours are over.',
    ]),
  );
  expect(await snapshot(app)).toBe(before);
});

test('the other parent restores a book whole: money, goals, allowance and sign-in (T59)', async () => {
  const { id, own } = await fullBook('Zoe', 'zoe@example.com');
  const whole = async () => ({
    child: await getChild(anna, id),
    goals: await goals(anna),
    asked: (await anna.get('/api/pending-allocations')).body,
    entries: (await anna.get(`/api/children/${id}/transactions`)).body,
  });
  const before = await whole();
  await remove(tom, id);
  const stranger = await app.signIn('stranger@example.com');
  const refused = await restore(stranger, id);
  expect([refused.status, message(refused)]).toEqual([
    404,
    'There is no closed book to restore: its 72 hours may be over',
  ]);
  app.clock.advance(72 * HOUR - 1); // Friday: a pay day, Wednesday, has passed
  const paid = (await anna.send('POST', '/api/process-allowances')).text;
  expect(paid).toContain('Leo');
  expect(paid).not.toContain('Zoe');

  app.clock.advance(-(71 * HOUR));
  expect((await restore(anna, id)).status).toBe(200);
  expect((await restore(anna, id)).status).toBe(404);
  expect(await whole()).toEqual(before);
  expect((await anna.get('/api/children/closed')).text).not.toContain('Zoe');
  for (const who of [anna, tom])
    expect((await messages(who))[0]).toMatchObject({ kind: 'book_restored', data: { by: 'Anna' } });
  expect((await subjects('tom@example.com')).at(-1)).toBe(
    'A savings book of your family was restored',
  );
  expect((await signIn('zoe@example.com')).status).toBe(200);

  app.clock.advance(72 * HOUR);
  expect((await anna.send('POST', '/api/process-allowances')).text).toContain('Zoe');
  expect((await getChild(anna, id)).savingsBalance).toBe('0.00090000');
  const gift = { amount: '0.00001', contributionType: 'gift' };
  expect((await contribute(anna, own.id, gift)).status).toBe(200);
  expect(await goalProblems(app)).toEqual([]);
});

test('a child that signs in at the moment its book closes is signed out, or not let in (T19b)', async () => {
  [anna, tom] = [await app.signIn('anna@example.com'), await app.signIn('tom@example.com')];
  const { id } = await addChild(anna, { name: 'Pia' });
  await joinAsChild(app, anna, id, 'pia@example.com');
  for (let i = 0; i < 4; i++) {
    const links = await Promise.all(['10.1.1.1', '10.1.1.2', '10.1.1.3'].map(linkFrom));
    const [gone, ...kids] = await Promise.all([remove(tom, id), ...links.map((link) => link())]);
    expect(gone.status).toBe(200);
    for (const kid of kids) expect((await kid.get('/api/auth/user')).status).toBe(401);
    expect((await restore(anna, id)).status).toBe(200);
    await app.db.owner`DELETE FROM rate_limit`;
  }
});

/** A link requested by Pia now and opened later. */
async function linkFrom(ip: string) {
  const visitor = app.visitor(ip);
  const { token } = await ask(app, visitor, 'pia@example.com');
  return async () => {
    await verify(visitor, token);
    return visitor;
  };
}

test('an invitation to sign in as the child ends as its book closes, and stays so after it is restored (T19b)', async () => {
  const [mia, ida] = [await addChild(anna, { name: 'Mia' }), await addChild(anna, { name: 'Ida' })];
  const guests = ['mia@example.com', 'ida@example.com'];
  for (const [i, { id }] of [mia, ida].entries())
    await anna.send('POST', `/api/children/${id}/sign-in`, { email: guests[i] });
  await remove(tom, mia.id);
  await restore(tom, mia.id);
  expect(await invitations(await app.signIn('mia@example.com'))).toEqual([]);
  expect(await invitations(await app.signIn('ida@example.com'))).toHaveLength(1);
});

test('a closed book keeps its place among the 30, so that it can be restored (CHILD-15)', async () => {
  const full = await app.signIn('many@example.com');
  const children = Array.from({ length: 30 }, (_, i) => ({ name: `Child ${i}`, age: 9 }));
  await full.send('POST', '/api/family/setup', { children });
  const [first] = (await full.get('/api/children')).body as { id: string }[];
  await remove(full, first?.id as string);
  expect((await full.send('POST', '/api/children', { name: 'Late', age: 9 })).status).toBe(409);
  expect((await restore(full, first?.id as string)).status).toBe(200);
});

test('a book that is restored and closed again while the worker waits keeps all of its 72 hours (T59)', async () => {
  const { id } = await addChild(anna, { name: 'Kim' });
  await record(anna, id, 'bonus', '0.001');
  await remove(anna, id);
  const [family] = await app.db.owner<{ familyId: string }[]>`
    SELECT family_id FROM child WHERE child_id = ${id}`;
  const due = new Date(app.clock.now.getTime() + 72 * HOUR);
  await meanwhile(
    app.db,
    family?.familyId as string,
    (tx) => tx`
      UPDATE book_closing SET due_at = due_at + interval '1 minute' WHERE child_id = ${id}`,
    () => eraseBooks(app.db.owner, erasers, due),
  );
  expect((await restore(anna, id)).status).toBe(200);
  expect((await getChild(anna, id)).savingsBalance).toBe('0.00100000');
});
