/** Everything mailed about an account is also a message: most home servers send no mail. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { newAuthenticator } from '#tests/support/authenticator.ts';
import { addChild, invitations, joinAsChild, joinAsSpouse } from '#tests/support/family.ts';
import type { Message } from './contract.ts';

let app: TestApp;
let anna: Visitor;
beforeEach(async () => {
  app = await startApp({ at: '2026-11-18T12:00:00Z' });
  anna = await app.signIn('anna@example.com');
});
afterEach(() => app.close());

/** The oldest first. */
const news = async (who: Visitor) => {
  const all = (await who.get('/api/messages')).body as Message[];
  const told = all.filter(({ kind }) => kind === 'account_news');
  return told.map(({ data, childName }) => (childName ? { ...data, childName } : data)).reverse();
};
const PASSKEYS = '/api/auth/passkeys';
const DEVICE = { what: 'new_device', device: 'Browser' };

test('a new device is reported once to its person, and a child’s to the adults; a known one never (T11)', async () => {
  const mia = (await addChild(anna)).id;
  const kid = await joinAsChild(app, anna, mia, 'mia@example.com');
  const tom = await joinAsSpouse(app, anna, 'tom@example.com');
  expect(await news(tom)).toEqual([]);
  expect(await news(anna)).toEqual([{ what: 'joined', childName: 'Mia' }, { what: 'joined' }]);
  const before = await anna.get('/api/messages/unread');
  await app.signIn('tom@example.com');
  expect(await news(tom)).toEqual([DEVICE]);
  expect(await news(anna)).toHaveLength(2);
  await app.signIn('mia@example.com');
  for (const adult of [anna, tom])
    expect((await news(adult)).at(-1)).toEqual({ ...DEVICE, childName: 'Mia' });
  expect(await news(kid)).toEqual([]);
  expect((await anna.get('/api/messages/unread')).body).not.toEqual(before.body);
});

test('a PIN and passkeys are reported to their person only, and only if something changed (T45)', async () => {
  const tom = await joinAsSpouse(app, anna, 'tom@example.com');
  const at = (await news(anna)).length;
  expect((await anna.send('PUT', '/api/family/pin', { pin: '25' })).status).toBe(400);
  expect((await news(anna)).slice(at)).toEqual([]);
  await anna.send('PUT', '/api/family/pin', { pin: '2580' });
  const { challenge } = (await anna.send('POST', `${PASSKEYS}/challenge`)).body as {
    challenge: string;
  };
  const added = await anna.send('POST', PASSKEYS, newAuthenticator().make({ challenge }));
  const { id } = added.body as { id: string };
  expect((await anna.send('DELETE', `${PASSKEYS}/${id}`)).status).toBe(200);
  expect((await anna.send('DELETE', `${PASSKEYS}/${id}`)).status).toBe(404);
  expect((await news(anna)).slice(at)).toEqual([
    { what: 'pin_changed' },
    { what: 'passkey_added' },
    { what: 'passkey_removed' },
  ]);
  expect(await news(tom)).toEqual([]);
});

test('rights given and withdrawn are reported to both, a removal to each in their own family (T19b)', async () => {
  const tom = await joinAsSpouse(app, anna, 'tom@example.com');
  const at = (await news(anna)).length;
  const email = 'tom@example.com';
  await anna.send('POST', '/api/family/spouse/full-parent');
  await anna.send('DELETE', '/api/family/spouse/full-parent');
  const undone = { what: 'full_parent_undone' };
  const told = [{ what: 'full_parent' }, undone];
  expect((await news(anna)).slice(at)).toEqual(told);
  expect(await news(tom)).toEqual([{ what: 'full_parent_you' }, undone]);
  await anna.send('DELETE', '/api/family/spouse');
  expect((await news(anna)).slice(at)).toEqual([...told, { what: 'removed_spouse' }]);
  const back = await app.signIn(email);
  expect(await news(back)).toEqual([{ what: 'removed_you' }, DEVICE]);
});

test('leaving is reported to whoever stays, and takes no messages along to another family (T19b)', async () => {
  const tom = await joinAsSpouse(app, anna, 'tom@example.com');
  await tom.send('POST', '/api/family/leave');
  expect((await news(anna)).at(-1)).toEqual({ what: 'left' });
  const back = await app.signIn('tom@example.com');
  expect(await news(back)).toEqual([DEVICE]);
  await anna.send('POST', '/api/family/invite-spouse', { email: 'tom@example.com' });
  const [invitation] = await invitations(back);
  expect((await back.send('POST', `/api/invitations/${invitation}/join`)).status).toBe(200);
  expect(await news(back)).toEqual([]);
  const [row] = await app.db.owner<{ news: number }[]>`
    SELECT count(*)::int AS news FROM message m WHERE NOT EXISTS (
      SELECT FROM users u WHERE u.user_id = m.user_id AND u.family_id = m.family_id)`;
  expect(row?.news).toBe(0);
});

test('what a family keeps is told to every adult, and a choice that removes no more is not (T8)', async () => {
  const tom = await joinAsSpouse(app, anna, 'tom@example.com');
  const at = (await news(anna)).length;
  const choose = (dataRetentionMonths: number, autoDataPruningEnabled: boolean) =>
    anna.send('PUT', '/api/privacy/settings', { dataRetentionMonths, autoDataPruningEnabled });
  expect((await choose(24, false)).status).toBe(200);
  expect((await news(anna)).slice(at)).toEqual([]);
  await choose(24, true);
  await anna.send('POST', '/api/family/deletion');
  await anna.send('DELETE', '/api/family/deletion');
  for (const [who, from] of [[anna, at] as const, [tom, 0] as const])
    expect((await news(who)).slice(from)).toEqual([
      { what: 'prune_automatic' },
      { what: 'family_kept' },
    ]);
});
