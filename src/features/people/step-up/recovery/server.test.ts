/** Ten codes on paper: each works once, for its own adult, and notifies every adult. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { JOBS_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, joinAsChild, joinAsSpouse } from '#tests/support/family.ts';
import { forgetProofs } from '#tests/support/proof.ts';
import { queuedMails } from '#tests/support/queue.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const make = async (visitor: Visitor) =>
  ((await visitor.send('POST', '/api/auth/recovery-codes')).body as { codes: string[] }).codes;
const left = async (visitor: Visitor) =>
  ((await visitor.get('/api/auth/recovery-codes')).body as { left: number }).left;
const enter = (visitor: Visitor, code: string) =>
  visitor.send('POST', '/api/auth/recovery', { code });
const confirm = (visitor: Visitor, code: string) =>
  visitor.send('POST', '/api/auth/step-up/recovery', { code });
/** By a call marked `fresh`. */
const isFresh = async (visitor: Visitor) =>
  (await visitor.send('POST', '/api/auth/passkeys/challenge')).status === 200;
const told = async (visitor: Visitor) =>
  ((await visitor.get('/api/messages')).body as { data: { call?: string } }[]).map(
    ({ data }) => data.call,
  );
const subjects = async (email: string) =>
  (await queuedMails(app.db, JOBS_KEY, email)).map(({ subject }) => subject);
const code = (codes: readonly string[], i: number) => codes[i] as string;

test('an old session makes none and ends none; children have none (T11)', async () => {
  const anna = await app.signIn('old@example.com');
  const codes = await make(anna);
  await forgetProofs(app.db);
  expect((await anna.send('POST', '/api/auth/recovery-codes')).body).toMatchObject({
    code: 'SIGN_IN_AGAIN',
  });
  expect((await enter(app.visitor(), code(codes, 0))).status).toBe(200);
  const parent = await app.signIn('of-child@example.com');
  const { id } = await addChild(parent, { age: 12 });
  const child = await joinAsChild(app, parent, id, 'kid@example.com');
  expect((await child.send('POST', '/api/auth/recovery-codes')).status).toBe(403);
});

test('ten codes of 80 bits are shown once, and new ones invalidate them', async () => {
  const anna = await app.signIn('anna@example.com');
  expect(await left(anna)).toBe(0);
  const first = await make(anna);
  expect(first).toHaveLength(10);
  expect(new Set(first).size).toBe(10);
  for (const one of first)
    expect(one).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  const kept = await app.db.owner<{ codeHash: Uint8Array }[]>`SELECT code_hash FROM recovery_code`;
  expect(kept.map(({ codeHash }) => Buffer.from(codeHash).toString('utf8'))).not.toContain(
    first[0],
  );
  expect(await left(anna)).toBe(10);
  const second = await make(anna);
  expect((await enter(app.visitor(), code(first, 0))).status).toBe(401);
  expect((await enter(app.visitor(), code(second, 0))).status).toBe(200);
  expect(await left(anna)).toBe(9);
});

test('a code signs its adult in once, however it is typed; of two at once, one gets in (T03)', async () => {
  const ben = await app.signIn('ben@example.com');
  const codes = await make(ben);
  const typed = ` ${code(codes, 0).toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')} `;
  const visitor = app.visitor();
  expect((await enter(visitor, typed)).body).toMatchObject({
    isNewUser: false,
    user: { email: 'ben@example.com', role: 'parent' },
  });
  expect(await isFresh(visitor)).toBe(true);
  expect((await enter(app.visitor(), code(codes, 0))).status).toBe(401);
  const race = await Promise.all([1, 2, 3].map(() => enter(app.visitor(), code(codes, 1))));
  expect(race.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  expect(await left(ben)).toBe(8);
});

test('every adult is notified when codes are made and when one is used (T11)', async () => {
  const parent = await app.signIn('told@example.com');
  const spouse = await joinAsSpouse(app, parent, 'told-spouse@example.com');
  const codes = await make(spouse);
  await enter(app.visitor(), code(codes, 0));
  await forgetProofs(app.db);
  expect((await confirm(spouse, code(codes, 1))).status).toBe(200);
  expect(await isFresh(spouse)).toBe(true);
  for (const [who, email] of [
    [parent, 'told@example.com'],
    [spouse, 'told-spouse@example.com'],
  ] as const) {
    expect(await told(who)).toEqual(
      expect.arrayContaining([
        'POST /api/auth/recovery-codes',
        'POST /api/auth/recovery',
        'POST /api/auth/step-up/recovery',
      ]),
    );
    expect(await subjects(email)).toEqual(
      expect.arrayContaining([
        'New recovery codes were made on Satling',
        'A recovery code was used on Satling',
      ]),
    );
  }
});

test('a spouse’s code never makes the parent’s session fresh, nor the other way round (T19b)', async () => {
  const parent = await app.signIn('mother@example.com');
  const spouse = await joinAsSpouse(app, parent, 'father@example.com');
  const [ofParent, ofSpouse] = [await make(parent), await make(spouse)];
  await forgetProofs(app.db);
  expect((await confirm(spouse, code(ofParent, 0))).status).toBe(400);
  expect((await confirm(parent, code(ofSpouse, 0))).status).toBe(400);
  expect([await left(parent), await left(spouse)]).toEqual([10, 10]);
  const visitor = app.visitor();
  expect((await enter(visitor, code(ofSpouse, 0))).body).toMatchObject({
    user: { role: 'spouse' },
  });
  expect((await visitor.send('DELETE', '/api/family/spouse')).status).toBe(403);
});

test('wrong codes lock out neither the right one nor a link', async () => {
  const parent = await app.signIn('guessed@example.com');
  const codes = await make(parent);
  const from = (i: number) => app.visitor(`198.51.100.${i % 2}`);
  const wrong = await Promise.all(
    Array.from({ length: 60 }, (_, i) => enter(from(i), 'AAAA-BBBB-CCCC-DDDD')),
  );
  expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([401, 429]));
  expect((await enter(from(0), code(codes, 0))).status).toBe(200);
  await forgetProofs(app.db);
  for (let i = 0; i < 20; i++) expect((await confirm(parent, 'AAAA')).status).toBe(400);
  expect((await confirm(parent, code(codes, 1))).status).toBe(429);
  expect((await parent.send('POST', '/api/auth/step-up/code')).status).toBe(200);
});
