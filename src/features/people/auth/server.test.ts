/** Signing in through the front door: replies, cookies, and what never signs in. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { JOBS_KEY, startApp, type TestApp } from '#tests/support/app.ts';
import { addChild, joinAsChild } from '#tests/support/family.ts';
import { ask, count, setCookies, verify } from '#tests/support/links.ts';
import { queuedMails } from '#tests/support/queue.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ admins: ['ops@example.com'] });
});
afterAll(() => app.close());

const user = {
  id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  familyId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  role: 'parent',
  isAdmin: false,
  firstName: null,
  email: 'anna@example.com',
  childId: null,
  handedOver: false,
  ownDevice: false,
  familyNetWorthSharingEnabled: true,
  familyNetWorthSharePercentage: 100,
  dataRetentionMonths: 12,
  autoDataPruningEnabled: false,
  amountUnit: 'sats',
  rate: null,
};

test('the token in the reply never signs anybody in, in any spelling (T01 AUTH-13)', async () => {
  await app.signIn('known@example.com');
  for (const [i, email] of ['known@example.com', 'unknown@example.com'].entries()) {
    const before = await count(app, 'session');
    const asking = app.visitor(`10.1.${i}.1`);
    const { handle, token } = await ask(app, asking, email);
    expect(handle).toMatch(/^[\w-]{43}$/);
    expect(handle.slice(0, 4)).not.toBe(token.slice(0, 4));
    const raw = Buffer.from(handle, 'base64url');
    const variants = [
      handle,
      handle.toLowerCase(),
      handle.toUpperCase(),
      `${handle}=`,
      ` ${handle}`,
      `${handle}\n`,
      raw.toString('base64'),
      raw.toString('hex'),
      raw.toString('hex').toUpperCase(),
      raw.toString('latin1'),
      encodeURIComponent(raw.toString('base64')),
      Buffer.from(handle).toString('base64'),
      Buffer.from(handle).toString('base64url'),
      Buffer.from(handle).toString('hex'),
      [...handle].reverse().join(''),
      handle.slice(0, 42),
      `${handle}.`,
      `token=${handle}`,
      `http://localhost:3000/auth/verify?token=${handle}`,
      JSON.stringify(handle),
    ];
    expect(variants).toHaveLength(20);
    for (const variant of variants) {
      const reply = await verify(asking, variant);
      expect(reply.status, variant).toBe(401);
      expect((reply.body as { message: string }).message).toBe('Invalid or expired token');
      expect(setCookies(reply)).toEqual([]);
    }
    expect(await count(app, 'session')).toBe(before);
    // The mail's link still works: the tries have spent nothing.
    expect((await verify(app.visitor(), token)).status).toBe(200);
  }
});

test('the reply says who, whether new, and whether to set up (AUTH-21 AUTH-22 AUTH-26 AUTH-27)', async () => {
  const first = app.visitor();
  const refused = await verify(first, 'no-such-token');
  expect([refused.status, refused.body]).toEqual([
    401,
    { message: 'Invalid or expired token', code: 'AUTH_ERROR', reason: 'INVALID_TOKEN' },
  ]);
  const email = 'first@example.com';
  const own = { ...user, email };
  const anna = await verify(first, (await ask(app, first, email)).token);
  expect(anna.body).toEqual({ success: true, user: own, isNewUser: true, needsOnboarding: true });
  const again = await verify(first, (await ask(app, first, email)).token);
  expect(again.body).toEqual({ success: true, user: own, isNewUser: false, needsOnboarding: true });
  await first.send('POST', '/api/family/setup', { children: [] });
  const third = await verify(first, (await ask(app, first, email)).token);
  expect(third.body).toEqual({
    success: true,
    user: own,
    isNewUser: false,
    needsOnboarding: false,
  });
});

test('the current user, with every default (AUTH-30 AUTH-33 AUTH-34 AUTH-35)', async () => {
  const refused = await app.visitor().get('/api/auth/user');
  expect([refused.status, refused.body]).toEqual([
    401,
    { message: 'Authentication required', code: 'AUTH_ERROR', reason: 'AUTHENTICATION_REQUIRED' },
  ]);
  const anna = await app.signIn('anna@example.com');
  expect((await anna.get('/api/auth/user')).body).toEqual(user);
  await anna.send('PATCH', '/api/auth/user', { firstName: '  Anna \u202e\n Maria ' });
  expect((await anna.get('/api/auth/user')).body).toEqual({ ...user, firstName: 'Anna Maria' });
  const ops = await app.signIn('ops@example.com');
  expect((await ops.get('/api/auth/user')).body).toMatchObject({ isAdmin: true, role: 'parent' });
});

test('a child who signs in is greeted by the name of its book (AUTH-27 CHILD-34)', async () => {
  const parent = await app.signIn('parent-of-mia@example.com');
  const { id } = await addChild(parent, { name: 'Mia' });
  await joinAsChild(app, parent, id, 'mia@example.com');
  const mia = app.visitor();
  const { token } = await ask(app, mia, 'mia@example.com');
  const { user: greeted } = (await verify(mia, token)).body as { user: object };
  expect(greeted).toMatchObject({ role: 'child', firstName: 'Mia', email: 'mia@example.com' });
  expect((await mia.get('/api/auth/user')).body).toEqual(greeted);
  expect(((await mia.get('/api/dashboard')).body as { user: object }).user).toEqual(greeted);
});

test('who signs in is active from that moment (ADMIN-18)', async () => {
  const [email, later] = ['active@example.com', 3 * 86_400_000];
  await app.signIn(email);
  app.clock.advance(later);
  await app.signIn(email);
  const [row] = await app.db.owner`SELECT last_active_at FROM users WHERE email = ${email}`;
  expect(row?.lastActiveAt).toEqual(app.clock.now);
  app.clock.advance(-later);
});

test('the three calls that ask for a link answer alike (AUTH-08 AUTH-09 AUTH-12)', async () => {
  for (const path of [
    '/api/onboarding/start',
    '/api/onboarding/resend-magic-link',
    '/api/auth/magic-link',
  ]) {
    const visitor = app.visitor();
    expect((await visitor.send('POST', path, { email: 'not an address' })).status).toBe(400);
    const reply = await visitor.send('POST', path, { email: ' Berta@Example.com ' });
    expect(reply.body).toEqual({ success: true, token: expect.stringMatching(/^[\w-]{43}$/) });
  }
  expect(await queuedMails(app.db, JOBS_KEY, 'berta@example.com')).toHaveLength(3);
});

test('the session cookie is HttpOnly, Secure, Lax and __Host-; signed_in is readable (T11)', async () => {
  const visitor = app.visitor();
  const { token, reply } = await ask(app, visitor, 'cara@example.com');
  expect(setCookies(reply).map((line) => line.split('=')[0])).toEqual(['__Host-pending']);
  expect(setCookies(reply)[0]).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
  const lines = setCookies(await verify(visitor, token));
  const line = (name: string) => lines.find((one) => one.startsWith(`${name}=`)) ?? '';
  const days90 = 90 * 86_400;
  expect(line('__Host-session')).toMatch(
    new RegExp(
      `^__Host-session=[\\w.-]{80}; Max-Age=${days90}; Path=/; HttpOnly; Secure; SameSite=Lax$`,
    ),
  );
  expect(line('signed_in')).toBe(`signed_in=1; Max-Age=${days90}; Path=/; Secure; SameSite=Lax`);
  expect(line('__Host-device')).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(line('__Host-pending')).toMatch(/^__Host-pending=; .*Expires=Thu, 01 Jan 1970/);
  expect(lines).toHaveLength(4);
});

test('a cookie that was planted before is replaced, and its session is over (T10)', async () => {
  const mallory = await app.signIn('mallory@example.com');
  const planted = mallory.cookies.get('__Host-session') as string;
  const device = mallory.cookies.get('__Host-device') as string;
  const victim = app.visitor();
  victim.cookies.set('__Host-session', planted);
  victim.cookies.set('__Host-device', device);
  const { token } = await ask(app, victim, 'victim@example.com');
  expect((await verify(victim, token)).status).toBe(200);
  expect(victim.cookies.get('__Host-session')).not.toBe(planted);
  expect(victim.cookies.get('__Host-device')).not.toBe(device);
  expect((await mallory.get('/api/auth/user')).status).toBe(401);
  expect((await victim.get('/api/auth/user')).body).toMatchObject({ email: 'victim@example.com' });
});

test('logging out kills the cookie itself, and clears the browser (AUTH-36 T11)', async () => {
  const anna = await app.signIn('leaves@example.com');
  const copy = app.visitor();
  copy.cookies.set('__Host-session', anna.cookies.get('__Host-session') as string);
  expect((await copy.get('/api/auth/user')).status).toBe(200);
  const reply = await anna.send('POST', '/api/auth/logout');
  expect(reply.body).toEqual({ success: true });
  expect(reply.headers['clear-site-data']).toBe('"cache", "storage"');
  expect(anna.cookies.has('__Host-session')).toBe(false);
  expect(anna.cookies.has('signed_in')).toBe(false);
  expect((await copy.get('/api/auth/user')).status).toBe(401);
  // Succeeds without a session too: the person is logged out.
  expect((await app.visitor().send('POST', '/api/auth/logout')).status).toBe(200);
});

test('two first sign-ins at once make one user and one family (AUTH-01)', async () => {
  const families = await count(app, 'family');
  const browsers = [app.visitor(), app.visitor(), app.visitor()];
  const tokens: string[] = [];
  for (const browser of browsers) tokens.push((await ask(app, browser, 'twice@example.com')).token);
  const replies = await Promise.all(
    browsers.map((browser, i) => verify(browser, tokens[i] as string)),
  );
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  const bodies = replies.map(({ body }) => body as { isNewUser: boolean; user: { id: string } });
  expect(bodies.filter(({ isNewUser }) => isNewUser)).toHaveLength(1);
  expect(new Set(bodies.map((body) => body.user.id)).size).toBe(1);
  expect(await count(app, 'family')).toBe(families + 1);
});

test('a new family takes over the zone of the browser; a known one keeps its own (AUTH-01)', async () => {
  const zone = async (email: string, timeZone?: string) => {
    const visitor = app.visitor();
    await verify(visitor, (await ask(app, visitor, email)).token, timeZone);
    return ((await visitor.get('/api/family')).body as { timeZone: string }).timeZone;
  };
  expect(await zone('nowhere@example.com', 'Middle/Earth')).toBe('UTC');
  expect(await zone('silent@example.com')).toBe('UTC');
  expect(await zone('berlin@example.com', 'Europe/Berlin')).toBe('Europe/Berlin');
  expect(await zone('berlin@example.com', 'Asia/Tokyo')).toBe('Europe/Berlin');
});

test('no redirect leads anywhere but to its fixed page (T13)', async () => {
  const targets = [
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'https:evil.example',
    'http:/evil.example',
    '%2f%2fevil.example',
    '%5cevil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/%09/evil.example',
    '/%0d%0aLocation:evil',
    '@evil.example',
    'localhost:3000@evil.example',
    '.evil.example',
    '///evil.example',
    '/.evil.example',
    '?evil',
    '#evil',
    '/onboarding/../../evil',
    'evil%00',
    '〱evil',
    '。evil',
    'http://localhost:3000.evil.example',
    '//google.com/%2f..',
  ];
  expect(targets).toHaveLength(25);
  const visitor = app.visitor();
  for (const target of targets)
    for (const key of ['next', 'redirect', 'returnTo']) {
      const reply = await visitor.get(`/api/login?${key}=${encodeURI(target)}`);
      expect([reply.status, reply.headers.location], target).toEqual([302, '/onboarding']);
    }
  for (const path of [
    '/auth/verify',
    '/logout',
    '//evil.example',
    '/\\evil.example',
    '/%2f%2fevil',
  ])
    expect((await visitor.get(`${path}?next=//evil.example`)).headers.location).toBeUndefined();
});
