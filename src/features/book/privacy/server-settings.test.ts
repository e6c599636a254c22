/** Retention of entries is one setting of the family. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { JOBS_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { joinAsSpouse } from '#tests/support/family.ts';
import { queuedMails } from '#tests/support/queue.ts';
import { snapshot } from '#tests/support/world.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const settings = (who: Visitor, dataRetentionMonths: unknown, autoDataPruningEnabled: unknown) =>
  who.send('PUT', '/api/privacy/settings', { dataRetentionMonths, autoDataPruningEnabled });
const user = async (who: Visitor) => (await who.get('/api/auth/user')).body as object;

test('retention is one of the specified periods and is saved with the toggle, or not at all (PRIV-08 PRIV-10)', async () => {
  const anna = await app.signIn('choice@example.com');
  const before = await snapshot(app);
  for (const wrong of [0, 1, 4, 1.5, -2, 99999, '12', null, undefined, true]) {
    const reply = await settings(anna, wrong, false);
    expect([reply.status, String(wrong)]).toEqual([400, String(wrong)]);
  }
  for (const wrong of ['true', 1, null, undefined])
    expect((await settings(anna, 12, wrong)).status, String(wrong)).toBe(400);
  expect(await snapshot(app)).toBe(before);
  for (const months of [3, 6, 12, 24, 36, -1]) {
    const choice = { dataRetentionMonths: months, autoDataPruningEnabled: months === 6 };
    const reply = await settings(anna, months, months === 6);
    expect([reply.status, reply.body]).toEqual([200, choice]);
    expect(await user(anna)).toMatchObject(choice);
  }
});

test('every adult is notified when more entries will be deleted automatically, and only then (T19b)', async () => {
  const anna = await app.signIn('told@example.com');
  const tom = await joinAsSpouse(app, anna, 'told-tom@example.com');
  const told = async () =>
    (await queuedMails(app.db, JOBS_KEY))
      .filter(
        ({ to, subject }) =>
          to.startsWith('told') &&
          subject === 'Old entries will be removed from your book on Satling',
      )
      .map(({ to, text }) => `${to} ${/than (\d+) months/.exec(text)?.[1]}`);
  await settings(tom, 3, false);
  await settings(tom, -1, true);
  expect(await told()).toEqual([]);
  await settings(tom, 24, true);
  await settings(tom, 24, true);
  await settings(tom, 36, true);
  await settings(tom, 6, true);
  expect((await told()).sort()).toEqual([
    'told-tom@example.com 24',
    'told-tom@example.com 6',
    'told@example.com 24',
    'told@example.com 6',
  ]);
});

test('12 months by default; the setting is the family’s, whoever changed it (PRIV-09 PRIV-13)', async () => {
  const anna = await app.signIn('both@example.com');
  expect(await user(anna)).toMatchObject({
    dataRetentionMonths: 12,
    autoDataPruningEnabled: false,
  });
  await settings(anna, 24, true);
  const tom = await joinAsSpouse(app, anna, 'both-tom@example.com');
  expect(await user(tom)).toMatchObject({ dataRetentionMonths: 24, autoDataPruningEnabled: true });
  await settings(tom, 6, false);
  expect(await user(anna)).toMatchObject({ dataRetentionMonths: 6, autoDataPruningEnabled: false });
  await anna.send('DELETE', '/api/family/spouse');
  const alone = await app.signIn('both-tom@example.com');
  expect(await user(alone)).toMatchObject({ dataRetentionMonths: 12 });
});
