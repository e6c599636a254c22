/** Changing the PIN for taking a tablet back: with the old one, or with a fresh sign-in. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JOBS_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild } from '#tests/support/family.ts';
import { forgetProofs } from '#tests/support/proof.ts';
import { queuedMails } from '#tests/support/queue.ts';
import { handBack } from './store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const PIN = '2580';
const MINUTE = 60_000;
let families = 0;

async function family() {
  const email = `parent${++families}@example.com`;
  const parent = await app.signIn(email);
  const { id: mia } = await addChild(parent);
  await parent.send('PUT', '/api/family/pin', { pin: PIN });
  return { parent, mia, email };
}

describe('changing a PIN (T19)', () => {
  const change = (visitor: Visitor, body: object) => visitor.send('PUT', '/api/family/pin', body);
  const opens = async ({ parent, mia }: Awaited<ReturnType<typeof family>>, pin: string) => {
    await parent.send('POST', `/api/children/${mia}/hand-over`);
    return (await parent.send('POST', '/api/family/hand-back', { pin })).status;
  };

  test('takes the old one; a wrong one counts as a try, and the PIN stays', async () => {
    const one = await family();
    const missing = await change(one.parent, { pin: '1111' });
    expect([missing.status, missing.body]).toMatchObject([
      400,
      { reason: 'OLD_PIN_REQUIRED', field: 'oldPin' },
    ]);
    for (let i = 0; i < 5; i++) {
      const wrong = await change(one.parent, { pin: '1111', oldPin: '0000' });
      expect([wrong.status, wrong.body]).toMatchObject([
        400,
        { reason: 'PIN_WRONG', field: 'oldPin' },
      ]);
    }
    expect((await change(one.parent, { pin: '1111', oldPin: PIN })).status).toBe(429);
    app.clock.advance(MINUTE);
    expect(await opens(one, PIN)).toBe(200);
  });

  test('with the old one, a repeated change too; who it belongs to gets a mail', async () => {
    const one = await family();
    for (let i = 0; i < 2; i++)
      expect((await change(one.parent, { pin: '1111', oldPin: PIN })).status).toBe(200);
    expect(await opens(one, '1111')).toBe(200);
    const mails = await queuedMails(app.db, JOBS_KEY, one.email);
    const subjects = mails.map(({ subject }) => subject);
    expect(subjects.filter((text) => text === 'Your PIN on Satling was changed')).toHaveLength(2);
  });

  test('forgotten, it takes a fresh sign-in, as every change of a PIN does', async () => {
    const one = await family();
    await forgetProofs(app.db);
    for (const body of [{ forgotten: true }, { oldPin: PIN }])
      expect((await change(one.parent, { pin: '1111', ...body })).body).toMatchObject({
        code: 'SIGN_IN_AGAIN',
      });
    const again = await app.signIn(one.email);
    expect((await change(again, { pin: '1111', forgotten: true })).status).toBe(200);
    expect(await opens(one, '1111')).toBe(200);
  });

  test('a new one starts at once and with all its tries, however often the old one was missed', async () => {
    const one = await family();
    const miss = async () => await opens(one, '0000');
    const tries = [await miss(), await miss(), await miss(), await miss(), await miss()];
    expect([...tries, await miss()]).toEqual([400, 400, 400, 400, 400, 429]);
    const again = await app.signIn(one.email);
    expect((await change(again, { pin: '1111', forgotten: true })).status).toBe(200);
    const anew = [await miss(), await miss(), await miss(), await miss(), await miss()];
    expect([...anew, await miss()]).toEqual([400, 400, 400, 400, 400, 429]);
  });
});

test('of two who take a tablet back at once one gets it, and keeps it (T19)', async () => {
  const { parent, mia, email } = await family();
  const [made] = await app.db.owner<{ familyId: string; userId: string; sessionId: string }[]>`
    SELECT u.family_id, u.user_id, s.session_id FROM session s JOIN users u USING (user_id)
    WHERE u.email = ${email}`;
  if (!made) throw new Error('Nobody is signed in');
  await parent.send('POST', `/api/children/${mia}/hand-over`);
  const tokens = [1, 2].map((byte) => new Uint8Array(32).fill(byte));
  const both = await Promise.all(
    tokens.map((token) => handBack(app.db.app, made, token, app.clock.now)),
  );
  expect(both.toSorted()).toEqual([false, true]);
  const [kept] = await app.db.owner<{ tokenHash: Uint8Array }[]>`
    SELECT token_hash FROM session WHERE session_id = ${made.sessionId}`;
  expect(Buffer.from(kept?.tokenHash ?? [])).toEqual(Buffer.from(tokens[both.indexOf(true)] ?? []));
});
