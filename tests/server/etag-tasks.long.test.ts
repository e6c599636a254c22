/**
 * Tasks change books as well: a hundred days of a family in which every task has something to do.
 * After each task everybody reads again, and a different reply must have another ETag.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tasks } from '../../src/app/tasks.ts';
import { PUBLIC_URL, SEAL_KEY, startApp, type TestApp, type Visitor } from '../support/app.ts';
import { makeBusyFamilies } from '../support/busy-families.ts';
import { DASHBOARD, lookAgain, type Seen } from '../support/etags.ts';
import { request } from '../support/goals.ts';
import { DAY } from '../support/paydays.ts';

let app: TestApp;
let people: Visitor[];
let seen: Seen[];
let goalId: string;
const PEOPLE = ['anna', 'tom', 'mia', 'ida', 'old'].map((name) => `${name}@example.com`);

beforeAll(async () => {
  app = await startApp();
  ({ goalId } = await makeBusyFamilies(app));
});
afterAll(() => app.close());

test('no ETag stays the same after a task or a new day changed the reply (DASH-01)', async () => {
  const done = new Set<string>();
  const all = tasks(app.db, SEAL_KEY, PUBLIC_URL, () => app.clock.now, app.services);
  for (let day = 0; day < 100; day += 4) {
    // A session lasts 90 days.
    if (day % 40 === 0) {
      people = await Promise.all(PEOPLE.map((email) => app.signIn(email)));
      seen = people.map(() => new Map());
    }
    app.clock.advance(4 * DAY);
    // On a different day, because one task lapses both kinds of requests.
    if (day === 8) await request(people[2] as Visitor, goalId, { percentage: 5 });
    const look = async (after: string, paths?: readonly string[]) => {
      for (const [i, who] of people.entries()) {
        const known = seen[i] as Seen;
        const { changed, failed } = await lookAgain(
          who,
          known,
          `${PEOPLE[i]}, ${after}, day ${day}`,
          paths,
        );
        expect(failed).toBeUndefined();
        if (changed.length > 0) done.add(after);
      }
    };
    await look('nothing');
    for (const task of all) {
      await task.run(app.services.jobs);
      await look(task.name, [DASHBOARD]);
    }
  }
  // A task that never changed a screen would prove nothing.
  done.delete('nothing');
  expect([...done].sort()).toEqual([
    'erase-books',
    'erase-families',
    'lapse-requests',
    'pay-allowances',
    'prune',
    'sweep',
  ]);
});
