/** A tablet in a child's hands is the child's for the server, until the parent's PIN or a link. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contracts } from '#app/features.ts';
import type { Contract, Endpoint } from '#contract/endpoint.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { send } from '#tests/support/call.ts';
import { addChild, message, record } from '#tests/support/family.ts';
import { ask, verify } from '#tests/support/links.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ admins: ['boss@example.com'] });
});
afterAll(() => app.close());

const PIN = '2580';
const MINUTE = 60_000;
let families = 0;

const handBack = (visitor: Visitor, pin: string) =>
  visitor.send('POST', '/api/family/hand-back', { pin });
const roleOf = async (visitor: Visitor) =>
  ((await visitor.get('/api/auth/user')).body as { role: string }).role;

/** A parent with two children and a PIN; the tablet is not handed over yet. */
async function family(email = `parent${++families}@example.com`) {
  const parent = await app.signIn(email);
  await parent.send('PATCH', '/api/auth/user', { firstName: 'Anna' });
  const mia = (await addChild(parent, { name: 'Mia' })).id;
  const leo = (await addChild(parent, { name: 'Leo' })).id;
  await parent.send('PUT', '/api/family/pin', { pin: PIN });
  return { parent, mia, leo, email };
}

const start = (parent: Visitor, id: string) => parent.send('POST', `/api/children/${id}/hand-over`);

/** Every adults-only call, with ids filled in; only the cookie decides. */
function adultCalls(mia: string): [Endpoint, object][] {
  return Object.values(contracts as Record<string, Contract>)
    .flatMap((contract) => Object.values(contract))
    .filter(({ access }) => ['adult', 'adultUser', 'parent', 'user', 'admin'].includes(access))
    .map((e) => [e, e.path.includes('{id}') ? { id: mia } : {}]);
}

test('after the hand-over 30 calls of a parent with the same cookie are refused (T19)', async () => {
  const { parent, mia, leo } = await family();
  expect((await start(parent, leo)).status).toBe(200);
  await app.signIn('other@example.com');
  const calls = adultCalls(mia);
  expect(calls.length).toBeGreaterThanOrEqual(20);
  let refused = 0;
  while (refused < 30)
    for (const [e, input] of calls) {
      const reply = await send(parent, e, input);
      expect(reply.status, `${e.method} ${e.path} ${reply.text}`).toBe(403);
      expect(reply.body).toEqual({
        message: 'Access denied',
        code: 'FORBIDDEN',
        reason: 'ACCESS_DENIED',
      });
      refused += 1;
    }
  expect((await start(parent, mia)).status).toBe(403);
  expect(await roleOf(parent)).toBe('child');
});

test('the reply to a hand-over drops kept pages; a refused one drops nothing (T53)', async () => {
  const { parent, mia, leo } = await family();
  const refused = await start(parent, '00000000-0000-4000-8000-000000000000');
  expect([refused.status, refused.headers['clear-site-data']]).toEqual([404, undefined]);
  // The device's offline data stays: it is the child's, or the page forgets it.
  expect((await start(parent, mia)).headers['clear-site-data']).toBe('"cache"');
  expect((await start(parent, leo)).headers['clear-site-data']).toBeUndefined();
});

test('what the tablet reads is the child’s, and nothing of the parent or a sibling (T19)', async () => {
  const { parent, mia, leo, email } = await family('reader@example.com');
  await record(parent, leo, 'bonus', '0.00077777', 'Secret of Leo');
  await start(parent, mia);
  const user = await parent.get('/api/auth/user');
  expect(user.body).toMatchObject({
    role: 'child',
    childId: mia,
    handedOver: true,
    isAdmin: false,
    firstName: 'Mia',
  });
  const dashboard = await parent.get('/api/dashboard');
  expect(dashboard.body).toMatchObject({
    family: null,
    spouse: null,
    invitations: [],
    user: user.body,
  });
  expect((await parent.get(`/api/children/${mia}`)).status).toBe(200);
  expect((await parent.get(`/api/children/${leo}`)).status).toBe(404);
  const recent = await parent.get('/api/transactions/recent');
  for (const { text } of [user, dashboard, recent])
    for (const foreign of [email, 'Anna', 'Leo', leo, '0.00077777'])
      expect(text).not.toContain(foreign);
});

