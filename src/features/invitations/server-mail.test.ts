/** The mail of an invitation: it names who invites, and is enough to sign in. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { JOBS_KEY, startApp, type TestApp } from '#tests/support/app.ts';
import { invitations } from '#tests/support/family.ts';
import { verify } from '#tests/support/links.ts';
import { queuedMails } from '#tests/support/queue.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ at: '2026-11-18T12:00:00Z' });
});
afterAll(() => app.close());

test('one mail names who invites and signs the guest in, once and within the hour (FAM-14)', async () => {
  const anna = await app.signIn('anna@example.com');
  const invite = async (email: string) => {
    await anna.send('POST', '/api/family/invite-spouse', { email });
    const mails = await queuedMails(app.db, JOBS_KEY, email);
    expect(mails).toHaveLength(1);
    const { subject = '', text = '' } = mails[0] ?? {};
    expect(subject).not.toContain('anna');
    expect(text).toContain('anna@example.com keeps the savings books of a family');
    // An expired link's page knows from here whom to send a new one; no server ever sees it.
    expect(text).toContain(`#guest=${encodeURIComponent(email)}\n`);
    return /token=([\w-]+)/.exec(text)?.[1] ?? '';
  };
  const late = await invite('late@example.com');
  app.clock.advance(61 * 60_000);
  expect((await verify(app.visitor(), late)).status).toBe(401);

  const token = await invite('ben@example.com');
  const ben = app.visitor();
  expect((await verify(ben, token)).status).toBe(200);
  expect(await invitations(ben)).toHaveLength(1);
  expect((await verify(app.visitor(), token)).status).toBe(401);
});

test('invitations never push out the sign-in links that a person asked for (T06)', async () => {
  const anna = await app.signIn('zoe@example.com');
  const guest = app.visitor();
  const email = 'carl@example.com';
  const tokens = async () =>
    (await queuedMails(app.db, JOBS_KEY, email)).map(
      ({ text = '' }) => /token=([\w-]+)/.exec(text)?.[1] ?? '',
    );
  await guest.send('POST', '/api/auth/magic-link', { email });
  const [own = ''] = await tokens();
  for (let count = 0; count < 4; count++)
    await anna.send('POST', '/api/family/invite-spouse', { email });
  const invited = (await tokens()).filter((token) => token !== own);
  expect(invited).toHaveLength(4);
  expect((await verify(app.visitor(), invited[0] ?? '')).status).toBe(401);
  expect((await verify(guest, own)).status).toBe(200);
});
