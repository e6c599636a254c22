/** A browser with a stored reply gets 304 only while the book is unchanged. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Dashboard } from '#screens/dashboard/contract.ts';
import { startApp, type TestApp, type Visitor } from '../support/app.ts';
import { TAGGED } from '../support/etags.ts';
import {
  addChild,
  answer,
  invitations,
  joinAsChild,
  joinAsSpouse,
  record,
} from '../support/family.ts';
import { DAY } from '../support/paydays.ts';

let app: TestApp;
let anna: Visitor;
const opened: TestApp[] = [];
beforeEach(async () => {
  app = await startApp();
  opened.push(app);
  anna = await app.signIn('anna@example.com');
});
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

const HOUR = 3_600_000;

/** Each browser's copy. */
const held = new WeakMap<Visitor, { etag: string; body: Dashboard }>();
const ask = (who: Visitor, etag = held.get(who)?.etag) =>
  who.get('/api/dashboard', etag ? { 'if-none-match': etag } : {});

/** Like a browser: sends its ETag, and on a 304 shows what it has. */
async function look(who: Visitor): Promise<Dashboard> {
  const reply = await ask(who);
  if (reply.status === 304) return held.get(who)?.body as Dashboard;
  expect(reply.status, reply.text).toBe(200);
  const { etag } = reply.headers;
  if (etag) held.set(who, { etag: String(etag), body: reply.body });
  else held.delete(who);
  return reply.body;
}

async function lookEvery(days: number, all: number): Promise<void> {
  for (let day = 0; day < all; day += days) {
    await look(anna);
    app.clock.advance(days * DAY);
  }
}

/** The browser's cookies at another instance on the same database. */
async function elsewhere(who: Visitor): Promise<{ visitor: Visitor; other: TestApp }> {
  const other = await startApp({ address: app.address });
  opened.push(other);
  const visitor = other.visitor();
  for (const [name, value] of who.cookies) visitor.cookies.set(name, value);
  return { visitor, other };
}

test('an unchanged dashboard is a 304 without a body, and must not be stored (DASH-01)', async () => {
  const first = await ask(anna);
  expect(first.headers.etag).toMatch(/^W\/"[\w-]{22}"$/);
  const again = await ask(anna, String(first.headers.etag));
  expect([again.status, again.text]).toEqual([304, '']);
  expect(again.headers['cache-control']).toBe('no-store');
  expect(again.headers.etag).toBe(first.headers.etag);
  await addChild(anna);
  const changed = await ask(anna, String(first.headers.etag));
  expect([changed.status, changed.headers.etag === first.headers.etag]).toEqual([200, false]);
});

test('calls that are polled answer with 304 too', async () => {
  for (const path of TAGGED) {
    const { headers } = await anna.get(path);
    const again = await anna.get(path, { 'if-none-match': String(headers.etag) });
    expect([path, again.status, again.text]).toEqual([path, 304, '']);
  }
});

test('an ETag is valid for one person, one session, one URL and one language', async () => {
  const tags = new Set<unknown>();
  const seen = async (who: Visitor, path: string, language = 'en') => {
    const { headers } = await who.get(path, { 'accept-language': language });
    tags.add(headers.etag);
  };
  const elsewhere = await app.signIn('anna@example.com');
  const tom = await joinAsSpouse(app, anna, 'tom@example.com');
  const ben = await app.signIn('ben@example.com');
  for (const who of [anna, elsewhere, tom, ben]) await seen(who, '/api/dashboard');
  await seen(anna, '/api/dashboard', 'de');
  await seen(anna, '/api/requests');
  expect(tags.size).toBe(6);
  const { headers } = await ask(ben);
  expect((await ask(anna, String(headers.etag))).status).toBe(200);
});

test('a person whose rights were taken gets no 304', async () => {
  const { id } = await addChild(anna);
  const mia = await joinAsChild(app, anna, id, 'mia@example.com');
  const { headers } = await mia.get('/api/requests');
  await anna.send('DELETE', `/api/children/${id}/sign-in`);
  const again = await mia.get('/api/requests', { 'if-none-match': String(headers.etag) });
  expect(again.status).toBe(401);
});

test('a session that was ended elsewhere gets nothing more', async () => {
  await look(anna);
  const { visitor } = await elsewhere(anna);
  await visitor.send('POST', '/api/auth/logout');
  expect((await ask(anna)).status).toBe(401);
});

test('a session unused for 14 days gets nothing more', async () => {
  await look(anna);
  app.clock.advance(14 * DAY + 1);
  expect((await ask(anna)).status).toBe(401);
});

test('the cookie of another family with the token of this one finds nothing', async () => {
  await look(anna);
  const ben = await app.signIn('ben@example.com');
  await look(ben);
  const [family] = (ben.cookies.get('__Host-session') as string).split('.');
  const [, token] = (anna.cookies.get('__Host-session') as string).split('.');
  const thief = app.visitor();
  thief.cookies.set('__Host-session', `${family}.${token}`);
  expect((await thief.get('/api/dashboard')).status).toBe(401);
});

