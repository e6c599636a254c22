/** The 8 digits in the mail: only in the requesting browser, for ten minutes, five tries. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { guessCodes } from '#tests/support/guess-codes.ts';
import { ask, count, verify, verifyCode } from '#tests/support/links.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const wrong = (code: string) => String((Number(code) + 1) % 100_000_000).padStart(8, '0');

test('a code is useless without the pending cookie of its own request (T04)', async () => {
  const mine = app.visitor();
  const { code, token } = await ask(app, mine, 'code@example.com');
  const none = app.visitor();
  expect((await verifyCode(none, code)).body).toEqual({
    message: 'Invalid or expired code',
    code: 'AUTH_ERROR',
    reason: 'INVALID_CODE',
  });
  const other = app.visitor();
  await ask(app, other, 'other@example.com');
  expect((await verifyCode(other, code)).status).toBe(401);
  const sameAddress = app.visitor();
  await ask(app, sameAddress, 'code@example.com');
  expect((await verifyCode(sameAddress, code)).status).toBe(401);

  const reply = await verifyCode(mine, code);
  expect(reply.body).toMatchObject({ success: true, isNewUser: true, needsOnboarding: true });
  expect((await mine.get('/api/auth/user')).body).toMatchObject({ email: 'code@example.com' });
  // One mail, one sign-in: its link is spent, and so is its code.
  expect((await verify(app.visitor(), token)).status).toBe(401);
  expect((await verifyCode(mine, code)).status).toBe(401);
});

test('a code lasts ten minutes, its link longer (T04)', async () => {
  const browser = app.visitor('10.1.0.1');
  const early = await ask(app, browser, 'ten@example.com');
  app.clock.advance(10 * 60_000);
  expect((await verifyCode(browser, early.code)).status).toBe(401);
  expect((await verify(browser, early.token)).status).toBe(200);
  const again = await ask(app, browser, 'ten@example.com');
  app.clock.advance(10 * 60_000 - 1);
  expect((await verifyCode(browser, again.code)).status).toBe(200);
});

test('five wrong tries kill the code and leave the link (T04)', async () => {
  const four = app.visitor('10.2.0.1');
  const lucky = await ask(app, four, 'four@example.com');
  for (let i = 0; i < 4; i++) expect((await verifyCode(four, wrong(lucky.code))).status).toBe(401);
  expect((await verifyCode(four, lucky.code)).status).toBe(200);

  const five = app.visitor('10.2.1.1');
  const dead = await ask(app, five, 'five@example.com');
  for (let i = 0; i < 5; i++) expect((await verifyCode(five, wrong(dead.code))).status).toBe(401);
  expect((await verifyCode(five, dead.code)).status).toBe(401);
  expect((await verify(five, dead.token)).status).toBe(200);
});

test('guesses of another browser do not use up the tries of mine (T04)', async () => {
  const mine = app.visitor('10.3.0.1');
  const { code } = await ask(app, mine, 'mine@example.com');
  const other = app.visitor('10.3.1.1');
  const theirs = await ask(app, other, 'mine@example.com');
  for (let i = 0; i < 6; i++)
    expect((await verifyCode(other, wrong(theirs.code))).status).toBe(401);
  expect((await verifyCode(mine, code)).status).toBe(200);
});

test('parallel guesses count too: 40 at once, of which only the last is right (T04)', async () => {
  const browser = app.visitor();
  const { code, token } = await ask(app, browser, 'parallel@example.com');
  const nonce = browser.cookies.get('__Host-pending') as string;
  const [before] = await app.db
    .owner`SELECT code_tries FROM magic_link WHERE email = 'parallel@example.com'`;
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async (_, i) => {
      const visitor = app.visitor(`10.4.${i}.1`);
      visitor.cookies.set('__Host-pending', nonce);
      return (await verifyCode(visitor, wrong(code))).status;
    }),
  );
  expect(statuses.filter((status) => status === 200)).toEqual([]);
  const [row] = await app.db
    .owner`SELECT code_tries FROM magic_link WHERE email = 'parallel@example.com'`;
  expect([before?.codeTries, row?.codeTries]).toEqual([0, 5]);
  expect((await verifyCode(browser, code)).status).toBe(401);
  expect((await verify(browser, token)).status).toBe(200);
});

test('a spelling of a code that is no 8 digits is refused before it is counted (T04)', async () => {
  const browser = app.visitor();
  const { code } = await ask(app, browser, 'spelling@example.com');
  for (const text of [
    '',
    '1234567',
    '123456789',
    '1234 5678',
    '１２３４５６７８',
    '-1234567',
    `${code}\n`,
  ])
    expect((await verifyCode(browser, text)).status, JSON.stringify(text)).toBe(400);
  expect((await verifyCode(browser, code)).status).toBe(200);
});

test('400 guesses over 80 requests from 8 networks give no session; the owner gets in (T04)', async () => {
  const sessions = await count(app, 'session');
  const result = await guessCodes(app, 'target@example.com', { requests: 80, networks: 8 });
  expect(result).toMatchObject({ guesses: 400, signedIn: 0 });
  expect(await count(app, 'session')).toBe(sessions + 1);
  expect(result.ownerStatus).toBe(200);
});

test('an address gets 30 tries at codes an hour, whatever the number of links; its link still works (T04)', async () => {
  const browsers: { visitor: Visitor; code: string }[] = [];
  for (let i = 0; i < 7; i++) {
    const visitor = app.visitor(`10.7.${i}.1`);
    browsers.push({ visitor, code: (await ask(app, visitor, 'capped@example.com')).code });
    if (i === 6) break;
    // Five at once: none may be checked before it is counted.
    const { code } = browsers[i] as { code: string };
    const tries = Array.from({ length: 5 }, () => verifyCode(visitor, wrong(code)));
    for (const { status } of await Promise.all(tries)) expect(status).toBe(401);
  }
  const { visitor, code } = browsers[6] as { visitor: Visitor; code: string };
  const late = await verifyCode(visitor, code);
  expect([late.status, late.body]).toMatchObject([429, { reason: 'WAIT_HOUR' }]);
  const other = app.visitor('10.7.9.1');
  const { token } = await ask(app, other, 'capped@example.com');
  expect((await verify(other, token)).status).toBe(200);
  // Another address is unaffected.
  const elsewhere = await ask(app, visitor, 'elsewhere@example.com');
  expect((await verifyCode(visitor, elsewhere.code)).status).toBe(200);
});
