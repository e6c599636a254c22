/** "Is it still you?": an 8-digit code makes this session fresh, nothing more. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CODE_TRIES } from '#features/people/auth/contract.ts';
import { codeIn, JOBS_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, joinAsChild, message } from '#tests/support/family.ts';
import { verifyCode } from '#tests/support/links.ts';
import { forgetProofs } from '#tests/support/proof.ts';
import { queuedMails } from '#tests/support/queue.ts';
import { STEP_UP_LIMITS } from './rules.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const MINUTE = 60_000;

/** Signed in a while ago: every fresh call is refused. */
async function oldSession(email: string): Promise<Visitor> {
  const visitor = await app.signIn(email);
  await forgetProofs(app.db);
  return visitor;
}

/** A call marked `fresh`. */
const leaves = async (visitor: Visitor) => (await visitor.send('POST', '/api/family/leave')).status;
const [REFUSED, FRESH] = [403, 409]; // fresh, but the only parent cannot leave

const confirm = (visitor: Visitor, code: string) =>
  visitor.send('POST', '/api/auth/step-up', { code });

/** Requests a code and takes it from the mail. */
async function askCode(visitor: Visitor, email: string): Promise<string> {
  const reply = await visitor.send('POST', '/api/auth/step-up/code');
  expect([reply.status, reply.body]).toEqual([200, { email, onConsole: true }]);
  const mail = (await queuedMails(app.db, JOBS_KEY, email)).at(-1);
  expect(mail?.subject).toBe('Your code for Satling');
  return codeIn(mail as NonNullable<typeof mail>);
}

const wrong = (code: string) => String((Number(code) + 1) % 100_000_000).padStart(8, '0');
const REFUSAL = { code: 'VALIDATION_ERROR', reason: 'INVALID_CODE', field: 'code' };

test('a code makes the session that asked for it fresh for ten minutes, once (T04)', async () => {
  const anna = await oldSession('anna@example.com');
  expect(await leaves(anna)).toBe(REFUSED);
  const code = await askCode(anna, 'anna@example.com');
  expect(await leaves(anna)).toBe(REFUSED);
  expect((await confirm(anna, code)).status).toBe(200);
  expect(await leaves(anna)).toBe(FRESH);
  const again = await confirm(anna, code);
  expect([again.status, again.body]).toEqual([400, expect.objectContaining(REFUSAL)]);
  app.clock.advance(10 * MINUTE);
  expect(await leaves(anna)).toBe(FRESH);
  app.clock.advance(1);
  expect(await leaves(anna)).toBe(REFUSED);
});

test('it is useless in another session of the same person, and signs nobody in (T04)', async () => {
  const anna = await oldSession('two@example.com');
  const other = await oldSession('two@example.com');
  const code = await askCode(anna, 'two@example.com');
  expect((await confirm(other, code)).status).toBe(400);
  expect(await leaves(other)).toBe(REFUSED);
  for (const visitor of [app.visitor('10.9.9.1'), anna])
    expect((await verifyCode(visitor, code)).status).toBe(401);
  expect((await confirm(app.visitor('10.9.9.2'), code)).status).toBe(401);
  expect((await confirm(anna, code)).status).toBe(200);
});

test('it lasts ten minutes, and a newer one replaces it (T04)', async () => {
  const anna = await oldSession('late@example.com');
  const first = await askCode(anna, 'late@example.com');
  const second = await askCode(anna, 'late@example.com');
  expect((await confirm(anna, first)).status).toBe(400);
  app.clock.advance(10 * MINUTE);
  expect((await confirm(anna, second)).status).toBe(400);
  expect(await leaves(anna)).toBe(REFUSED);
});

test('after five wrong tries, even at once, not even the right code counts (T04)', async () => {
  const anna = await oldSession('five@example.com');
  const code = await askCode(anna, 'five@example.com');
  const tries = Array.from({ length: CODE_TRIES }, () => confirm(anna, wrong(code)));
  for (const { status } of await Promise.all(tries)) expect(status).toBe(400);
  expect((await confirm(anna, code)).status).toBe(400);
  expect(await leaves(anna)).toBe(REFUSED);
});

