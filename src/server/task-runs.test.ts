/** A newer run waits for an older one's write, and ends one that never would. */
import { expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/app.ts';
import { connect, type Database, transaction } from './db/database.ts';
import type { Address } from './db/sql.ts';
import { startJobs } from './jobs.ts';
import type { Task } from './task-runs.ts';
import { checkOf } from './task-runs.ts';

type Where = { address: Address; db: Database; errors: string[] };

/** The first start makes the queue; the second checks it at once, with one job waiting. */
async function startWith(task: Task, { address, db: { owner }, errors }: Where) {
  const start = () =>
    startJobs({
      ...{ address, owner, key: new Uint8Array(32), mailer, tasks: [task] },
      onError: (error) => errors.push(error.message),
    });
  await (await start()).stop();
  await owner`INSERT INTO pgboss.job (name, data) VALUES (${task.name}, '{}')`;
  return start();
}

const mailer = { send: () => Promise.resolve(), close: () => undefined };

test('a failed task is tried again at once, and the log says why (PLAT-26)', async () => {
  const address = await freshDatabase();
  const db = connect(address);
  const run = () => Promise.reject(new Error('the disk is away'));
  const task: Task = { name: 'fails', cron: '0 0 1 1 *', run };
  const errors: string[] = [];
  const jobs = await startWith(task, { address, db, errors });
  const waiting = () => db.owner`SELECT state FROM pgboss.job WHERE name = 'fails'`;
  await expect.poll(waiting, { timeout: 10_000 }).toEqual([{ state: 'retry' }]);
  expect(errors).toEqual(['The task fails failed: the disk is away']);
  await jobs.stop();
  await db.close();
});

test('an older run that hangs in its transaction is ended, and writes nothing (PLAT-26)', async () => {
  const address = await freshDatabase();
  const db = connect(address);
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  await db.owner`INSERT INTO task_run (name, run_no) VALUES ('still', 3)`;
  const { owner } = db.checking(checkOf('still', 3n));
  const old = transaction(owner, 'BEGIN', async (tx) => {
    await tx`INSERT INTO blog_view (slug, views) VALUES ('old', 1)`;
    await promise;
  });
  const outcome = old.catch((error: Error) => error.message);
  let ran = 0;
  const run = async () => {
    ran += 1;
  };
  const task: Task = { name: 'still', cron: '0 0 1 1 *', run };
  const errors: string[] = [];
  const jobs = await startWith(task, { address, db, errors });
  await expect.poll(() => ran).toBe(1);
  goOn();
  expect(await outcome).toMatch(/connection to the database was lost/);
  expect((await db.owner`SELECT FROM blog_view WHERE slug = 'old'`).length).toBe(0);
  const [row] = await db.owner<{ runNo: bigint }[]>`
    SELECT run_no FROM task_run WHERE name = 'still'`;
  expect(row?.runNo).toBe(4n);
  expect(errors).toEqual([]);
  await jobs.stop();
  await db.close();
});
