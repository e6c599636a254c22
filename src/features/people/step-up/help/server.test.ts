/** Help for an adult without any sign-in left: slow, visible to all, at first as a spouse. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, HOUR } from '#core/time.ts';
import { JOBS_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, joinAsChild, joinAsSpouse } from '#tests/support/family.ts';
import { forgetProofs } from '#tests/support/proof.ts';
import { queuedMails } from '#tests/support/queue.ts';
import type { Help } from './contract.ts';

const OPERATOR = 'operator@example.com';
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ admins: [OPERATOR] });
});
afterAll(() => app.close());

const ASK = '/api/family/sign-in-help';
const AS_OPERATOR = '/api/admin/sign-in-help';
const ask = (visitor: Visitor, email: string, path = ASK) => visitor.send('POST', path, { email });
const tokenOf = ({ body }: { body: object }) =>
  new URL((body as { link: string }).link).searchParams.get('token') as string;
const open = (token: string, visitor = app.visitor()) =>
  visitor.send('POST', '/api/auth/verify', { token });
const waiting = async (visitor: Visitor) => (await visitor.get(ASK)).body as Help[];
const calls = async (visitor: Visitor) =>
  ((await visitor.get('/api/messages')).body as { data: { call?: string } }[]).flatMap(
    ({ data }) => data.call ?? [],
  );
const roleOf = async (visitor: Visitor) =>
  ((await visitor.get('/api/auth/user')).body as { role: string; isAdmin: boolean }).role;

async function twoParents(name: string) {
  const anna = await app.signIn(`anna-${name}@example.com`);
  const ben = await joinAsSpouse(app, anna, `ben-${name}@example.com`);
  return { anna, ben, annas: `anna-${name}@example.com`, bens: `ben-${name}@example.com` };
}

/** Both are full parents, with no undo left. */
async function twoFullParents(name: string) {
  const both = await twoParents(name);
  await both.anna.send('POST', '/api/family/spouse/full-parent');
  app.clock.advance(73 * HOUR);
  expect(await roleOf(both.ben)).toBe('parent');
  return both;
}

test('a spouse, a child and an old session cannot request help for anybody, and nobody for themselves', async () => {
  const { anna, ben, annas, bens } = await twoParents('refused');
  expect((await ask(ben, annas)).status).toBe(403);
  expect((await ask(ben, annas, AS_OPERATOR)).status).toBe(403);
  const { id } = await addChild(anna, { age: 12 });
  const child = await joinAsChild(app, anna, id, 'kid-refused@example.com');
  expect((await ask(child, annas)).status).toBe(403);
  for (const email of [annas, 'kid-refused@example.com', 'nobody@example.com', OPERATOR])
    expect((await ask(anna, email)).body).toMatchObject({ field: 'email' });
  await forgetProofs(app.db);
  expect((await ask(anna, bens)).body).toMatchObject({ code: 'SIGN_IN_AGAIN' });
  expect(await waiting(anna)).toEqual([]);
});

test('where mail is sent only the operator helps: a link by mail works at once', async () => {
  const mailing = await startApp({ admins: [OPERATOR], checkMail: async () => {} });
  try {
    const anna = await mailing.signIn('anna@example.com');
    await joinAsSpouse(mailing, anna, 'ben@example.com');
    expect((await ask(anna, 'ben@example.com')).status).toBe(409);
    const operator = await mailing.signIn(OPERATOR);
    expect((await ask(operator, 'ben@example.com', AS_OPERATOR)).status).toBe(200);
  } finally {
    await mailing.close();
  }
});

test('a link works once, not a second before 72 hours, and for seven days (T11)', async () => {
  const { anna, ben, bens } = await twoParents('slow');
  const token = tokenOf(await ask(anna, bens));
  const [seen] = await waiting(ben);
  expect(seen).toMatchObject({ email: bens, by: 'anna-slow@example.com' });
  app.clock.advance(72 * HOUR - 1000);
  expect((await open(token)).status).toBe(401);
  const state = (await app.visitor().get(`/api/auth/pending?token=${token}`)).body;
  expect(state).toMatchObject({ live: true, pending: false, opensAt: seen?.opensAt });
  app.clock.advance(1000);
  const race = await Promise.all([open(token), open(token)]);
  expect(race.map(({ status }) => status).sort()).toEqual([200, 401]);
  expect(await waiting(anna)).toEqual([]);

  const late = tokenOf(await ask(anna, bens));
  app.clock.advance(72 * HOUR + 7 * DAY);
  expect((await open(late)).status).toBe(401);
});

