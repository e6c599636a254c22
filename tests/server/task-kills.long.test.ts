/**
 * Processes die in the middle of tasks: each task runs again soon, and no outdated run writes after
 * a newer one.
 */
import { expect, test } from 'vitest';
import { type Death, killInTasks, type TaskKills } from '../support/task-kills.ts';

const WAYS: readonly Death[] = ['kill', 'kill', 'terminate', 'freeze'];

/** They mostly wait, so several worlds fit side by side. */
async function together(worlds: number, deaths: readonly Death[], instances: number) {
  const each = Array.from({ length: worlds }, (_, at) => killInTasks(deaths, instances, at + 1));
  const found = await Promise.all(each);
  const sum = (key: keyof TaskKills) => found.reduce((total, one) => total + one[key], 0);
  const slowestSeconds = Math.max(...found.map((one) => one.slowestSeconds));
  return {
    ...{ deaths: sum('deaths'), slowestSeconds },
    ...{ writes: sum('writes'), lateWrites: sum('lateWrites') },
    faults: sum('faults'),
  };
}

const deaths = (count: number): Death[] =>
  Array.from({ length: count }, (_, i) => WAYS[i % WAYS.length] as Death);

test.each([1, 2])(
  '60 deaths of %i instances: every task runs again within two minutes (PLAT-26)',
  async (instances) => {
    const found = await together(3, deaths(20), instances);
    expect(found).toMatchObject({ deaths: 60, lateWrites: 0, faults: 0 });
    expect(found.slowestSeconds).toBeLessThan(120);
    process.stdout.write(`${JSON.stringify({ instances, ...found })}\n`);
  },
  3_600_000,
);

test('10 restarts of the database alone: every task runs again within two minutes (PLAT-26)', async () => {
  const found = await together(2, Array<Death>(5).fill('database'), 1);
  expect(found).toMatchObject({ deaths: 10, lateWrites: 0, faults: 0 });
  expect(found.slowestSeconds).toBeLessThan(120);
  process.stdout.write(`${JSON.stringify(found)}\n`);
}, 3_600_000);
