/** How long a session lives, where a person is signed in, and signing out a device. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionLimits } from '#server/http/actor.ts';
import { JOBS_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, joinAsChild, joinAsSpouse } from '#tests/support/family.ts';
import { ask, count, verify } from '#tests/support/links.ts';
import { queuedMails } from '#tests/support/queue.ts';
import { addDevice, knowsDevice, sweep } from './store.ts';

const DAY = 86_400_000;
type SessionBody = Record<'id' | 'device' | 'lastSeenAt', string> &
  Record<'current' | 'handedOver', boolean>;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const status = async (visitor: Visitor) => (await visitor.get('/api/auth/user')).status;
const sessions = async (visitor: Visitor) =>
  (await visitor.get('/api/auth/sessions')).body as SessionBody[];

test('a session ends after 14 idle days; each use starts them again (T11 T33)', async () => {
  const [idle, busy] = [await app.signIn('a@example.com'), await app.signIn('b@example.com')];
  app.clock.advance(14 * DAY - 1000);
  expect([await status(idle), await status(busy)]).toEqual([200, 200]);
  app.clock.advance(13 * DAY);
  expect(await status(busy)).toBe(200);
  app.clock.advance(DAY);
  expect([await status(idle), await status(busy)]).toEqual([401, 200]);
  expect(await sessions(busy)).toHaveLength(1);
});

test('a session ends after 90 days, however much it is used; the sweep forgets it (T11)', async () => {
  const visitor = await app.signIn('a@example.com');
  for (let day = 0; day < 84; day += 12) {
    app.clock.advance(12 * DAY);
    expect(await status(visitor)).toBe(200);
  }
  app.clock.advance(6 * DAY - 1000);
  expect(await status(visitor)).toBe(200);
  app.clock.advance(1000);
  expect(await status(visitor)).toBe(401);
  expect(await count(app, 'session')).toBeGreaterThanOrEqual(1);
  await sweep(app.db.owner, app.clock.now, sessionLimits(app.clock.now));
  expect(await count(app, 'session')).toBe(0);
});

test('the key of a change and its reply are kept for 48 hours, and then forgotten (PLAT-26)', async () => {
  const anna = await app.signIn('keys@example.com');
  const headers = { 'idempotency-key': 'kept-for-48-hours' };
  const create = () => anna.send('POST', '/api/children', { name: 'Mia', age: 9 }, headers);
  const { id } = (await create()).body as { id: string };
  // The database's clock dates a key's use.
  const [kept] = await app.db.owner<{ createdAt: Date }[]>`
    SELECT created_at FROM idempotency WHERE key = 'kept-for-48-hours'`;
  const sweepAfter = (ms: number) => {
    const now = new Date((kept?.createdAt.getTime() ?? 0) + ms);
    return sweep(app.db.owner, now, { seenAfter: new Date(0), madeAfter: new Date(0) });
  };
  await sweepAfter(2 * DAY - 1000);
  expect((await create()).body).toMatchObject({ id });
  await sweepAfter(2 * DAY + 1000);
  expect((await create()).body).not.toMatchObject({ id });
});

test('a device stays known for a year after its last sign-in, and then it is a new one (T11)', async () => {
  const device = new Uint8Array(32).fill(5);
  const anna = await app.signIn('year@example.com');
  const { id } = (await anna.get('/api/auth/user')).body as { id: string };
  await addDevice(app.db.owner, device, id, app.clock.now);
  const isKnownAfter = async (ms: number) => {
    const now = new Date(app.clock.now.getTime() + ms);
    await sweep(app.db.owner, now, { seenAfter: new Date(0), madeAfter: new Date(0) });
    return knowsDevice(app.db.owner, device, 'year@example.com');
  };
  expect([await isKnownAfter(365 * DAY - 1), await isKnownAfter(365 * DAY)]).toEqual([true, false]);
});

test('the list names devices coarsely; a revoked one is out with its next request (T11)', async () => {
  const agents = [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) Version/19.1 Mobile Safari/604.1',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.1',
  ];
  const visitors: Visitor[] = [];
  for (const agent of agents) {
    const visitor = app.visitor();
    const { token } = await ask(app, visitor, 'anna@example.com');
    await visitor.send('POST', '/api/auth/verify', { token }, { 'user-agent': agent });
    visitors.push(visitor);
    app.clock.advance(60_000);
  }
  const [phone, laptop] = visitors as [Visitor, Visitor];
  const list = await sessions(laptop);
  expect(list.map(({ device, current }) => [device, current])).toEqual([
    ['Edge on Windows', true],
    ['Safari on iPhone', false],
  ]);
  expect(Object.keys(list[0] ?? {}).sort()).toEqual([
    'createdAt',
    'current',
    'device',
    'handedOver',
    'id',
    'lastSeenAt',
  ]);
  const stranger = await app.signIn('stranger@example.com');
  const phoneId = list[1]?.id as string;
  expect((await stranger.send('DELETE', `/api/auth/sessions/${phoneId}`)).status).toBe(404);
  expect(await status(phone)).toBe(200);

  expect((await laptop.send('DELETE', `/api/auth/sessions/${phoneId}`)).status).toBe(200);
  expect(await status(phone)).toBe(401);
  expect((await laptop.send('DELETE', `/api/auth/sessions/${phoneId}`)).status).toBe(404);
  expect(await sessions(laptop)).toHaveLength(1);
});

test('signing out everywhere else ends one’s own other sessions and nobody else’s (T11 T33)', async () => {
  const lost = await app.signIn('zoe@example.com');
  const kept = await app.signIn('zoe@example.com');
  const stranger = await app.signIn('stranger@example.com');
  expect((await app.visitor().send('DELETE', '/api/auth/sessions')).status).toBe(401);
  expect([await status(lost), await status(kept)]).toEqual([200, 200]);

  expect((await kept.send('DELETE', '/api/auth/sessions')).body).toEqual({ ended: 1 });
  expect([await status(lost), await status(kept), await status(stranger)]).toEqual([401, 200, 200]);
  expect((await kept.send('DELETE', '/api/auth/sessions')).body).toEqual({ ended: 0 });
});

/** A minute later, fresh from then on. */
async function signedInLater(email: string): Promise<Visitor> {
  app.clock.advance(60_000);
  const visitor = await app.signIn(email);
  await app.db
    .owner`UPDATE session SET fresh_at = ${app.clock.now} WHERE fresh_at > ${app.clock.now}`;
  return visitor;
}