test('a new code has five tries of its own (T04)', async () => {
  const anna = await oldSession('again@example.com');
  const spoilt = await askCode(anna, 'again@example.com');
  for (let i = 0; i < CODE_TRIES; i += 1) await confirm(anna, wrong(spoilt));
  const code = await askCode(anna, 'again@example.com');
  expect((await confirm(anna, spoilt)).status).toBe(400);
  expect((await confirm(anna, code)).status).toBe(200);
});

test('of many right tries at once one counts (T04)', async () => {
  const anna = await oldSession('race@example.com');
  const code = await askCode(anna, 'race@example.com');
  const replies = await Promise.all(Array.from({ length: 4 }, () => confirm(anna, code)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
});

test('tries are capped for a person over all sessions and codes; a link still signs in (T04)', async () => {
  const email = 'capped@example.com';
  const { points } = STEP_UP_LIMITS.tries;
  const sessions = [await oldSession(email), await oldSession(email)];
  for (let i = 0; i < points; i += CODE_TRIES) {
    const session = sessions[(i / CODE_TRIES) % 2] as Visitor;
    const code = await askCode(session, email);
    const tries = Array.from({ length: CODE_TRIES }, () => confirm(session, wrong(code)));
    for (const { status } of await Promise.all(tries)) expect(status).toBe(400);
  }
  for (const session of sessions) {
    const code = await askCode(session, email);
    const reply = await confirm(session, code);
    expect([reply.status, message(reply)]).toEqual([429, 'Too many tries. Please wait an hour.']);
    expect(await leaves(session)).toBe(REFUSED);
  }
  expect(await leaves(await app.signIn(email))).toBe(FRESH);
});

test('codes by mail have the limits of links, and say so (T06)', async () => {
  const anna = await oldSession('flood@example.com');
  for (let i = 0; i < 10; i++) await askCode(anna, 'flood@example.com');
  const reply = await anna.send('POST', '/api/auth/step-up/code');
  expect([reply.status, message(reply)]).toEqual([429, 'Too many tries. Please wait an hour.']);
});

test('a tablet in a child’s hands cannot ask; a child who signs in itself can (T19)', async () => {
  const anna = await app.signIn('tablet@example.com');
  const { id } = await addChild(anna);
  const mia = await joinAsChild(app, anna, id, 'tablet-mia@example.com');
  const code = await askCode(anna, 'tablet@example.com');
  await anna.send('POST', `/api/children/${id}/hand-over`);
  expect((await anna.send('POST', '/api/auth/step-up/code')).status).toBe(403);
  expect((await confirm(anna, code)).status).toBe(403);
  const own = await askCode(mia, 'tablet-mia@example.com');
  expect((await confirm(mia, own)).status).toBe(200);
});

test('a tablet that comes back with the PIN is no longer fresh (T19)', async () => {
  const anna = await app.signIn('back@example.com');
  const { id } = await addChild(anna);
  await anna.send('PUT', '/api/family/pin', { pin: '2580' });
  const code = await askCode(anna, 'back@example.com');
  expect(await leaves(anna)).toBe(FRESH);
  await anna.send('POST', `/api/children/${id}/hand-over`);
  expect((await anna.send('POST', '/api/family/hand-back', { pin: '2580' })).status).toBe(200);
  expect(await leaves(anna)).toBe(REFUSED);
  expect((await confirm(anna, code)).status).toBe(400);
});

test('the database contains neither the code nor anything that reveals it (T04)', async () => {
  const anna = await oldSession('stored@example.com');
  const code = await askCode(anna, 'stored@example.com');
  const [row] = await app.db.owner<{ text: string; hash: Uint8Array }[]>`
    SELECT row_to_json(s)::text AS text, code_hash AS hash FROM session s
    WHERE code_hash IS NOT NULL ORDER BY code_expires_at DESC LIMIT 1`;
  expect(row?.text).not.toContain(code);
  expect(row?.hash).toHaveLength(32);
  const { createHash } = await import('node:crypto');
  expect(Buffer.from(row?.hash ?? []).equals(createHash('sha256').update(code).digest())).toBe(
    false,
  );
});
