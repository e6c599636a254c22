/** Setting up a family, inviting the other parent, and the rights of an invitation. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { JOBS_KEY, startApp, type TestApp } from '#tests/support/app.ts';
import { addChild, answer, invitations, joinAsSpouse, message } from '#tests/support/family.ts';
import { queuedMails } from '#tests/support/queue.ts';
import { snapshot } from '#tests/support/world.ts';

const DAY = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ admins: ['ops@example.com'] });
});
afterAll(() => app.close());
beforeEach(() => {
  app.clock.now = new Date('2026-11-18T12:00:00Z');
});

const invite = (parent: Awaited<ReturnType<TestApp['signIn']>>, body: object) =>
  parent.send('POST', '/api/family/invite-spouse', body);
const onboarding = async (email: string) => {
  const [row] = await app.db.owner<{ onboarded: boolean }[]>`
    SELECT onboarded FROM users WHERE email = ${email}`;
  return row?.onboarded;
};

test('a passphrase in the setup is refused, and nothing of the setup is saved (SETUP-18)', async () => {
  const anna = await app.signIn('setup@example.com');
  const before = await snapshot(app);
  const children = [{ name: 'Mia', age: 9 }];
  const body = { children, useEncryption: true, passphrase: 'apple-river-stone' };
  const refused = await anna.send('POST', '/api/family/setup', body);
  expect([refused.status, refused.body]).toEqual([
    400,
    {
      message: '“passphrase” is not a field of this call',
      code: 'VALIDATION_ERROR',
      reason: 'UNKNOWN_FIELD',
      values: { field: 'passphrase' },
      field: 'passphrase',
    },
  ]);
  for (const wrong of [
    [{ name: ' ', age: 9 }],
    [{ name: 'Mia', age: 0 }],
    [{ name: 'Mia', age: 19 }],
    [{ name: 'Mia', age: 9.5 }],
    [{ name: 'Mia', age: '9' }],
    [{ name: 'Mia' }],
    [{ name: 'Mia', age: 9, weeklyAllowance: 'much' }],
    [{ name: 'Mia', age: 9, allowanceDay: 7 }],
    [{ name: 'Mia', age: 9, face: 'king' }],
    [{ name: 'Mia', age: 9, savingsBalance: '1' }],
    Array.from({ length: 31 }, () => ({ name: 'Mia', age: 9 })),
  ])
    expect((await anna.send('POST', '/api/family/setup', { children: wrong })).status).toBe(400);
  expect(await snapshot(app)).toBe(before);
  expect(await onboarding('setup@example.com')).toBe(false);
});

test('the setup takes children by name and age, with the defaults, and is then done (SETUP-19)', async () => {
  const anna = await app.signIn('setup-done@example.com');
  const reply = await anna.send('POST', '/api/family/setup', {
    children: [
      { name: 'Mia', age: 9 },
      { name: 'Leo', age: 18 },
    ],
    useEncryption: false,
    timeZone: 'Europe/Berlin',
  });
  expect(reply.body).toMatchObject({
    success: true,
    children: [
      { name: 'Mia', age: 9, face: 'letter', weeklyAllowance: '0.00000000', allowanceDay: 0 },
      { name: 'Leo', age: 18, spendingThreshold: '0.00100000', savingsBalance: '0.00000000' },
    ],
  });
  expect(await onboarding('setup-done@example.com')).toBe(true);
  expect((await anna.get('/api/family')).body).toMatchObject({ timeZone: 'Europe/Berlin' });
});

test('a family that wants encryption has it on, and a readable wallet is refused from then on (SETUP-18)', async () => {
  const anna = await app.signIn('setup-encrypted@example.com');
  const setUp = () => anna.send('POST', '/api/family/setup', { children: [], useEncryption: true });
  expect((await setUp()).status).toBe(200);
  expect((await anna.get('/api/wallet/preferences')).body).toEqual({
    ...{ prefersEncryption: true, hasLegacyWallet: false, hasEncryptedWallet: false },
  });
  const { version } = (await anna.get('/api/wallet/encrypted-config')).body as { version: number };
  await setUp();
  expect((await anna.get('/api/wallet/encrypted-config')).body).toMatchObject({ version });
});

test('the setup takes a picture, an allowance and its day with a child (SETUP-19)', async () => {
  const anna = await app.signIn('setup-choices@example.com');
  const ida = { name: 'Ida', age: 15, face: 'owl', weeklyAllowance: '0.00004000', allowanceDay: 6 };
  const reply = await anna.send('POST', '/api/family/setup', { children: [ida] });
  expect(reply.body).toMatchObject({ children: [ida] });
  const [child] = (await anna.get('/api/children')).body as { nextAllowanceDate: string }[];
  // Wednesday, 18 November 2026, is today; its first Saturday follows.
  expect(child?.nextAllowanceDate).toBe('2026-11-21');
});

test('the time zone of a family is a zone of the IANA, and decides what today is (T33)', async () => {
  const anna = await app.signIn('zone@example.com');
  const set = (timeZone: unknown) => anna.send('PATCH', '/api/family/settings', { timeZone });
  const wrong = ['', 'Middle/Earth', '+02:00', 'UTC+2', 'Europe/Berlin ', '../etc/passwd', 5, null];
  for (const zone of wrong) expect((await set(zone)).status, String(zone)).toBe(400);
  expect(message(await set('Middle/Earth'))).toBe(
    'Expected an IANA time zone such as Europe/Berlin',
  );
  expect((await anna.get('/api/family')).body).toMatchObject({
    timeZone: 'UTC',
    today: '2026-11-18',
    weekday: 3,
    payAutomatically: false,
  });
  expect((await set('Pacific/Kiritimati')).status).toBe(200);
  expect((await anna.get('/api/family')).body).toMatchObject({ today: '2026-11-19', weekday: 4 });
});

test('who may be invited; the invited spouse with the default share (FAM-10 FAM-11 FAM-12 FAM-13 FAM-14)', async () => {
  const anna = await app.signIn('anna@example.com');
  expect(message(await invite(anna, {}))).toBe('“email” is missing');
  expect(message(await invite(anna, { email: '' }))).toBe(
    "Please enter your spouse's email address",
  );
  for (const email of ['ops@example.com', 'anna@example.com', 'ANNA@example.com']) {
    const reply = await invite(anna, { email });
    expect([reply.status, message(reply)]).toEqual([400, 'This address cannot be invited']);
  }
  for (const netWorthShare of [-1, 101, 0.5, '50'])
    expect((await invite(anna, { email: 'tom@example.com', netWorthShare })).status).toBe(400);
  expect((await anna.get('/api/family/spouse')).body).toBeNull();

  const spouse = {
    firstName: null,
    lastName: null,
    email: 'tom@example.com',
    netWorthShare: 50,
    state: 'invited',
    isFullParent: false,
    fullParentAt: null,
    invitedAt: app.clock.now.toISOString(),
  };
  expect((await invite(anna, { email: 'Tom@Example.com' })).body).toEqual(spouse);
  expect((await anna.get('/api/family/spouse')).body).toEqual(spouse);
});

test('inviting a known and an unknown address looks the same (T05 FAM-14)', async () => {
  await app.signIn('known@example.com');
  const zoe = await app.signIn('zoe@example.com');
  const replies: string[] = [];
  for (const email of ['known@example.com', 'nobody-at-all@example.com']) {
    const reply = await invite(zoe, { email });
    replies.push(`${reply.status} ${reply.text.replace(email, '…')}`);
    await zoe.send('DELETE', '/api/family/spouse');
  }
  expect(new Set(replies).size).toBe(1);
});

test('an invited person has no rights, and another account cannot use the invitation (T19c)', async () => {
  const anna = await app.signIn('host-of-tom@example.com');
  await invite(anna, { email: 'tom-joins@example.com' });
  const mia = await addChild(anna);
  const tom = await app.signIn('tom-joins@example.com');
  expect((await tom.get(`/api/children/${mia.id}`)).status).toBe(404);
  expect((await tom.get('/api/children')).body).toEqual([]);
  const [id] = await invitations(tom);
  const thief = await app.signIn('thief@example.com');
  const before = await snapshot(app);
  for (const how of ['join', 'decline'] as const)
    expect((await answer(thief, id, how)).status).toBe(404);
  expect((await answer(app.visitor(), id, 'join')).status).toBe(401);
  // Not even the inviter can accept in the other's name.
  expect((await answer(anna, id, 'join')).status).toBe(404);
  expect(await snapshot(app)).toBe(before);

  expect((await tom.get('/api/invitations')).body).toEqual([
    {
      id,
      invitedBy: 'host-of-tom@example.com',
      inviterEmail: 'host-of-tom@example.com',
      role: 'spouse',
      expiresAt: new Date(app.clock.now.getTime() + 7 * DAY).toISOString(),
    },
  ]);
  const old = new Map(tom.cookies);
  expect((await answer(tom, id, 'join')).body).toEqual({ success: true });
  expect((await tom.get(`/api/children/${mia.id}`)).body).toMatchObject({ name: 'Mia' });
  expect((await tom.get('/api/auth/user')).body).toMatchObject({ role: 'spouse' });
  // New rights mean a new cookie, and the old one is dead.
  const replay = app.visitor();
  for (const [name, value] of old) replay.cookies.set(name, value);
  expect((await replay.get('/api/auth/user')).status).toBe(401);
  expect((await anna.get('/api/family/spouse')).body).toMatchObject({ state: 'accepted' });
  const [mail] = await queuedMails(app.db, JOBS_KEY, 'host-of-tom@example.com').then((all) =>
    all.slice(-1),
  );
  expect(mail?.subject).toBe('Your invitation was accepted');
  expect((await invite(anna, { email: 'second@example.com' })).status).toBe(409);
});

test('a spouse manages the children, but neither invites nor removes (AUTH-44)', async () => {
  const anna = await app.signIn('host-of-spouse@example.com');
  const tom = await joinAsSpouse(app, anna, 'spouse@example.com');
  expect((await invite(tom, { email: 'x@example.com' })).status).toBe(403);
  expect((await tom.send('DELETE', '/api/family/spouse')).status).toBe(403);
  expect((await tom.send('POST', '/api/family/setup', { children: [] })).status).toBe(403);
  expect((await addChild(tom, { name: 'Leo' })).name).toBe('Leo');
});

test('“No, my own family” leaves both families as they were (FAM-09)', async () => {
  const vera = await app.signIn('vera@example.com');
  await invite(vera, { email: 'no@example.com' });
  const other = await app.signIn('no@example.com');
  const [id] = await invitations(other);
  expect((await answer(other, id, 'decline')).status).toBe(200);
  expect((await answer(other, id, 'join')).status).toBe(404);
  expect((await answer(other, id, 'decline')).status).toBe(404);
  expect((await other.get('/api/auth/user')).body).toMatchObject({ role: 'parent' });
  expect((await vera.get('/api/family/spouse')).body).toBeNull();
});

test('an invitation is open for 7 days (T19c)', async () => {
  const parent = await app.signIn('week@example.com');
  await invite(parent, { email: 'late@example.com' });
  app.clock.advance(7 * DAY - 1000);
  const late = await app.signIn('late@example.com');
  const [id] = await invitations(late);
  app.clock.advance(1000);
  expect(await invitations(late)).toEqual([]);
  expect((await answer(late, id, 'join')).status).toBe(404);
  expect((await parent.send('POST', '/api/family/resend-spouse-invitation')).status).toBe(409);
});

test('sending again keeps address and share, and ends the older invitation (FAM-15)', async () => {
  const parent = await app.signIn('again@example.com');
  const resend = () => parent.send('POST', '/api/family/resend-spouse-invitation');
  expect(message(await resend())).toBe('There is no open invitation to send again');
  await invite(parent, { email: 'resent@example.com', netWorthShare: 30 });
  const other = await app.signIn('resent@example.com');
  const [older] = await invitations(other);
  expect((await resend()).body).toMatchObject({ email: 'resent@example.com', netWorthShare: 30 });
  expect(await invitations(other)).toHaveLength(1);
  expect((await answer(other, older, 'join')).status).toBe(404);
  expect((await answer(other, (await invitations(other))[0], 'join')).status).toBe(200);
  expect((await parent.get('/api/family/spouse')).body).toMatchObject({ netWorthShare: 30 });
  const mails = await queuedMails(app.db, JOBS_KEY, 'resent@example.com');
  expect(mails.filter(({ text }) => text.includes('invites you'))).toHaveLength(2);
});

test('somebody with a book of their own cannot leave it by joining (FAM-09)', async () => {
  const parent = await app.signIn('host@example.com');
  const owner = await app.signIn('bookowner@example.com');
  await addChild(owner);
  await invite(parent, { email: 'bookowner@example.com' });
  const [id] = await invitations(owner);
  const refused = await answer(owner, id, 'join');
  expect([refused.status, message(refused)]).toEqual([
    409,
    'Your family already has a book of its own. To join another family, sign in with another address.',
  ]);
  expect((await owner.get('/api/children')).body).toHaveLength(1);
  // A spouse can't move on to a third family, nor a parent leave the spouse behind.
  const moved = await joinAsSpouse(app, owner, 'moved@example.com');
  const third = await app.signIn('third@example.com');
  await invite(third, { email: 'moved@example.com' });
  expect((await answer(moved, (await invitations(moved))[0], 'join')).status).toBe(409);
  const couple = await app.signIn('couple@example.com');
  await joinAsSpouse(app, couple, 'partner@example.com');
  await invite(third, { email: 'couple@example.com' });
  expect((await answer(couple, (await invitations(couple))[0], 'join')).status).toBe(409);
});