test('a newer session signs out none whose person has confirmed since (T11 T25)', async () => {
  const owner = await signedInLater('iris@example.com');
  const stolen = await signedInLater('iris@example.com');
  const id = (await sessions(owner)).find(({ current }) => current)?.id ?? '';
  app.clock.advance(60_000);
  await app.db.owner`UPDATE session SET fresh_at = ${app.clock.now} WHERE session_id = ${id}`;
  for (const path of ['', `/${id}`]) {
    const { body } = await stolen.send('DELETE', `/api/auth/sessions${path}`);
    expect([path, body]).toMatchObject([path, { code: 'SIGN_IN_AGAIN' }]);
  }
  expect(await status(owner)).toBe(200);
  expect((await owner.send('DELETE', '/api/auth/sessions')).body).toEqual({ ended: 1 });
  expect([await status(stolen), await status(owner)]).toEqual([401, 200]);
});

test('an old session signs out nobody who has proved the mailbox since, and a tablet in a child’s hands (T11 T25)', async () => {
  const signedIn = () => signedInLater('eve@example.com');
  const stolen = await signedIn();
  const owner = await signedIn();
  const id = (await sessions(owner)).find(({ current }) => current)?.id;
  for (const path of ['', `/${id}`]) {
    const { status: refused, body } = await stolen.send('DELETE', `/api/auth/sessions${path}`);
    expect([path, refused, body]).toMatchObject([path, 403, { code: 'SIGN_IN_AGAIN' }]);
  }
  expect(await status(owner)).toBe(200);
  const tablet = await signedIn();
  const mia = await addChild(tablet);
  expect((await tablet.send('POST', `/api/children/${mia.id}/hand-over`)).status).toBe(200);
  const handed = (await sessions(stolen)).find(({ handedOver }) => handedOver);
  expect((await stolen.send('DELETE', `/api/auth/sessions/${handed?.id}`)).status).toBe(200);
  expect((await owner.send('DELETE', '/api/auth/sessions')).body).toEqual({ ended: 1 });
  expect([await status(stolen), await status(owner)]).toEqual([401, 200]);
});

