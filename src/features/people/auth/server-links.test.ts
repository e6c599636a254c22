/** A link: what it gives, to whom, how often and how long. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '#server/http/actor.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { ask, count, setCookies, verify, verifyCode } from '#tests/support/links.ts';

const MINUTE = 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const stateOf = async (visitor: Visitor, token: string): Promise<object> =>
  (await visitor.get(`/api/auth/pending?token=${token}`)).body;

test('mail scanners open the link in five ways and spend nothing; the person signs in (T02)', async () => {
  const person = app.visitor();
  const { token } = await ask(app, person, 'scanned@example.com');
  const sessions = await count(app, 'session');
  const links = await count(app, 'magic_link');
  const page = `/auth/verify?token=${token}`;
  const scanner = app.visitor('203.0.113.9');
  const inject = (method: 'HEAD' | 'OPTIONS', url: string) => app.app.inject({ method, url });
  await inject('HEAD', page);
  await inject('HEAD', `/api/auth/pending?token=${token}`);
  await inject('OPTIONS', page);
  for (let i = 0; i < 3; i++) await scanner.get(page);
  await scanner.get(`${page}&utm_source=rewriter`, { 'user-agent': 'SafeLinks' });
  // A headless browser runs the page's script too: it checks whether it is the right browser.
  expect(await stateOf(scanner, token)).toEqual({ live: true, pending: false });
  for (const path of ['/api/auth/verify', '/api/auth/verify-code'])
    expect((await scanner.get(`${path}?token=${token}`)).status).toBe(404);
  expect(scanner.cookies.has('__Host-session')).toBe(false);
  expect([await count(app, 'session'), await count(app, 'magic_link')]).toEqual([sessions, links]);

  expect(await stateOf(person, token)).toEqual({ live: true, pending: true });
  expect((await verify(person, token)).status).toBe(200);
  for (const visitor of [person, scanner])
    expect(await stateOf(visitor, token)).toEqual({ live: false, pending: false });
});

test('another browser signs in too, by the explicit act alone (T02)', async () => {
  const { token } = await ask(app, app.visitor(), 'phone@example.com');
  const phone = app.visitor();
  // Not even with a pending cookie from another request.
  await ask(app, phone, 'phone@example.com');
  expect(await stateOf(phone, token)).toEqual({ live: true, pending: false });
  expect((await phone.get('/api/auth/user')).status).toBe(401);
  expect((await verify(phone, token)).status).toBe(200);
  expect((await phone.get('/api/auth/user')).status).toBe(200);
});

test('of 100 that open one link at once, exactly one gets in, with one session (T03)', async () => {
  const { token } = await ask(app, app.visitor(), 'race@example.com');
  const sessions = await count(app, 'session');
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, i) => verify(app.visitor(`10.3.${i}.1`), token)),
  );
  const statuses = replies.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 401)).toHaveLength(99);
  expect(await count(app, 'session')).toBe(sessions + 1);
  expect(replies.filter((reply) => setCookies(reply).length > 0)).toHaveLength(1);
});

test('the link and the code of one mail together let one in (T03)', async () => {
  const browser = app.visitor();
  const { token, code } = await ask(app, browser, 'both@example.com');
  const pending = browser.cookies.get('__Host-pending') as string;
  const sessions = await count(app, 'session');
  const copy = () => {
    const visitor = app.visitor('10.4.1.1');
    visitor.cookies.set('__Host-pending', pending);
    return visitor;
  };
  const replies = await Promise.all(
    [0, 1, 2, 3].flatMap(() => [verify(copy(), token), verifyCode(copy(), code)]),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await count(app, 'session')).toBe(sessions + 1);
});

test('no made-up token gets in; after 20 the network waits, but a live link still works (T04)', async () => {
  const guesser = app.visitor('10.5.0.1');
  const { token } = await ask(app, app.visitor(), 'guessed@example.com');
  const mutated = Array.from({ length: 43 }, (_, i) => {
    const other = token[i] === 'A' ? 'B' : 'A';
    return token.slice(0, i) + other + token.slice(i + 1);
  });
  // The last character has only 4 bits: other spellings of the same bytes are other tokens.
  const spelled = [...'AEIMQUYcgkosw048'].map((last) => token.slice(0, 42) + last);
  const made = Array.from({ length: 20 }, () => randomBytes(32).toString('base64url'));
  const guesses = [
    ...mutated,
    ...spelled,
    ...made,
    '',
    ' ',
    'null',
    "' OR 1=1 --",
    'A'.repeat(200),
  ];
  const statuses: number[] = [];
  for (const guess of guesses.filter((one) => one !== token))
    statuses.push((await verify(guesser, guess)).status);
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401));
  expect(new Set(statuses.slice(20))).toEqual(new Set([429]));
  expect(guesser.cookies.has('__Host-session')).toBe(false);
  expect((await verify(guesser, token)).status).toBe(200);
});

test('the database holds hashes only: no token, code or session can be read from it (T04)', async () => {
  const browser = app.visitor();
  const asked = await ask(app, browser, 'stored@example.com');
  const [row] = await app.db.owner<{ tokenHash: Uint8Array; all: string }[]>`
    SELECT token_hash, m::text AS all FROM magic_link m WHERE email = 'stored@example.com'`;
  expect(Buffer.from(row?.tokenHash ?? []).equals(sha256(asked.token))).toBe(true);
  expect(row?.all).not.toContain(asked.code);
  const other = await ask(app, app.visitor(), 'stored@example.com');
  await verify(browser, asked.token);
  const secrets = [asked.token, asked.handle, asked.code, other.token, other.code];
  for (const name of ['session', 'device', 'pending'])
    secrets.push(browser.cookies.get(`__Host-${name}`)?.split('.').at(-1) ?? other.token);
  const tables = ['magic_link', 'session', 'device', 'users', 'rate_limit', 'pgboss.job'];
  for (const table of tables) {
    const [dump] = await app.db.owner<{ text: string }[]>`
      SELECT coalesce(string_agg(t::text, ' '), '') AS text FROM ${app.db.owner(table)} t`;
    for (const secret of secrets) {
      expect(dump?.text, table).not.toContain(secret);
      expect(dump?.text, table).not.toContain(Buffer.from(secret).toString('hex'));
    }
  }
});

test('the newest link of a browser kills its older ones, of no other browser (AUTH-05)', async () => {
  const [laptop, phone] = [app.visitor(), app.visitor()];
  const first = await ask(app, laptop, 'newest@example.com');
  const elsewhere = await ask(app, phone, 'newest@example.com');
  const second = await ask(app, laptop, 'newest@example.com');
  expect((await verify(laptop, first.token)).status).toBe(401);
  expect((await verify(laptop, second.token)).status).toBe(200);
  expect((await verify(phone, elsewhere.token)).status).toBe(200);
  // And an opened link is spent.
  expect((await verify(laptop, second.token)).status).toBe(401);
});

test('at most three links of an address are open: a fourth closes the oldest (AUTH-16)', async () => {
  const tokens: string[] = [];
  for (let i = 0; i < 5; i++) {
    tokens.push((await ask(app, app.visitor(`10.6.${i}.1`), 'three@example.com')).token);
    app.clock.advance(1000);
  }
  const statuses: number[] = [];
  for (const token of tokens) statuses.push((await verify(app.visitor('10.6.9.1'), token)).status);
  expect(statuses).toEqual([401, 401, 200, 200, 200]);
});

test('a link works for one hour (AUTH-16)', async () => {
  const browser = app.visitor();
  const late = await ask(app, browser, 'late@example.com');
  app.clock.advance(60 * MINUTE);
  expect((await verify(browser, late.token)).status).toBe(401);
  expect(await stateOf(browser, late.token)).toEqual({ live: false, pending: false });
  const intime = await ask(app, browser, 'late@example.com');
  app.clock.advance(60 * MINUTE - 1);
  expect((await verify(browser, intime.token)).status).toBe(200);
});

test('a pending cookie that the server did not make is replaced (T10)', async () => {
  for (const planted of ['', 'x', 'a'.repeat(44)]) {
    const browser = app.visitor();
    browser.cookies.set('__Host-pending', planted);
    await ask(app, browser, 'planted@example.com');
    expect(browser.cookies.get('__Host-pending')).toMatch(/^[\w-]{43}$/);
  }
});

test('at most three links are open also when twenty are asked for at once (AUTH-16)', async () => {
  const email = 'at-once@example.com';
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      app.visitor(`10.16.${i}.1`).send('POST', '/api/auth/magic-link', { email }),
    ),
  );
  const [row] = await app.db.owner<{ open: bigint }[]>`
    SELECT count(*) AS open FROM magic_link WHERE email = ${email}`;
  expect(row?.open).toBe(3n);
});
