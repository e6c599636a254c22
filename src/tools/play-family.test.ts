/** The play family is real: made by calls, a year long, with a book that adds up. */
import { expect, test } from 'vitest';
import { verifyLedger } from '#server/ledger/verify.ts';
import { SEAL_KEY, startApp } from '#tests/support/app.ts';
import { makePlayFamily, PLAY_EMAILS } from './play-family.ts';

test('the play family has two parents, three children, a year of history and a clean book', async () => {
  const app = await startApp({ at: '2026-11-18T12:00:00Z' });
  await makePlayFamily(app.app, app.services, app.clock, SEAL_KEY);
  const anna = await app.signIn(PLAY_EMAILS.parent);
  const { children, spouse, recent, requests } = (await anna.get('/api/dashboard')).body as {
    children: {
      id: string;
      name: string;
      age: number;
      savingsBalance: string;
      spendingBalance: string;
    }[];
    spouse: { state: string };
    recent: unknown[];
    requests: { open: { reason: string }[]; answered: { state: string }[] };
  };
  expect(requests.open.map(({ reason }) => reason)).toEqual(['Football boots']);
  expect(requests.answered.map(({ state }) => state)).toEqual(['approved']);
  expect(children.map(({ name, age }) => `${name} ${age}`)).toEqual(['Mia 8', 'Leo 12', 'Ida 16']);
  for (const child of children) {
    expect(child.savingsBalance > '0.00100000').toBe(true);
    expect(child.spendingBalance > '0.00000000').toBe(true);
  }
  expect(spouse.state).toBe('accepted');
  expect(recent).toHaveLength(5);
  const all = (await anna.get('/api/transactions/recent?all=true')).body as unknown[];
  expect(all.length).toBeGreaterThan(200);
  const { lessons } = (await anna.get(`/api/children/${children[0]?.id}/lessons`)).body as {
    lessons: { doneAt: string | null }[];
  };
  expect(lessons.filter(({ doneAt }) => doneAt)).toHaveLength(2);
  const report = await verifyLedger(app.db.owner, SEAL_KEY, app.clock.now);
  expect(report.problems).toEqual([]);
  expect(report.entries).toBe(all.length);
  await expect(makePlayFamily(app.app, app.services, app.clock, SEAL_KEY)).rejects.toThrow(
    'already',
  );
  await app.close();
});