test('a cookie with another family’s name, or a changed token, is nobody’s (T11)', async () => {
  const anna = await app.signIn('a@example.com');
  const zoe = await app.signIn('z@example.com');
  const [family, token] = (anna.cookies.get('__Host-session') as string).split('.') as [
    string,
    string,
  ];
  const [otherFamily] = (zoe.cookies.get('__Host-session') as string).split('.') as [string];
  const flipped = token.slice(0, 42) + (token[42] === 'A' ? 'E' : 'A');
  for (const cookie of [
    `${otherFamily}.${token}`,
    `${family}.${flipped}`,
    token,
    `${family}.`,
    '.',
  ]) {
    const visitor = app.visitor();
    visitor.cookies.set('__Host-session', cookie);
    expect(await status(visitor), cookie).toBe(401);
  }
  expect(await status(anna)).toBe(200);
});

test('of a new device of a child’s its parents read, of an adult’s that adult alone (T11)', async () => {
  const parent = await app.signIn('both@example.com');
  const spouse = await joinAsSpouse(app, parent, 'other@example.com');
  const { id } = await addChild(parent);
  const kid = await joinAsChild(app, parent, id, 'kid@example.com');
  const readBy = async () => {
    const lists = [];
    for (const who of [parent, spouse, kid])
      lists.push((await who.get('/api/messages')).body as { childId: string; data: object }[]);
    return lists.map((list) =>
      list.filter(({ data }) => 'device' in data).map(({ childId }) => childId),
    );
  };
  const before = await readBy();
  await app.signIn('kid@example.com');
  const [parents = [], spouses = [], kids = []] = before;
  expect(await readBy()).toEqual([[id, ...parents], [id, ...spouses], kids]);
  await app.signIn('other@example.com');
  expect(await readBy()).toEqual([[id, ...parents], [null, id, ...spouses], kids]);
});

test('a sign-in on a new device is mailed; the first one and known devices are not (T11)', async () => {
  const notices = async () =>
    (await queuedMails(app.db, JOBS_KEY, 'new@example.com')).filter(
      ({ subject }) => subject === 'A new device signed in to Satling',
    );
  const home = app.visitor();
  const signIn = async (visitor: Visitor) =>
    verify(visitor, (await ask(app, visitor, 'new@example.com')).token);
  await signIn(home);
  await signIn(home);
  expect(await notices()).toEqual([]);
  const elsewhere = app.visitor();
  await signIn(elsewhere);
  const [notice, ...more] = await notices();
  expect(more).toEqual([]);
  expect(notice?.text).toContain('http://localhost:3000/dashboard');
  await signIn(elsewhere);
  expect(await notices()).toHaveLength(1);
  // Another person in the same browser: the device is new to that address.
  await app.signIn('second@example.com');
  await verify(home, (await ask(app, home, 'second@example.com')).token);
  const toB = await queuedMails(app.db, JOBS_KEY, 'second@example.com');
  expect(toB.some(({ subject }) => subject.startsWith('A new device'))).toBe(true);
});
