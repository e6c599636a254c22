/**
 * Changing an e-mail address: both mailboxes confirm, and no one learns which addresses are known.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JOBS_KEY, startApp, type TestApp, tokenIn, type Visitor } from '#tests/support/app.ts';
import { addChild, joinAsChild, joinAsSpouse, message } from '#tests/support/family.ts';
import { hostile } from '#tests/support/hostile-addresses.ts';
import { ask, verify } from '#tests/support/links.ts';
import { queuedMails } from '#tests/support/queue.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ admins: ['operator@example.com'] });
});
afterAll(() => app.close());

const HOUR = 3_600_000;
const start = (visitor: Visitor, email: unknown) =>
  visitor.send('POST', '/api/auth/email-change', { email });
const confirm = (token: string, visitor = app.visitor()) =>
  visitor.send('POST', '/api/auth/email-change/confirm', { token });
const pending = async (visitor: Visitor) => (await visitor.get('/api/auth/email-change')).body;
const emailOf = async (visitor: Visitor) =>
  ((await visitor.get('/api/auth/user')).body as { email: string }).email;

async function lastMail(to: string) {
  const mail = (await queuedMails(app.db, JOBS_KEY, to)).at(-1);
  if (!mail) throw new Error(`No mail to ${to}`);
  return mail;
}

const tokenFor = async (to: string) => tokenIn(await lastMail(to));

test('neither a child nor a handed-over tablet can change an address (T19)', async () => {
  const anna = await app.signIn('mother@example.com');
  const { id } = await addChild(anna);
  const mia = await joinAsChild(app, anna, id, 'kid@example.com');
  expect((await start(mia, 'kid2@example.com')).status).toBe(403);
  await anna.send('POST', `/api/children/${id}/hand-over`);
  expect((await start(anna, 'mother2@example.com')).status).toBe(403);
});

test('the current address, or an invalid one, is refused', async () => {
  const anna = await app.signIn('same@example.com');
  expect(message(await start(anna, 'Same@Example.com'))).toBe('This is already your address');
  expect((await start(anna, 'nobody')).status).toBe(400);
  expect((await anna.send('DELETE', '/api/auth/email-change')).status).toBe(409);
  expect(await pending(anna)).toBeNull();
});

describe('the mails (T44)', () => {
  test('hostile addresses get no mail and change no subject', async () => {
    const anna = await app.signIn('t44@example.com');
    const before = (await queuedMails(app.db, JOBS_KEY)).length;
    for (const address of hostile) expect((await start(anna, address)).status, address).toBe(400);
    expect(await queuedMails(app.db, JOBS_KEY)).toHaveLength(before);
  });

  test('one recipient each, plain subjects; the person’s name is in none', async () => {
    const anna = await app.signIn('t44b@example.com');
    await anna.send('PATCH', '/api/auth/user', { firstName: 'Win a prize at evil.example' });
    await start(anna, 't44c@example.com');
    for (const to of ['t44b@example.com', 't44c@example.com']) {
      const mail = await lastMail(to);
      expect(mail.to).toBe(to);
      expect(mail.subject).toMatch(/^Confirm (your new|this) address for Satling$/);
      expect(mail.text).not.toContain('evil.example');
    }
  });
});

test('both mailboxes confirm: then the new address signs in, other devices do not', async () => {
  const anna = await app.signIn('old@example.com');
  const elsewhere = await app.signIn('old@example.com');
  const unopened = [
    await ask(app, app.visitor('10.77.0.1'), 'old@example.com'),
    await ask(app, app.visitor('10.77.0.2'), 'new@example.com'),
  ];
  await addChild(anna);
  expect((await start(anna, 'new@example.com')).body).toMatchObject({
    newEmail: 'new@example.com',
    oldConfirmed: false,
    newConfirmed: false,
  });
  const [ofOld, ofNew] = [await tokenFor('old@example.com'), await tokenFor('new@example.com')];
  expect((await confirm(ofNew)).body).toEqual({ state: 'waiting' });
  expect(await emailOf(anna)).toBe('old@example.com');
  expect(await pending(anna)).toMatchObject({ oldConfirmed: false, newConfirmed: true });
  expect((await confirm(ofNew)).status).toBe(401); // once
  const confirmer = app.visitor();
  expect((await confirm(ofOld, confirmer)).body).toEqual({ state: 'changed' });
  expect(confirmer.cookies.has('__Host-session')).toBe(false);
  expect((await confirm(ofOld)).status).toBe(401);
  expect(await emailOf(anna)).toBe('new@example.com');
  expect((await elsewhere.get('/api/auth/user')).status).toBe(401);
  for (const { token } of unopened) expect((await verify(app.visitor(), token)).status).toBe(401);
  expect((await lastMail('old@example.com')).subject).toBe('Your address for Satling was changed');
  const again = await app.signIn('new@example.com');
  expect((await again.get('/api/children')).body).toHaveLength(1);
  // All devices are forgotten.
  await verify(elsewhere, (await ask(app, elsewhere, 'new@example.com')).token);
  expect((await lastMail('new@example.com')).subject).toBe('A new device signed in to Satling');
  // The old address now belongs to a stranger.
  const stranger = await app.signIn('old@example.com');
  expect((await stranger.get('/api/children')).body).toEqual([]);
});

test('the other parent’s screen shows the new address at the next look', async () => {
  const anna = await app.signIn('both-anna@example.com');
  const tom = await joinAsSpouse(app, anna, 'both-tom@example.com');
  const spouse = async () =>
    ((await anna.get('/api/dashboard')).body as { spouse: { email: string } }).spouse.email;
  expect(await spouse()).toBe('both-tom@example.com');
  await start(tom, 'both-tim@example.com');
  await confirm(await tokenFor('both-tom@example.com'));
  expect(await spouse()).toBe('both-tom@example.com');
  await confirm(await tokenFor('both-tim@example.com'));
  expect(await spouse()).toBe('both-tim@example.com');
});

test('links work for 1 hour, and only the newest; called off they are worth nothing (T19)', async () => {
  const anna = await app.signIn('slow@example.com');
  await start(anna, 'slow2@example.com');
  const first = await tokenFor('slow2@example.com');
  await start(anna, 'slow3@example.com');
  expect((await confirm(first)).status).toBe(401);
  const second = await tokenFor('slow3@example.com');
  app.clock.advance(HOUR);
  expect((await confirm(second)).status).toBe(401);
  expect(await pending(anna)).toBeNull();
  await start(anna, 'slow4@example.com');
  const third = await tokenFor('slow4@example.com');
  expect((await anna.send('DELETE', '/api/auth/email-change')).status).toBe(200);
  expect((await confirm(third)).status).toBe(401);
  expect(await emailOf(anna)).toBe('slow@example.com');
});

test('a known address, an operator’s and a free one get the same reply; the first two never the account', async () => {
  await app.signIn('known@example.com', 'de');
  const shapes = [];
  for (const [i, address] of [
    'known@example.com',
    'operator@example.com',
    'free@example.com',
  ].entries()) {
    const anna = await app.signIn(`asker${i}@example.com`);
    const reply = await start(anna, address);
    const { newEmail, expiresAt: _, ...rest } = reply.body as Record<string, unknown>;
    expect(newEmail).toBe(address);
    shapes.push([reply.status, rest, (await anna.get('/api/auth/email-change')).status]);
  }
  expect(shapes[1]).toEqual(shapes[0]);
  expect(shapes[2]).toEqual(shapes[0]);
  for (const address of ['known@example.com', 'operator@example.com'])
    expect((await lastMail(address)).text).not.toContain('token=');
  expect((await lastMail('known@example.com')).text, 'in its owner’s language').toMatch(/^Hallo,/);
});

test('an address that was taken in the meantime stays its owner’s', async () => {
  const anna = await app.signIn('late@example.com');
  await start(anna, 'raced@example.com');
  const tokens = [await tokenFor('late@example.com'), await tokenFor('raced@example.com')];
  const owner = await app.signIn('raced@example.com');
  expect((await confirm(tokens[0] as string)).body).toEqual({ state: 'waiting' });
  expect((await confirm(tokens[1] as string)).status).toBe(409);
  expect(await emailOf(anna)).toBe('late@example.com');
  expect(await emailOf(owner)).toBe('raced@example.com');
});

test('of two confirmations at once both count, and the change happens once', async () => {
  const anna = await app.signIn('twice@example.com');
  await start(anna, 'twice2@example.com');
  const tokens = [await tokenFor('twice@example.com'), await tokenFor('twice2@example.com')];
  const replies = await Promise.all([...tokens, ...tokens].map((token) => confirm(token)));
  const states = replies.map(({ status, body }) =>
    status === 200 ? (body as { state: string }).state : status,
  );
  expect(states.sort()).toEqual([401, 401, 'changed', 'waiting']);
  expect(await emailOf(anna)).toBe('twice2@example.com');
});

test('wrong tokens and many wishes are slowed down', async () => {
  const anna = await app.signIn('eager@example.com');
  for (let i = 0; i < 5; i++) expect((await start(anna, `wish${i}@example.com`)).status).toBe(200);
  expect((await start(anna, 'wish5@example.com')).status).toBe(429);
  const guesser = app.visitor('10.88.0.1');
  for (let i = 0; i < 20; i++) expect((await confirm('wrong', guesser)).status).toBe(401);
  expect((await confirm('wrong', guesser)).status).toBe(429);
});
