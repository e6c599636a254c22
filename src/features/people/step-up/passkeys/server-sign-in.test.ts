/** Signing in with a passkey: in the requesting browser, once, and only as its own person. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { newAuthenticator } from '#tests/support/authenticator.ts';
import { addChild, joinAsChild } from '#tests/support/family.ts';
import { count } from '#tests/support/links.ts';
import { CHALLENGE_MINUTES } from './contract.ts';
import { signInBy } from './store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Authenticator = ReturnType<typeof newAuthenticator>;
const PATH = '/api/auth/passkeys';

async function addTo(visitor: Visitor): Promise<Authenticator> {
  const device = newAuthenticator();
  const { body } = await visitor.send('POST', `${PATH}/challenge`);
  const { challenge } = body as { challenge: string };
  expect((await visitor.send('POST', PATH, device.make({ challenge }))).status).toBe(200);
  return device;
}

const ask = async (visitor: Visitor) =>
  ((await visitor.send('POST', `${PATH}/sign-in/challenge`)).body as { challenge: string })
    .challenge;
const enter = (visitor: Visitor, signed: object) => visitor.send('POST', `${PATH}/sign-in`, signed);
const who = async (visitor: Visitor) => {
  const { status, body } = await visitor.get('/api/auth/user');
  return status === 200 ? (body as { email: string; role: string }) : undefined;
};

test('an answer that was not requested here, is old, was signed elsewhere or without its user signs nobody in (T04)', async () => {
  const anna = await app.signIn('anna@example.com');
  const device = await addTo(anna);
  const [browser, other] = [app.visitor(), app.visitor()];
  const sessions = await count(app, 'session');
  const elsewhere = device.sign({ challenge: await ask(other) });
  await ask(browser);
  const attempts = [
    async () => elsewhere,
    async () => device.sign({ challenge: 'AAAA' }),
    async () => device.sign({ challenge: await ask(browser), origin: 'https://evil.example' }),
    async () => device.sign({ challenge: await ask(browser), userVerified: false }),
    async () => newAuthenticator().sign({ challenge: await ask(browser) }),
    async () => ({ ...device.sign({ challenge: await ask(browser) }), clientDataJSON: 'AA' }),
  ];
  for (const attempt of attempts) expect((await enter(browser, await attempt())).status).toBe(401);
  const late = device.sign({ challenge: await ask(browser) });
  app.clock.advance(CHALLENGE_MINUTES * 60_000);
  expect((await enter(browser, late)).status).toBe(401);
  expect([await who(browser), await count(app, 'session')]).toEqual([undefined, sessions]);
  expect((await enter(browser, device.sign({ challenge: await ask(browser) }))).status).toBe(200);
});

test('a passkey signs its person in, fresh, and each answer works once (T03 T04)', async () => {
  const ben = await app.signIn('ben@example.com');
  const device = await addTo(ben);
  const browser = app.visitor();
  const signed = device.sign({ challenge: await ask(browser) });
  const both = await Promise.all([enter(browser, signed), enter(browser, signed)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  expect(await who(browser)).toMatchObject({ email: 'ben@example.com', role: 'parent' });
  expect((await browser.send('POST', `${PATH}/challenge`)).status).toBe(200);
});

test('of a passkey and its copy that sign the same count at the same time, one signs in (T04)', async () => {
  await addTo(await app.signIn('copied@example.com'));
  const { owner } = app.db;
  const [row] = await owner<{ passkeyId: string; counter: bigint }[]>`
    SELECT p.passkey_id, p.counter FROM passkey p JOIN users u USING (user_id)
    WHERE u.email = 'copied@example.com'`;
  const { passkeyId = '', counter = 0n } = row ?? {};
  // Both are read and checked before either is written.
  const write = () => signInBy(owner, { passkeyId, counter: Number(counter) + 1 }, app.clock.now);
  expect([await write(), await write()]).toEqual(['copied@example.com', undefined]);
});

test('one whose count stays at 0 cannot be played again either (T04)', async () => {
  const zoe = await app.signIn('zoe@example.com');
  const device = await addTo(zoe);
  await app.db.owner`UPDATE passkey SET counter = 0`;
  device.setBack(-1);
  const browser = app.visitor();
  const signed = device.sign({ challenge: await ask(browser) });
  const pending = browser.cookies.get('__Host-pending') as string;
  expect((await enter(browser, signed)).status).toBe(200);
  browser.cookies.set('__Host-pending', pending);
  expect((await enter(browser, signed)).status).toBe(401);
});

test('a cloned passkey with a lower counter signs nobody in; the original still works (T04)', async () => {
  const cat = await app.signIn('cat@example.com');
  const device = await addTo(cat);
  const browser = app.visitor();
  const use = async (count: number) => {
    device.setBack(count - 1);
    return (await enter(browser, device.sign({ challenge: await ask(browser) }))).status;
  };
  expect(await use(6)).toBe(200);
  for (const count of [3, 6]) expect([count, await use(count)]).toEqual([count, 401]);
  expect(await use(7)).toBe(200);
});

test('a child signs in with its own passkey as the child, and a handed-over tablet adds none (T19)', async () => {
  const parent = await app.signIn('parent@example.com');
  const { id } = await addChild(parent, { age: 12 });
  const child = await joinAsChild(app, parent, id, 'child@example.com');
  const device = await addTo(child);
  const browser = app.visitor();
  expect((await enter(browser, device.sign({ challenge: await ask(browser) }))).status).toBe(200);
  expect(await who(browser)).toMatchObject({ role: 'child', childId: id });

  await parent.send('PUT', '/api/family/pin', { pin: '2580' });
  await parent.send('POST', `/api/children/${id}/hand-over`);
  expect((await parent.send('POST', `${PATH}/challenge`)).status).toBe(403);
});

test('a removed one signs nobody in', async () => {
  const gone = await app.signIn('gone@example.com');
  const device = await addTo(gone);
  const browser = app.visitor();
  const signed = device.sign({ challenge: await ask(browser) });
  const [{ id }] = (await gone.get(PATH)).body as [{ id: string }];
  await gone.send('DELETE', `${PATH}/${id}`);
  expect((await enter(browser, signed)).status).toBe(401);
});