test('an operator’s tablet is no operator’s (T19)', async () => {
  const { parent, mia } = await family('boss@example.com');
  expect((await parent.get('/api/auth/user')).body).toMatchObject({ isAdmin: true });
  const reads = Object.values(contracts as Record<string, Contract>)
    .flatMap((contract) => Object.values(contract))
    .filter(({ access, method }) => access === 'admin' && method === 'GET');
  const answers = () => Promise.all(reads.map(async (e) => (await send(parent, e, {})).status));
  expect(reads.length).toBeGreaterThan(1);
  expect(await answers()).not.toContain(403);
  await start(parent, mia);
  expect((await parent.get('/api/auth/user')).body).toMatchObject({ isAdmin: false });
  expect(new Set(await answers())).toEqual(new Set([403]));
});

test('other browsers of the parent stay the parent’s, and can sign the tablet out (T19)', async () => {
  const { parent, mia, email } = await family();
  const other = await app.signIn(email);
  await start(parent, mia);
  expect(await roleOf(other)).toBe('parent');
  const sessions = (await other.get('/api/auth/sessions')).body as {
    id: string;
    current: boolean;
    handedOver: boolean;
  }[];
  expect(sessions.find(({ current }) => current)?.handedOver).toBe(false);
  const tablet = sessions.find(({ handedOver }) => handedOver);
  await other.send('DELETE', `/api/auth/sessions/${tablet?.id}`);
  expect((await parent.get('/api/auth/user')).status).toBe(401);
});

test('a change that waited while the tablet was handed over changes nothing (T19)', async () => {
  const { parent, mia } = await family();
  const replies = await Promise.all([
    start(parent, mia),
    ...Array.from({ length: 8 }, () => record(parent, mia, 'bonus', '0.00000001')),
  ]);
  const after = await record(parent, mia, 'bonus', '0.00000001');
  // Calls before the hand-over were the parent's; later ones have to sign in.
  for (const { status } of replies.slice(1)) expect([200, 401, 403]).toContain(status);
  expect(after.status).not.toBe(200);
});

test('another family’s child is no child to hand over to (T19)', async () => {
  const { parent } = await family();
  const other = await family();
  expect((await start(parent, other.mia)).status).toBe(404);
  expect(await roleOf(parent)).toBe('parent');
});

test('a PIN has 4 to 8 digits and is kept as a hash with salt (T19)', async () => {
  const { parent } = await family();
  for (const pin of ['', '123', '123456789', '12a4', '١٢٣٤', ' 1234', 1234])
    expect((await parent.send('PUT', '/api/family/pin', { pin })).status).toBe(400);
  const changed = await parent.send('PUT', '/api/family/pin', { pin: '31415926', oldPin: PIN });
  expect(changed.status).toBe(200);
  const rows = await app.db.owner<{ salt: Uint8Array; hash: Uint8Array }[]>`
    SELECT salt, hash FROM parent_pin`;
  expect(new Set(rows.map(({ salt }) => Buffer.from(salt).toString('hex'))).size).toBe(rows.length);
  expect(new Set(rows.map(({ hash }) => Buffer.from(hash).toString('hex'))).size).toBe(rows.length);
  for (const { salt, hash } of rows) expect([salt.length, hash.length]).toEqual([16, 32]);
});

test('the PIN gives the tablet back, under a new cookie; the old one is worth nothing (T19)', async () => {
  const { parent, mia } = await family();
  expect((await handBack(parent, PIN)).status).toBe(403);
  await start(parent, mia);
  const copied = app.visitor();
  for (const [name, value] of parent.cookies) copied.cookies.set(name, value);
  const wrong = await handBack(parent, '0000');
  expect([wrong.status, wrong.body]).toEqual([
    400,
    {
      message: 'That PIN is not right',
      code: 'VALIDATION_ERROR',
      reason: 'PIN_WRONG',
      field: 'pin',
    },
  ]);
  expect(await roleOf(parent)).toBe('child');
  expect((await handBack(parent, PIN)).status).toBe(200);
  expect(await roleOf(parent)).toBe('parent');
  expect((await copied.get('/api/auth/user')).status).toBe(401);
});

