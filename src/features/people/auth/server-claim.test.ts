/** A server without an operator gets one: by its code, or by a link on its console. */
import { afterEach, expect, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, joinAsChild } from '#tests/support/family.ts';
import { ask, count, verify } from '#tests/support/links.ts';

const CODE = 'a-code-of-the-console';
const open: TestApp[] = [];
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

async function start(options: Parameters<typeof startApp>[0] = {}): Promise<TestApp> {
  const app = await startApp({ admins: [], claimCode: CODE, ...options });
  open.push(app);
  return app;
}

const claim = (visitor: Visitor, code: string, email?: string) =>
  visitor.send('POST', '/api/auth/claim', { code, ...(email && { email }) });
const isOperator = async (visitor: Visitor) =>
  ((await visitor.get('/api/auth/user')).body as { isAdmin: boolean }).isAdmin;
const pending = async (visitor: Visitor, token: string) =>
  (await visitor.get(`/api/auth/pending?token=${token}`)).body;
const takeWithLink = (visitor: Visitor, token: string) =>
  visitor.send('POST', '/api/auth/verify', { token, claims: true });
const TAKEN = { status: 409, body: { message: 'Someone already runs this server' } };

test('1,000 wrong codes from the network of a proxy claim nothing, and the right one works', async () => {
  const app = await start();
  const statuses = new Map<number, number>();
  for (let i = 0; i < 1000; i++) {
    const { status } = await claim(app.visitor(), `${CODE}${i}`, `guess${i}@example.com`);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 401: 20, 429: 980 });
  expect([await count(app, 'users'), await count(app, 'session')]).toEqual([0, 0]);

  const owner = app.visitor();
  expect(await claim(owner, CODE, 'owner@example.com')).toMatchObject({
    status: 200,
    body: { isNewUser: true, needsOnboarding: true, user: { isAdmin: true, role: 'parent' } },
  });
  expect(await isOperator(owner)).toBe(true);
  expect((await owner.get('/api/admin/metrics')).status).toBe(200);
});