test('what another instance books is there at the next read', async () => {
  const { id } = await addChild(anna);
  await look(anna);
  const { visitor } = await elsewhere(anna);
  await record(visitor, id, 'bonus', '0.001');
  expect((await look(anna)).children[0]?.savingsBalance).toBe('0.00100000');
});

test('a handed-over tablet gets the child’s screen; taken back, the parent’s', async () => {
  const { id } = await addChild(anna);
  await addChild(anna, { name: 'Leo' });
  expect((await look(anna)).children.length).toBe(2);
  await anna.send('PUT', '/api/family/pin', { pin: '2468' });
  await anna.send('POST', `/api/children/${id}/hand-over`);
  expect((await look(anna)).children.map(({ name }) => name)).toEqual(['Mia']);
  expect((await anna.send('POST', '/api/family/hand-back', { pin: '2468' })).status).toBe(200);
  expect((await look(anna)).children.length).toBe(2);
});

test('a spouse who changes their name appears under the new one', async () => {
  const tom = await joinAsSpouse(app, anna, 'tom@example.com');
  await look(anna);
  await tom.send('PATCH', '/api/auth/user', { firstName: 'Tom' });
  expect((await look(anna)).spouse).toMatchObject({ firstName: 'Tom' });
});

test('whoever accepts an invitation is the spouse at the next read', async () => {
  const ben = await app.signIn('ben@example.com');
  await anna.send('POST', '/api/family/invite-spouse', { email: 'ben@example.com' });
  const [id] = await invitations(ben);
  expect((await look(anna)).spouse).toMatchObject({ state: 'invited' });
  await answer(ben, id, 'join');
  expect((await look(anna)).spouse).toMatchObject({ state: 'accepted' });
});

test('an invitation that was declined or has expired is no longer open', async () => {
  const ben = await app.signIn('ben@example.com');
  await look(ben);
  for (const how of ['declined', 'lapsed']) {
    await anna.send('POST', '/api/family/invite-spouse', { email: 'ben@example.com' });
    expect((await look(anna)).spouse, how).toMatchObject({ state: 'invited' });
    expect((await look(ben)).invitations.length, how).toBe(1);
    if (how === 'declined') await answer(ben, (await invitations(ben))[0], 'decline');
    else await lookEvery(2, 8);
    expect((await look(anna)).spouse, how).toBeNull();
    expect((await look(ben)).invitations, how).toEqual([]);
  }
});

test('an answer is listed for 30 days', async () => {
  const { id } = await addChild(anna);
  await record(anna, id, 'bonus', '0.001');
  const body = { childId: id, amount: '0.0001', reason: 'A book' };
  const asked = (await anna.send('POST', '/api/withdrawal-requests', body)).body as { id: string };
  await anna.send('PATCH', `/api/withdrawal-requests/${asked.id}`, { approved: false });
  expect((await look(anna)).requests.answered.length).toBe(1);
  await lookEvery(2, 28);
  expect((await look(anna)).requests.answered.length).toBe(1);
  // At the exact minute, in the middle of a day.
  app.clock.advance(2 * DAY - HOUR);
  expect((await look(anna)).requests.answered.length).toBe(1);
  app.clock.advance(2 * HOUR);
  expect((await look(anna)).requests.answered).toEqual([]);
});

test('an invitation expires at its minute, in the middle of a day', async () => {
  await anna.send('POST', '/api/family/invite-spouse', { email: 'tom@example.com' });
  const [row] = await app.db.owner<{ expiresAt: Date }[]>`SELECT expires_at FROM invitation`;
  app.clock.now = new Date((row?.expiresAt.getTime() as number) - HOUR);
  expect((await look(anna)).spouse).toMatchObject({ state: 'invited' });
  app.clock.advance(2 * HOUR);
  expect((await look(anna)).spouse).toBeNull();
});

test('the day changes at the family’s midnight, not at midnight UTC', async () => {
  await anna.send('PATCH', '/api/family/settings', { timeZone: 'Pacific/Auckland' });
  await addChild(anna, { allowanceDay: 0 });
  app.clock.now = new Date('2026-11-18T10:59:00Z');
  anna = await app.signIn('anna@example.com');
  await look(anna);
  const { etag } = held.get(anna) ?? {};
  expect((await ask(anna, etag)).status).toBe(304);
  app.clock.advance(60_000);
  expect((await ask(anna, etag)).status).toBe(200);
});

test('tomorrow the pay day is a day nearer, though nothing has changed', async () => {
  await addChild(anna, { allowanceDay: 5 });
  const [today] = (await look(anna)).children;
  app.clock.advance(DAY);
  const [tomorrow] = (await look(anna)).children;
  expect(tomorrow?.daysUntilAllowance).toBe((today?.daysUntilAllowance as number) - 1);
});
