/** Passkeys: added when fresh, listed, removed; one makes its owner's session fresh. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '#server/db/database.ts';
import { JOBS_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { newAuthenticator } from '#tests/support/authenticator.ts';
import { forgetProofs } from '#tests/support/proof.ts';
import { queuedMails } from '#tests/support/queue.ts';
import { CHALLENGE_MINUTES, MAX_PASSKEYS } from './contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Passkey = { id: string; device: string; lastUsedAt: string | null };
type Authenticator = ReturnType<typeof newAuthenticator>;

const PATH = '/api/auth/passkeys';
const list = async (visitor: Visitor) => (await visitor.get(PATH)).body as Passkey[];
const subjects = async (email: string) =>
  (await queuedMails(app.db, JOBS_KEY, email)).map(({ subject }) => subject);
const challenge = async (visitor: Visitor, path: string) =>
  ((await visitor.send('POST', path)).body as { challenge: string }).challenge;
const toAdd = (visitor: Visitor) => challenge(visitor, `${PATH}/challenge`);
const toConfirm = (visitor: Visitor) => challenge(visitor, '/api/auth/step-up/challenge');
const send = async (visitor: Visitor, signed: object) =>
  (await visitor.send('POST', '/api/auth/step-up/passkey', signed)).status;
/** A call marked `fresh`; the only parent cannot leave. */
const isFresh = async (visitor: Visitor) =>
  (await visitor.send('POST', '/api/family/leave')).status === 409;

