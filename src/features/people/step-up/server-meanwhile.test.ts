/** A tablet handed to a child while its person is proving who they are. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#server/db/sql.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { newAuthenticator } from '#tests/support/authenticator.ts';
import { addChild } from '#tests/support/family.ts';
import { confirmBy, keepChallenge, takeChallenge } from './passkeys/store.ts';
import { confirmSession } from './recovery/store.ts';
import { keepCode, spendCode } from './store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const HASH = new Uint8Array(32).fill(7);
const OTHER = new Uint8Array(32).fill(8);
const PATH = '/api/auth/passkeys';

type Session = { sessionId: string; passkeyId: string; now: Date };

/** Not fresh, with a pending code and challenge. */
async function newSession(): Promise<Session> {
  const email = `${randomUUID()}@example.com`;
  const anna = await app.signIn(email);
  await addChild(anna);
  const { challenge } = (await anna.send('POST', `${PATH}/challenge`)).body as {
    challenge: string;
  };
  await anna.send('POST', PATH, newAuthenticator().make({ challenge }));
  const later = new Date(app.clock.now.getTime() + 60_000);
  const [row] = await app.db.owner<Omit<Session, 'now'>[]>`
    UPDATE session s SET fresh_at = NULL, code_hash = ${HASH}, code_expires_at = ${later},
      challenge = 'sign this', challenge_expires_at = ${later}
    FROM users u JOIN passkey p USING (user_id) WHERE u.email = ${email} AND s.user_id = u.user_id
    RETURNING s.session_id, p.passkey_id`;
  return { ...(row as Session), now: app.clock.now };
}

const handOver = (sessionId: string) => app.db.owner`
  UPDATE session s SET handed_to = c.child_id FROM users u JOIN child c USING (family_id)
  WHERE s.session_id = ${sessionId} AND u.user_id = s.user_id`;

async function rowOf(sessionId: string) {
  const [row] = await app.db.owner`
    SELECT fresh_at, code_hash, code_expires_at, challenge, challenge_expires_at FROM session
    WHERE session_id = ${sessionId}`;
  return row;
}

test.each<[string, (sql: Tx, session: Session) => Promise<unknown>]>([
  ['a new code', async (sql, { sessionId, now }) => keepCode(sql, sessionId, OTHER, now)],
  ['the right code', async (sql, { sessionId, now }) => spendCode(sql, sessionId, HASH, now)],
  ['a code on paper', async (sql, { sessionId, now }) => confirmSession(sql, sessionId, now)],
  ['a new challenge', async (sql, { sessionId, now }) => keepChallenge(sql, sessionId, 'x', now)],
  ['a signed challenge', async (sql, { sessionId, now }) => takeChallenge(sql, sessionId, now)],
  [
    'a passkey',
    async (sql, one) => confirmBy(sql, { ...one, counter: 99 }, one.sessionId, one.now),
  ],
])('%s changes nothing in a session that has just become a child’s (T19)', async (_, write) => {
  const [given, kept] = [await newSession(), await newSession()];
  await handOver(given.sessionId);
  const before = await rowOf(given.sessionId);
  await app.db.owner.begin((tx) => write(tx as Tx, given));
  expect(await rowOf(given.sessionId)).toEqual(before);
  await app.db.owner.begin((tx) => write(tx as Tx, kept));
  expect(await rowOf(kept.sessionId)).not.toEqual(before);
});
