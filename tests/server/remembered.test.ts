/** What an instance remembers of first screens is used for whom it was read, while it is true. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Dashboard } from '#screens/dashboard/contract.ts';
import { type Screen, screenMemory } from '#screens/dashboard/memory.ts';
import type { DashboardRow } from '#screens/dashboard/store.ts';
import { startApp, type TestApp, type Visitor } from '../support/app.ts';
import { addChild, answer, invitations, joinAsSpouse, record } from '../support/family.ts';
import { DAY } from '../support/paydays.ts';

const apps: TestApp[] = [];
let app: TestApp;
let anna: Visitor;
beforeEach(async () => {
  app = await startApp();
  apps.push(app);
  anna = await app.signIn('anna@example.com');
});
afterAll(() => Promise.all(apps.map((one) => one.close())));

const look = async (who: Visitor): Promise<Dashboard> => {
  const reply = await who.get('/api/dashboard');
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};

/** Often enough to be remembered. */
async function lookEvery(days: number, all: number): Promise<void> {
  for (let day = 0; day < all; day += days) {
    await look(anna);
    app.clock.advance(days * DAY);
  }
}

/** The browser's cookies at another instance of the same database. */
async function elsewhere(who: Visitor): Promise<{ visitor: Visitor; other: TestApp }> {
  const other = await startApp({ address: app.address });
  apps.push(other);
  const visitor = other.visitor();
  for (const [name, value] of who.cookies) visitor.cookies.set(name, value);
  return { visitor, other };
}

test('a session that was ended elsewhere sees nothing more', async () => {
  await look(anna);
  const { visitor } = await elsewhere(anna);
  await visitor.send('POST', '/api/auth/logout');
  expect((await anna.get('/api/dashboard')).status).toBe(401);
});

test('a session that has not been used for 14 days sees nothing more', async () => {
  await look(anna);
  app.clock.advance(14 * DAY + 1);
  expect((await anna.get('/api/dashboard')).status).toBe(401);
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

test('what another instance books is there at the next look', async () => {
  const { id } = await addChild(anna);
  await look(anna);
  const { visitor } = await elsewhere(anna);
  await record(visitor, id, 'bonus', '0.001');
  expect((await look(anna)).children[0]?.savingsBalance).toBe('0.00100000');
});

test('a tablet that was handed over shows the child’s screen, taken back the parent’s', async () => {
  const { id } = await addChild(anna);
  await addChild(anna, { name: 'Leo' });
  expect((await look(anna)).children.length).toBe(2);
  await anna.send('PUT', '/api/family/pin', { pin: '2468' });
  await anna.send('POST', `/api/children/${id}/hand-over`);
  expect((await look(anna)).children.map(({ name }) => name)).toEqual(['Mia']);
  expect((await anna.send('POST', '/api/family/hand-back', { pin: '2468' })).status).toBe(200);
  expect((await look(anna)).children.length).toBe(2);
});

test('a spouse who changes the name shows under the new one', async () => {
  const tom = await joinAsSpouse(app, anna, 'tom@example.com');
  await look(anna);
  await tom.send('PATCH', '/api/auth/user', { firstName: 'Tom' });
  expect((await look(anna)).spouse).toMatchObject({ firstName: 'Tom' });
});

test('who says yes to an invitation is the spouse at the next look', async () => {
  const ben = await app.signIn('ben@example.com');
  await anna.send('POST', '/api/family/invite-spouse', { email: 'ben@example.com' });
  const [id] = await invitations(ben);
  expect((await look(anna)).spouse).toMatchObject({ state: 'invited' });
  await answer(ben, id, 'join');
  expect((await look(anna)).spouse).toMatchObject({ state: 'accepted' });
});

test('an invitation that is declined, or lapses, is open no longer', async () => {
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
  app.clock.advance(2 * DAY);
  expect((await look(anna)).requests.answered).toEqual([]);
});

test('tomorrow the pay day is a day nearer, though nothing has changed', async () => {
  await addChild(anna, { allowanceDay: 5 });
  const [today] = (await look(anna)).children;
  app.clock.advance(DAY);
  const [tomorrow] = (await look(anna)).children;
  expect(tomorrow?.daysUntilAllowance).toBe((today?.daysUntilAllowance as number) - 1);
});

const hint = (n: number) => ({ familyId: `f${n}`, tokenHash: new Uint8Array([n]) });
const row = {} as DashboardRow;
const screen = (name: string, size = 50): Screen => ({
  row,
  today: '2026-11-18',
  text: name.padEnd(size),
});
const AT = new Date('2026-11-18T12:00:00Z');
const later = (ms: number) => new Date(AT.getTime() + ms);

test('the memory holds so much, forgets who looked longest ago, and everybody after three days', () => {
  const memory = screenMemory(100);
  memory.keep(hint(1), screen('too large', 101), AT);
  expect(memory.find(hint(1), AT)).toBeUndefined();
  memory.keep(hint(1), screen('one'), AT);
  memory.keep(hint(2), screen('two'), AT);
  expect(memory.find(hint(3), AT)).toBeUndefined();
  expect(memory.find(hint(1), later(1))).toEqual(screen('one'));
  memory.keep(hint(3), screen('three'), later(2));
  expect(memory.find(hint(2), later(2))).toBeUndefined();
  // Not before it was read, should the clock be set back.
  expect(memory.find(hint(1), later(-1))).toBeUndefined();
  expect(memory.find(hint(1), later(3 * DAY))).toEqual(screen('one'));
  expect(memory.find(hint(3), later(3 * DAY + 3))).toBeUndefined();
  memory.forget(hint(1));
  expect(memory.find(hint(1), later(3 * DAY + 3))).toBeUndefined();
  // Replaced, not added.
  for (let n = 0; n < 9; n++) memory.keep(hint(4), screen('four', 60), later(4 * DAY));
  memory.keep(hint(5), screen('five', 40), later(4 * DAY));
  expect(memory.find(hint(4), later(4 * DAY))).toEqual(screen('four', 60));
});