/** How many statements wait for a lock. */
async function waiting(): Promise<number> {
  const rows = await app.db.owner`
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return rows.length;
}

async function withPasskey(email: string): Promise<[Visitor, Authenticator]> {
  const visitor = await app.signIn(email);
  const device = newAuthenticator();
  const made = device.make({ challenge: await toAdd(visitor) });
  expect((await visitor.send('POST', PATH, made)).status).toBe(200);
  return [visitor, device];
}

test('an old session adds none, not even with a challenge for confirming (T04)', async () => {
  const anna = await app.signIn('old@example.com');
  await forgetProofs(app.db);
  expect((await anna.send('POST', `${PATH}/challenge`)).status).toBe(403);
  const made = newAuthenticator().make({ challenge: await toConfirm(anna) });
  expect((await anna.send('POST', PATH, made)).status).toBe(403);
  expect(await list(anna)).toEqual([]);
});

test('an answer not made for this challenge, on this site, with its user present, is refused (T04)', async () => {
  const anna = await app.signIn('refused@example.com');
  const device = newAuthenticator();
  const attempts = [
    () => ({ challenge: 'another-challenge' }),
    (right: string) => ({ challenge: right, origin: 'https://evil.example' }),
    (right: string) => ({ challenge: right, userVerified: false }),
  ];
  for (const attempt of attempts) {
    const reply = await anna.send('POST', PATH, device.make(attempt(await toAdd(anna))));
    expect([reply.status, reply.body]).toMatchObject([400, { reason: 'PASSKEY_REFUSED' }]);
  }
  expect(await list(anna)).toEqual([]);
});

test('a passkey makes the session fresh for ten minutes; adding and removing one is mailed (T04)', async () => {
  const [anna, device] = await withPasskey('anna@example.com');
  expect(await list(anna)).toMatchObject([{ device: 'Browser', lastUsedAt: null }]);
  expect(await subjects('anna@example.com')).toContain('A passkey was added on Satling');
  await forgetProofs(app.db);
  expect(await isFresh(anna)).toBe(false);
  expect(await send(anna, device.sign({ challenge: await toConfirm(anna) }))).toBe(200);
  expect(await isFresh(anna)).toBe(true);
  const [used] = await list(anna);
  expect(used?.lastUsedAt).toBe(app.clock.now.toISOString());
  app.clock.advance(10 * 60_000 + 1);
  expect(await isFresh(anna)).toBe(false);
});

test('a challenge is signed once, within five minutes, in the session that asked for it (T04)', async () => {
  const [anna, device] = await withPasskey('once@example.com');
  const other = await app.signIn('once@example.com');
  await forgetProofs(app.db);
  const first = await toConfirm(anna);
  expect(await send(other, device.sign({ challenge: first }))).toBe(400);
  const signed = device.sign({ challenge: first });
  expect(await send(anna, { ...signed, signature: signed.signature.slice(4) })).toBe(400);
  // Spent by the wrong answer.
  expect(await send(anna, signed)).toBe(400);
  const late = await toConfirm(anna);
  app.clock.advance(CHALLENGE_MINUTES * 60_000);
  expect(await send(anna, device.sign({ challenge: late }))).toBe(400);
  const replaced = await toConfirm(anna);
  await toConfirm(anna);
  expect(await send(anna, device.sign({ challenge: replaced }))).toBe(400);
  expect([await isFresh(anna), await isFresh(other)]).toEqual([false, false]);
  const right = device.sign({ challenge: await toConfirm(anna) });
  const replies = await Promise.all([send(anna, right), send(anna, right)]);
  expect(replies.sort()).toEqual([200, 400]);
});

test('another site, a device nobody unlocked, a clone and a stranger’s passkey confirm nothing (T04)', async () => {
  const [anna, device] = await withPasskey('signed@example.com');
  const [, strange] = await withPasskey('stranger@example.com');
  expect(await send(anna, device.sign({ challenge: await toConfirm(anna) }))).toBe(200);
  await forgetProofs(app.db);
  const wrong = [{ origin: 'https://evil.example' }, { userVerified: false }];
  for (const over of wrong)
    expect(await send(anna, device.sign({ challenge: await toConfirm(anna), ...over }))).toBe(400);
  expect(await send(anna, strange.sign({ challenge: await toConfirm(anna) }))).toBe(400);
  device.setBack();
  expect(await send(anna, device.sign({ challenge: await toConfirm(anna) }))).toBe(400);
  expect(await isFresh(anna)).toBe(false);
});

test('of a passkey and its copy that sign the same count at the same time, one confirms (T04)', async () => {
  const [anna, device] = await withPasskey('copied@example.com');
  const other = await app.signIn('copied@example.com');
  const [{ id } = { id: '' }] = await list(anna);
  await forgetProofs(app.db);
  const one = device.sign({ challenge: await toConfirm(anna) });
  device.setBack(1);
  const two = device.sign({ challenge: await toConfirm(other) });
  // Both are read and checked before either is written.
  const sent = await transaction(app.db.owner, 'BEGIN', async (tx) => {
    await tx`SELECT FROM passkey WHERE passkey_id = ${id} FOR UPDATE`;
    const both = [send(anna, one), send(other, two)];
    await expect.poll(waiting).toBe(2);
    return both;
  });
  expect((await Promise.all(sent)).sort()).toEqual([200, 400]);
  expect([await isFresh(anna), await isFresh(other)].sort()).toEqual([false, true]);
});

test('one that was removed confirms nothing; only its own person removes it (T04)', async () => {
  const [anna, device] = await withPasskey('gone@example.com');
  const zoe = await app.signIn('zoe@example.com');
  const [{ id } = { id: '' }] = await list(anna);
  expect((await zoe.send('DELETE', `${PATH}/${id}`)).status).toBe(404);
  expect((await anna.send('DELETE', `${PATH}/${id}`)).status).toBe(200);
  expect(await list(anna)).toEqual([]);
  expect(await subjects('gone@example.com')).toContain('A passkey was removed on Satling');
  expect(await send(anna, device.sign({ challenge: await toConfirm(anna) }))).toBe(400);
});

test('the same passkey is added once, and a person has ten at most (PLAT-26)', async () => {
  const [anna, device] = await withPasskey('many@example.com');
  const again = await anna.send('POST', PATH, device.make({ challenge: await toAdd(anna) }));
  expect(again.status).toBe(409);
  for (let i = 1; i < MAX_PASSKEYS; i++) {
    const made = newAuthenticator().make({ challenge: await toAdd(anna) });
    expect((await anna.send('POST', PATH, made)).status).toBe(200);
  }
  const made = newAuthenticator().make({ challenge: await toAdd(anna) });
  expect((await anna.send('POST', PATH, made)).status).toBe(409);
  expect(await list(anna)).toHaveLength(MAX_PASSKEYS);
});