test('every adult is notified when help is requested, stopped and used; any of them can stop it', async () => {
  const { anna, ben, bens } = await twoParents('told');
  for (const visitor of [anna, ben]) {
    const token = tokenOf(await ask(anna, bens));
    const [{ id } = { id: '' }] = await waiting(visitor);
    expect((await visitor.send('DELETE', `${ASK}/${id}`)).status).toBe(200);
    expect((await visitor.send('DELETE', `${ASK}/${id}`)).status).toBe(404);
    app.clock.advance(73 * HOUR);
    expect((await open(token)).status).toBe(401);
  }
  const token = tokenOf(await ask(anna, bens));
  app.clock.advance(72 * HOUR);
  expect((await open(token)).status).toBe(200);
  const expected = [`POST ${ASK}`, `DELETE ${ASK}/{id}`, 'POST /api/auth/verify'];
  for (const [visitor, email] of [
    [anna, 'anna-told@example.com'],
    [ben, bens],
  ] as const) {
    expect(await calls(visitor)).toEqual(expect.arrayContaining(expected));
    const mails = await queuedMails(app.db, JOBS_KEY, email);
    expect(mails.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([
        'In 72 hours a link will sign someone in to your family on Satling',
        'A sign-in link for your family on Satling was stopped',
        'Someone signed in to your family on Satling with a link they were given',
      ]),
    );
  }
});

test('another family can neither see nor stop it', async () => {
  const { anna, bens } = await twoParents('ours');
  const stranger = await app.signIn('stranger@example.com');
  await ask(anna, bens);
  const [{ id } = { id: '' }] = await waiting(anna);
  expect(await waiting(stranger)).toEqual([]);
  expect((await stranger.send('DELETE', `${ASK}/${id}`)).status).toBe(404);
  expect((await ask(stranger, bens)).status).toBe(400);
  expect(await waiting(anna)).toHaveLength(1);
});

test('one link at a time for a person, and asking for sign-in links does not push it out', async () => {
  const { anna, bens } = await twoParents('one');
  const both = await Promise.all([ask(anna, bens), ask(anna, bens)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  for (let i = 0; i < 4; i++) {
    app.clock.advance(1000);
    await app.visitor(`198.51.100.${i}`).send('POST', '/api/auth/magic-link', { email: bens });
  }
  expect(await waiting(anna)).toHaveLength(1);
});

test('a parent who was helped in has a spouse’s rights for 72 hours, however they sign in (T19b)', async () => {
  const { anna, ben, annas } = await twoFullParents('rights');
  const token = tokenOf(await ask(ben, annas));
  app.clock.advance(72 * HOUR);
  const helped = app.visitor();
  expect((await open(token, helped)).body).toMatchObject({ user: { role: 'spouse' } });
  expect((await helped.send('DELETE', '/api/family/spouse')).status).toBe(403);
  const { codes } = (await helped.send('POST', '/api/auth/recovery-codes')).body as {
    codes: string[];
  };
  const again = app.visitor();
  await again.send('POST', '/api/auth/recovery', { code: codes[0] });
  for (const visitor of [helped, again, anna]) expect(await roleOf(visitor)).toBe('spouse');
  app.clock.advance(72 * HOUR - 1000);
  expect(await roleOf(helped)).toBe('spouse');
  app.clock.advance(1000);
  expect(await roleOf(helped)).toBe('parent');
});

test('the family sees the operator’s link, and it makes nobody an operator', async () => {
  const operator = await app.signIn(OPERATOR);
  const { anna, ben, annas } = await twoParents('operator');
  const token = tokenOf(await ask(operator, annas, AS_OPERATOR));
  for (const visitor of [anna, ben]) {
    expect(await waiting(visitor)).toMatchObject([{ email: annas, by: null }]);
    expect(await calls(visitor)).toContain(`POST ${AS_OPERATOR}`);
  }
  app.clock.advance(72 * HOUR);
  expect((await open(token)).body).toMatchObject({ user: { role: 'spouse', isAdmin: false } });

  const spouse = await joinAsSpouse(app, operator, 'of-operator@example.com');
  const theirs = tokenOf(await ask(operator, 'of-operator@example.com', AS_OPERATOR));
  expect(await waiting(spouse)).toHaveLength(1);
  const own = tokenOf(await ask(await promoted(operator, spouse), OPERATOR));
  app.clock.advance(72 * HOUR);
  expect((await open(theirs)).status).toBe(200);
  const helped = app.visitor();
  expect((await open(own, helped)).body).toMatchObject({
    user: { role: 'spouse', isAdmin: false },
  });
  expect((await helped.get('/api/admin/settings')).status).toBe(403);
  app.clock.advance(72 * HOUR);
  expect((await helped.get('/api/admin/settings')).status).toBe(200);
});

async function promoted(parent: Visitor, spouse: Visitor): Promise<Visitor> {
  await parent.send('POST', '/api/family/spouse/full-parent');
  app.clock.advance(72 * HOUR);
  return spouse;
}

test('it ends with the address, with the asker’s family and with the person', async () => {
  const { anna, ben, annas, bens } = await twoFullParents('ends');
  const token = tokenOf(await ask(ben, annas));
  expect((await ben.send('POST', '/api/family/leave')).status).toBe(200);
  app.clock.advance(72 * HOUR);
  expect((await open(token)).status).toBe(401);

  const other = await twoParents('moved');
  const old = tokenOf(await ask(other.anna, other.bens));
  await app.db.owner`UPDATE users SET email = 'new@example.com' WHERE email = ${other.bens}`;
  app.clock.advance(72 * HOUR);
  expect((await open(old)).status).toBe(401);
  expect((await app.db.owner`SELECT FROM users WHERE email = ${other.bens}`).length).toBe(0);
  expect(await roleOf(anna)).toBe('parent');
  expect(bens).not.toBe(annas);
});
