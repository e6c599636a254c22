/** An invitation's mail: it names the inviter, and suffices to sign in. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '#server/db/database.ts';
import { JOBS_KEY, startApp, type TestApp } from '#tests/support/app.ts';
import { addChild, getChild, invitations } from '#tests/support/family.ts';
import { verify } from '#tests/support/links.ts';
import { queuedMails } from '#tests/support/queue.ts';
import { addOpening, openings } from './openings.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ at: '2026-11-18T12:00:00Z', admins: ['boss@example.com'] });
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
    // An expired link's page learns here whom to send a new one; no server ever sees it.
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

test('a guest who has an account is written to in their own language, others in the inviter’s', async () => {
  const rosa = await app.signIn('rosa@example.com', 'es');
  await app.signIn('known@example.com', 'de');
  const { id } = await addChild(rosa);
  await rosa.send('POST', '/api/family/invite-spouse', { email: 'known@example.com' });
  await rosa.send('POST', `/api/children/${id}/sign-in`, { email: 'nobody@example.com' });
  const greeting = async (email: string) =>
    (await queuedMails(app.db, JOBS_KEY, email)).at(-1)?.text.split('\n')[0];
  expect(await greeting('known@example.com')).toBe('Hallo,');
  expect(await greeting('nobody@example.com')).toBe('Hola:');
});

test('nobody is invited under an operator’s address, nor under one’s own, and no mail is sent', async () => {
  const uma = await app.signIn('uma@example.com');
  const { id } = await addChild(uma);
  for (const email of ['boss@example.com', 'uma@example.com'])
    for (const path of ['/api/family/invite-spouse', `/api/children/${id}/sign-in`]) {
      const before = (await queuedMails(app.db, JOBS_KEY, email)).length;
      expect((await uma.send('POST', path, { email })).status, `${path} ${email}`).toBe(400);
      expect(await queuedMails(app.db, JOBS_KEY, email)).toHaveLength(before);
    }
});

test('a new invitation takes the place of the one for the same child, and of no other', async () => {
  const uma = await app.signIn('vera@example.com');
  const [mia, leo] = [await addChild(uma), await addChild(uma, { name: 'Leo' })];
  const invite = (child: string, email: string) =>
    uma.send('POST', `/api/children/${child}/sign-in`, { email });
  await uma.send('POST', '/api/family/invite-spouse', { email: 'second@example.com' });
  await invite(mia.id, 'mia-old@example.com');
  await invite(leo.id, 'leo@example.com');
  await invite(mia.id, 'mia@example.com');
  const invited = async (id: string) => (await getChild(uma, id)).invitedEmail;
  expect([await invited(mia.id), await invited(leo.id)]).toEqual([
    ...['mia@example.com', 'leo@example.com'],
  ]);
  expect((await uma.get('/api/family/spouse')).body).toMatchObject({ email: 'second@example.com' });
});

test('who opens a family by the operator’s invitation may still join the one that has asked too', async () => {
  const host = await app.signIn('wanda@example.com');
  const { id: userId, familyId } = (await host.get('/api/auth/user')).body as {
    id: string;
    familyId: string;
  };
  const email = 'both@example.com';
  await host.send('POST', '/api/family/invite-spouse', { email });
  const { owner } = app.db;
  await transaction(owner, 'BEGIN', (tx) =>
    addOpening(tx, { familyId, userId, email }, app.clock.now),
  );
  expect(await openings.isInvited(owner, email, app.clock.now)).toEqual({
    ...{ toOpen: true, toJoin: true },
  });
  const guest = await app.signIn(email);
  expect(await openings.isInvited(owner, email, app.clock.now)).toEqual({
    ...{ toOpen: false, toJoin: true },
  });
  expect(await invitations(guest)).toHaveLength(1);
});