test('of two claims at once one wins, and the other leaves nobody behind', async () => {
  const app = await start();
  const both = [app.visitor('203.0.113.1'), app.visitor('203.0.113.2')];
  const replies = await Promise.all(both.map((one, i) => claim(one, CODE, `p${i}@example.com`)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(replies).toContainEqual(expect.objectContaining(expectOf(TAKEN)));
  expect(await count(app, 'users')).toBe(1);
});

test('the code claims once, and still not after a restart', async () => {
  const app = await start();
  expect((await claim(app.visitor(), CODE, 'owner@example.com')).status).toBe(200);
  const again = await start({ address: app.address });
  for (const server of [app, again])
    expect(await claim(server.visitor(), CODE, 'late@example.com')).toMatchObject(TAKEN);
  expect(await claim(await again.signIn('late@example.com'), CODE)).toMatchObject(TAKEN);
  expect(await isOperator(await again.signIn('owner@example.com'))).toBe(true);
});

test('where strangers signed in first, the code makes the operator and they stay strangers', async () => {
  const app = await start({ checkMail: async () => undefined });
  const stranger = app.visitor();
  const { token } = await ask(app, stranger, 'stranger@example.com');
  expect(await pending(stranger, token)).toEqual({ live: true, pending: true });
  expect(await takeWithLink(stranger, token)).toMatchObject({
    status: 403,
    body: { message: 'This link signs you in, but it cannot make you run this server' },
  });
  expect((await verify(stranger, token)).status).toBe(200);
  expect(await isOperator(stranger)).toBe(false);
  expect((await stranger.get('/api/admin/metrics')).status).toBe(403);

  const owner = await app.signIn('owner@example.com');
  expect(await claim(owner, 'not-the-code-at-all')).toMatchObject({ status: 401 });
  expect(await isOperator(owner)).toBe(false);
  expect((await claim(owner, CODE)).body).toMatchObject({ isNewUser: false });
  expect([await isOperator(owner), await isOperator(stranger)]).toEqual([true, false]);
});

test('without a mail server a printed link claims, by a press in the browser that asked', async () => {
  const app = await start();
  const asking = app.visitor('203.0.113.1');
  const email = 'first@example.com';
  const { token } = await ask(app, asking, email);
  const reader = app.visitor();
  expect(await pending(reader, token)).toEqual({ live: true, pending: false });
  expect((await takeWithLink(reader, token)).status).toBe(403);
  expect(await pending(asking, token)).toEqual({ live: true, pending: true, claims: email });

  expect(await takeWithLink(asking, token)).toMatchObject({
    status: 200,
    body: { user: { isAdmin: true, email } },
  });
  const next = app.visitor();
  const { token: later } = await ask(app, next, 'second@example.com');
  expect(await pending(next, later)).toEqual({ live: true, pending: true });
  expect((await takeWithLink(next, later)).status).toBe(403);
  expect((await verify(next, later)).status).toBe(200);
  expect(await isOperator(next)).toBe(false);
});

test('the sign-in of a printed link alone claims nothing', async () => {
  const app = await start();
  const visitor = app.visitor();
  const { token } = await ask(app, visitor, 'first@example.com');
  expect((await verify(visitor, token)).status).toBe(200);
  expect(await isOperator(visitor)).toBe(false);
});

test('no child claims, and no tablet in the hands of one', async () => {
  const app = await start();
  const parent = await app.signIn('parent@example.com');
  const { id } = await addChild(parent, { age: 9 });
  const child = await joinAsChild(app, parent, id, 'child@example.com');
  expect((await claim(child, CODE)).status).toBe(403);
  const again = app.visitor();
  const { token } = await ask(app, again, 'child@example.com');
  expect(await pending(again, token)).toEqual({ live: true, pending: true });
  expect((await takeWithLink(again, token)).status).toBe(403);
  expect((await verify(again, token)).status).toBe(200);

  await parent.send('PUT', '/api/family/pin', { pin: '2580' });
  await parent.send('POST', `/api/children/${id}/hand-over`);
  expect((await claim(parent, CODE)).status).toBe(403);
  await parent.send('POST', '/api/family/hand-back', { pin: '2580' });
  expect((await claim(parent, CODE)).status).toBe(200);
  await parent.send('POST', `/api/children/${id}/hand-over`);
  expect(await isOperator(parent)).toBe(false);
});

test('a claim takes no address that somebody signs in with', async () => {
  const app = await start();
  await app.signIn('parent@example.com');
  expect(await claim(app.visitor(), CODE, 'parent@example.com')).toMatchObject({
    status: 409,
    body: { field: 'email' },
  });
  expect(await claim(app.visitor(), CODE)).toMatchObject({ status: 400 });
  expect((await claim(app.visitor(), CODE, 'owner@example.com')).status).toBe(200);
});

test('ADMIN_EMAILS leaves nothing to claim, and takes a claim back', async () => {
  const app = await start();
  const owner = app.visitor();
  await claim(owner, CODE, 'owner@example.com');
  const named = await start({ address: app.address, admins: ['named@example.com'] });
  expect(await isOperator(await named.signIn('owner@example.com'))).toBe(false);
  expect(await isOperator(await named.signIn('named@example.com'))).toBe(true);
  expect(await claim(named.visitor(), CODE, 'late@example.com')).toMatchObject(TAKEN);
});

test('a server without a code is claimed by nobody', async () => {
  const app = await start({ claimCode: '' });
  for (const code of ['', 'undefined', CODE])
    expect((await claim(app.visitor(), code, 'p@example.com')).status).toBeGreaterThanOrEqual(400);
  expect(await count(app, 'users')).toBe(0);
});

const expectOf = ({ status, body }: typeof TAKEN) => ({
  status,
  body: expect.objectContaining(body),
});
