/** A device joins by a code on a parent's screen, with the rights chosen there. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, joinAsChild, joinAsSpouse } from '#tests/support/family.ts';
import { count } from '#tests/support/links.ts';
import { forgetProofs } from '#tests/support/proof.ts';
import { JOIN_MINUTES, JOIN_TRIES } from './contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Offer = { id: string; code: string; url: string };
let families = 0;

async function family() {
  const parent = await app.signIn(`parent${++families}@example.com`);
  const { id } = await addChild(parent, { name: 'Mia', age: 8 });
  return { parent, mia: id };
}

const offer = async (who: Visitor, childId: string | null) =>
  (await who.send('POST', '/api/family/joining', { childId })).body as Offer;
const ask = (device: Visitor, code: string, email?: string) =>
  device.send('POST', '/api/join', { code, ...(email && { email }) });
const matchOf = async (device: Visitor, code: string, email?: string) =>
  ((await ask(device, code, email)).body as { match: string }).match;
const look = async (who: Visitor, { id }: Offer) =>
  (await who.get(`/api/family/joining/${id}`)).body;
const letIn = (who: Visitor, { id }: Offer, match: string) =>
  who.send('POST', `/api/family/joining/${id}/let-in`, { match });
const enter = async (device: Visitor) => (await device.send('POST', '/api/join/enter')).body;
const who = async (device: Visitor) => (await device.get('/api/auth/user')).body;
const other = (match: string) => (match === '99' ? '98' : String(Number(match) + 1));

test('a wrong code opens nothing, five tries end the right one, and so do ten minutes (T04)', async () => {
  const { parent, mia } = await family();
  const guessed = await offer(parent, mia);
  const wrong = `${guessed.id}000000`;
  for (let i = 0; i < JOIN_TRIES; i++)
    expect((await ask(app.visitor(), wrong)).body).toMatchObject({ field: 'code' });
  expect((await ask(app.visitor(), guessed.code)).status).toBe(400);
  expect(await look(parent, guessed)).toEqual({ isGone: true, asking: null });

  const late = await offer(parent, mia);
  app.clock.advance(JOIN_MINUTES * 60_000);
  expect((await ask(app.visitor(), late.code)).status).toBe(400);
  for (const nonsense of ['', 'A', 'ZZZZ-ZZZZ-ZZZZ', late.id])
    expect((await ask(app.visitor(), nonsense)).status).toBe(400);
});

test('the right code is no failed try: a reloaded page asks again; wrong ones keep counting', async () => {
  const { parent, mia } = await family();
  const made = await offer(parent, mia);
  const tablet = app.visitor();
  for (let i = 0; i <= JOIN_TRIES; i++) expect((await ask(tablet, made.code)).status).toBe(200);
  const wrong = `${made.id}000000`;
  for (let i = 1; i < JOIN_TRIES; i++) await ask(app.visitor(), wrong);
  expect((await ask(tablet, made.code)).status).toBe(200);
  await ask(app.visitor(), wrong);
  expect((await ask(tablet, made.code)).status).toBe(400);
});

test('an old session offers nothing, and no child and no other family looks or lets in (T19b)', async () => {
  const { parent, mia } = await family();
  const stranger = (await family()).parent;
  const made = await offer(parent, mia);
  const tablet = app.visitor();
  const match = await matchOf(tablet, made.code);
  expect(await look(stranger, made)).toEqual({ isGone: true, asking: null });
  expect((await letIn(stranger, made, match)).status).toBe(409);
  expect((await stranger.send('POST', '/api/family/joining', { childId: mia })).status).toBe(404);
  await stranger.send('DELETE', `/api/family/joining/${made.id}`);
  expect(await look(parent, made)).toMatchObject({ isGone: false, asking: { match } });
  await forgetProofs(app.db);
  for (const reply of [
    await parent.send('POST', '/api/family/joining', { childId: mia }),
    await letIn(parent, made, match),
  ])
    expect(reply.body).toMatchObject({ code: 'SIGN_IN_AGAIN' });
  expect(await enter(tablet)).toEqual({ state: 'waits' });
});

test('a tablet waits for the press, and is then the child’s, without an e-mail address (T19)', async () => {
  const { parent, mia } = await family();
  const made = await offer(parent, mia);
  expect(made.url).toMatch(/\/join#[0-9A-Z]{12}$/);
  const tablet = app.visitor();
  const users = await count(app, 'users');
  const typed = made.code.toLowerCase().replaceAll('-', ' ');
  const asked = (await ask(tablet, typed)).body as { match: string; child: string };
  expect(asked).toEqual({ match: expect.stringMatching(/^\d\d$/), child: 'Mia' });
  expect(await look(parent, made)).toEqual({
    isGone: false,
    asking: { device: 'Browser', match: asked.match, email: null },
  });
  expect(await enter(tablet)).toEqual({ state: 'waits' });
  expect((await tablet.get('/api/auth/user')).status).toBe(401);
  expect((await letIn(parent, made, other(asked.match))).status).toBe(409);
  expect(await enter(tablet)).toEqual({ state: 'waits' });

  expect((await letIn(parent, made, asked.match)).status).toBe(200);
  const both = await Promise.all([enter(tablet), enter(tablet)]);
  expect(both.map((one) => (one as { state: string }).state).sort()).toEqual(['gone', 'in']);
  expect(await who(tablet)).toMatchObject({ role: 'child', childId: mia, email: '' });
  expect((await tablet.get('/api/family')).status).toBe(403);
  expect(await count(app, 'users')).toBe(users);
  const sessions = (await parent.get('/api/auth/sessions')).body as { handedOver: boolean }[];
  expect(sessions.filter(({ handedOver }) => handedOver)).toHaveLength(1);
  expect((await ask(app.visitor(), made.code)).status).toBe(400);
});

test('a device that was let in can enter until the ten minutes are over, and not a moment longer (T19g)', async () => {
  const { parent, mia } = await family();
  const [inTime, late] = [app.visitor(), app.visitor()];
  for (const device of [inTime, late]) {
    const made = await offer(parent, mia);
    expect((await letIn(parent, made, await matchOf(device, made.code))).status).toBe(200);
  }
  app.clock.advance(JOIN_MINUTES * 60_000 - 1);
  expect(await enter(inTime)).toMatchObject({ state: 'in' });
  app.clock.advance(1);
  expect(await enter(late)).toEqual({ state: 'gone' });
  expect((await late.get('/api/auth/user')).status).toBe(401);
});

test('of two devices with one code the first waits, the second is told so, and a parent can withdraw it', async () => {
  const { parent, mia } = await family();
  const made = await offer(parent, mia);
  const [first, second] = [app.visitor(), app.visitor()];
  await matchOf(first, made.code);
  expect((await ask(second, made.code)).status).toBe(409);
  expect(await enter(second)).toEqual({ state: 'gone' });
  // The same device may ask again, and another code cancels its first request.
  const again = await matchOf(first, made.code);
  expect(await look(parent, made)).toMatchObject({ asking: { match: again } });
  const newer = await offer(parent, mia);
  await matchOf(first, newer.code);
  expect(await look(parent, made)).toEqual({ isGone: true, asking: null });
  const match = await matchOf(first, newer.code);
  await parent.send('DELETE', `/api/family/joining/${newer.id}`);
  expect((await letIn(parent, newer, match)).status).toBe(409);
  expect(await enter(first)).toEqual({ state: 'gone' });
});

test('an adult names an address, and joins as an invited spouse with a parent’s press (T19b)', async () => {
  const { parent } = await family();
  const made = await offer(parent, null);
  expect(made.id.startsWith('A')).toBe(true);
  const phone = app.visitor();
  expect((await ask(phone, made.code)).body).toMatchObject({ field: 'email' });
  const match = await matchOf(phone, made.code, 'ben@example.com');
  expect(await look(parent, made)).toMatchObject({ asking: { email: 'ben@example.com' } });
  await letIn(parent, made, match);
  expect(await enter(phone)).toMatchObject({ state: 'in', user: { email: 'ben@example.com' } });
  const [{ id, role }] = (await phone.get('/api/invitations')).body as [
    { id: string; role: string },
  ];
  expect(role).toBe('spouse');
  expect((await phone.send('POST', `/api/invitations/${id}/join`)).status).toBe(200);
  expect(await who(phone)).toMatchObject({ role: 'spouse' });
  expect((await parent.send('POST', '/api/family/joining', { childId: null })).status).toBe(409);
});

test('an address that is already in use is not taken over, and a spouse invites no adult (T19b)', async () => {
  const { parent } = await family();
  await app.signIn('known@example.com');
  const made = await offer(parent, null);
  const phone = app.visitor();
  const match = await matchOf(phone, made.code, 'known@example.com');
  await letIn(parent, made, match);
  expect(await enter(phone)).toEqual({ state: 'known' });
  expect((await phone.get('/api/auth/user')).status).toBe(401);

  const { parent: anna, mia } = await family();
  const spouse = await joinAsSpouse(app, anna, 'spouse@example.com');
  expect((await spouse.send('POST', '/api/family/joining', { childId: null })).status).toBe(403);
  expect((await offer(spouse, mia)).code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
});

const joined = async (parent: Visitor, mia: string) => {
  const made = await offer(parent, mia);
  const tablet = app.visitor();
  await letIn(parent, made, await matchOf(tablet, made.code));
  expect(await enter(tablet)).toMatchObject({ state: 'in' });
  return tablet;
};

test('a child’s own device never becomes the parent’s who let it in, not by the right PIN (T19g T19)', async () => {
  const { parent, mia } = await family();
  expect((await parent.send('PUT', '/api/family/pin', { pin: '2580' })).status).toBe(200);
  const tablet = await joined(parent, mia);
  const back = await tablet.send('POST', '/api/family/hand-back', { pin: '2580' });
  expect(back.status).toBe(403);
  expect(await who(tablet)).toMatchObject({ role: 'child', handedOver: true, ownDevice: true });
  // A lent tablet returns with the same PIN.
  const lent = await app.signIn(`parent${families}@example.com`);
  await lent.send('POST', `/api/children/${mia}/hand-over`);
  expect(await who(lent)).toMatchObject({ handedOver: true, ownDevice: false });
  expect((await lent.send('POST', '/api/family/hand-back', { pin: '2580' })).status).toBe(200);
  expect(await who(lent)).toMatchObject({ role: 'parent' });
});

test('either parent sees a child’s device and signs it out, whoever let it in; nobody else does (T19b T19g)', async () => {
  const { parent, mia } = await family();
  const spouse = await joinAsSpouse(app, parent, `ben-${mia.slice(-6)}@example.com`);
  const child = await joinAsChild(app, parent, mia, `kid-${mia.slice(-6)}@example.com`);
  const stranger = (await family()).parent;
  const tablet = app.visitor();
  const made = await offer(parent, mia);
  await letIn(parent, made, await matchOf(tablet, made.code));
  await enter(tablet);
  const devices = async (visitor: Visitor) =>
    (
      (await visitor.get('/api/auth/sessions')).body as { id: string; handedOver: boolean }[]
    ).filter(({ handedOver }) => handedOver);
  const [device] = await devices(parent);
  const end = (visitor: Visitor) => visitor.send('DELETE', `/api/auth/sessions/${device?.id}`);
  for (const visitor of [child, stranger]) {
    expect(await devices(visitor)).toEqual([]);
    expect((await end(visitor)).status).toBe(404);
  }
  expect((await who(tablet)) as object).toMatchObject({ ownDevice: true });
  expect(await devices(spouse)).toEqual([device]);
  await spouse.send('DELETE', '/api/auth/sessions');
  expect(await devices(parent)).toEqual([device]);
  expect((await end(spouse)).status).toBe(200);
  expect((await tablet.get('/api/auth/user')).status).toBe(401);
});

test('a closed book lets no device in, and signs out those of the child (T19g)', async () => {
  const { parent, mia } = await family();
  const tablet = await joined(parent, mia);
  // A sign-in for the child changes nothing for the device.
  await joinAsChild(app, parent, mia, 'mia-of-closed@example.com');
  const made = await offer(parent, mia);
  const late = app.visitor();
  const match = await matchOf(late, made.code);
  const open = await offer(parent, mia);
  const admitted = app.visitor();
  await letIn(parent, open, await matchOf(admitted, open.code));
  expect((await parent.send('DELETE', `/api/children/${mia}`)).status).toBe(200);
  expect((await tablet.get('/api/auth/user')).status).toBe(401);
  expect((await letIn(parent, made, match)).status).toBe(404);
  expect(await enter(late)).toEqual({ state: 'waits' });
  expect((await admitted.send('POST', '/api/join/enter')).status).toBe(403);
  expect((await parent.send('POST', '/api/family/joining', { childId: mia })).status).toBe(404);
});

test('every adult is notified who was let in, whoever confirmed, and of nothing before that (T19g)', async () => {
  const { parent, mia } = await family();
  const spouse = await joinAsSpouse(app, parent, `spouse${families}@example.com`);
  const newest = async (visitor: Visitor) =>
    ((await visitor.get('/api/messages')).body as { kind: string; childName: string }[])[0];
  const made = await offer(spouse, mia);
  const tablet = app.visitor();
  const match = await matchOf(tablet, made.code);
  expect(await newest(parent)).toMatchObject({ kind: 'account_news' });
  await letIn(spouse, made, match);
  for (const adult of [parent, spouse])
    expect(await newest(adult)).toMatchObject({ kind: 'joined', childName: 'Mia' });
});

test('where strangers may open no family, an adult with a code joins all the same', async () => {
  const { parent } = await family();
  const made = await offer(parent, null);
  const closed = await startApp({ address: app.address, settings: { signups: 'closed' } });
  const phone = closed.visitor();
  const email = `closed${families}@example.com`;
  await letIn(parent, made, await matchOf(phone, made.code, email));
  expect(await enter(phone)).toMatchObject({ state: 'in', user: { email } });
  await closed.close();
});

test('a device that becomes a child’s ends any earlier session on it', async () => {
  const { parent, mia } = await family();
  const device = await app.signIn('before@example.com');
  const old = device.cookies.get('__Host-session') as string;
  const made = await offer(parent, mia);
  await letIn(parent, made, await matchOf(device, made.code));
  expect(await enter(device)).toMatchObject({ state: 'in' });
  expect(await who(device)).toMatchObject({ role: 'child' });
  device.cookies.set('__Host-session', old);
  expect((await device.get('/api/auth/user')).status).toBe(401);
});
