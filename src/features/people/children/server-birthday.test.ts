/** The age is a birthday, unaffected by other edits. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp({ at: '2026-02-10T12:00:00Z' });
});
afterEach(() => app.close());

test('saving the same age again keeps the month of birth; another age moves it (CHILD-02)', async () => {
  const anna = await app.signIn('anna@example.com');
  const made = await anna.send('POST', '/api/children', { name: 'Mia', age: 9 });
  const { id, birthMonth } = made.body as { id: string; birthMonth: string };
  const month = async (change: object) =>
    ((await anna.send('PATCH', `/api/children/${id}`, change)).body as { birthMonth: string })
      .birthMonth;
  expect(birthMonth).toBe('2017-02');
  app.clock.now = new Date('2026-02-21T12:00:00Z');
  expect(await month({ name: 'Mia B.', age: 9 })).toBe('2017-02');
  expect(await month({ age: 10 })).toBe('2016-02');
});

test('months later, a rename with the age of the day keeps the birthday (CHILD-02)', async () => {
  await (await app.signIn('anna@example.com')).send('POST', '/api/children', {
    name: 'Mia',
    age: 9,
  });
  app.clock.now = new Date('2026-12-20T12:00:00Z');
  const anna = await app.signIn('anna@example.com');
  const [child] = (await anna.get('/api/children')).body as { id: string; age: number }[];
  const reply = await anna.send('PATCH', `/api/children/${child?.id}`, {
    name: 'Mia C.',
    age: child?.age,
  });
  expect((reply.body as { birthMonth: string }).birthMonth).toBe('2017-02');
});
