/** Changing the PIN that takes a tablet back: with the old one, or with a fresh sign-in. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JOBS_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild } from '#tests/support/family.ts';
import { forgetProofs } from '#tests/support/proof.ts';
import { queuedMails } from '#tests/support/queue.ts';

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

describe('T19 changing a PIN', () => {
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
});