test('without a PIN only a new link takes the tablet back (T19)', async () => {
  const parent = await app.signIn('pinless@example.com');
  const { id } = await addChild(parent);
  expect((await parent.get('/api/family/pin')).body).toEqual({ isSet: false });
  await start(parent, id);
  const refused = await handBack(parent, PIN);
  expect([refused.status, message(refused)]).toEqual([
    409,
    'No PIN is set. Please sign in with a link from your mail.',
  ]);
  const { token } = await ask(app, parent, 'pinless@example.com');
  expect((await verify(parent, token)).status).toBe(200);
  expect(await roleOf(parent)).toBe('parent');
  // The child's session has ended with it.
  const [row] = await app.db.owner`SELECT FROM session WHERE handed_to = ${id}`;
  expect(row).toBeUndefined();
});

test('the PIN of the other parent does not open this one’s session (T19)', async () => {
  const { parent, mia } = await family();
  const other = await family();
  await other.parent.send('PUT', '/api/family/pin', { pin: '9999' });
  await start(parent, mia);
  expect((await handBack(parent, '9999')).status).toBe(400);
});

test('five wrong tries, then growing waits in which not even the right PIN counts (T19)', async () => {
  const { parent, mia } = await family();
  await start(parent, mia);
  for (let i = 0; i < 5; i++) expect((await handBack(parent, '0000')).status).toBe(400);
  const early = await handBack(parent, PIN);
  expect([early.status, message(early)]).toEqual([
    429,
    'Too many wrong tries. Please wait a minute.',
  ]);
  app.clock.advance(MINUTE);
  expect((await handBack(parent, '0000')).status).toBe(400);
  app.clock.advance(MINUTE);
  expect(message(await handBack(parent, PIN))).toBe('Too many wrong tries. Please wait 4 minutes.');
  app.clock.advance(4 * MINUTE);
  expect((await handBack(parent, PIN)).status).toBe(200);
  // The right PIN restores all tries.
  await start(parent, mia);
  for (let i = 0; i < 5; i++) expect((await handBack(parent, '0000')).status).toBe(400);
});

test('many wrong tries at once, over two instances, count each (T19)', async () => {
  const { parent, mia } = await family();
  await start(parent, mia);
  const second = await startApp({ address: app.address });
  const there = second.visitor();
  for (const [name, value] of parent.cookies) there.cookies.set(name, value);
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) => handBack(i % 2 ? parent : there, String(1000 + i))),
  );
  const counts = (status: number) => replies.filter((reply) => reply.status === status).length;
  expect([counts(400), counts(429)]).toEqual([5, 15]);
  await second.close();
});

test('when the database fails the tablet stays with the child (T19)', async () => {
  const { parent, mia } = await family();
  await start(parent, mia);
  await app.db.owner`ALTER TABLE parent_pin RENAME COLUMN hash TO broken`;
  expect((await handBack(parent, PIN)).status).toBe(500);
  await app.db.owner`ALTER TABLE parent_pin RENAME COLUMN broken TO hash`;
  expect(await roleOf(parent)).toBe('child');
});

test('a PIN ends with the membership (T19)', async () => {
  const { parent } = await family();
  await parent.send('POST', '/api/family/invite-spouse', { email: 'gone@example.com' });
  const spouse = await app.signIn('gone@example.com');
  const [open] = (await spouse.get('/api/invitations')).body as { id: string }[];
  await spouse.send('POST', `/api/invitations/${open?.id}/join`);
  await spouse.send('PUT', '/api/family/pin', { pin: '4711' });
  expect((await spouse.get('/api/family/pin')).body).toEqual({ isSet: true });
  const count = async () => (await app.db.owner`SELECT FROM parent_pin`).length;
  const before = await count();
  await parent.send('DELETE', '/api/family/spouse');
  expect(await count()).toBe(before - 1);
});
