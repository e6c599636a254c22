/** Jobs on a real queue: several programs at once, and a failing task. */
import { expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/app.ts';
import { waitMs } from '../../testkit/chain/until.ts';
import { connect } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { startJobs } from './jobs.ts';
import type { Push } from './queue.ts';
import type { Task } from './task-runs.ts';

const mailer = { send: () => Promise.resolve(), close: () => undefined };
const key = new Uint8Array(32);

test('four programs start their jobs on one empty database at once', async () => {
  const address = await freshDatabase();
  const db = connect(address);
  await db.owner.unsafe('DROP SCHEMA pgboss CASCADE');
  await migrate(db.owner);
  const errors: string[] = [];
  const onError = (error: Error) => errors.push(error.message);
  const start = () => startJobs({ address, owner: db.owner, key, mailer, tasks: [], onError });
  const programs = await Promise.all([start(), start(), start(), start()]);
  expect(errors).toEqual([]);
  await Promise.all(programs.map((jobs) => jobs.stop()));
  await db.close();
});

test('a failed task is reported to the operator', async () => {
  const address = await freshDatabase();
  const db = connect(address);
  const errors: string[] = [];
  const task: Task = {
    name: 'broken',
    cron: '0 0 1 1 *',
    run: () => Promise.reject(new Error('the disk is full')),
  };
  const jobs = await startJobs({
    address,
    owner: db.owner,
    key,
    mailer,
    tasks: [task],
    onError: (error) => errors.push(error.message),
  });
  await db.owner`
    INSERT INTO pgboss.job (name, data) VALUES ('broken', '{}')`;
  // A task's queue is polled every 15 seconds, in addition to the usual wait.
  const timeout = 15_000 + waitMs();
  await expect
    .poll(() => errors, { timeout })
    .toContain('The task broken failed: the disk is full');
  await jobs.stop();
  await db.close();
});

test('a push queued too early at night waits for the morning, without being tried before', async () => {
  const address = await freshDatabase();
  const db = connect(address);
  const morning = new Date(Date.now() + 8 * 3_600_000);
  let tries = 0;
  const deliverPush = async () => {
    tries += 1;
    return { notBefore: morning };
  };
  const onError = (error: Error) => expect.fail(error.message);
  const options = { address, owner: db.owner, key, mailer, deliverPush, tasks: [], onError };
  const jobs = await startJobs(options);
  const push = { familyId: 'f', sessionId: 's', kind: 'answered' };
  await jobs.pushes([{ push, notBefore: new Date() }], db.owner);
  const waiting = () => db.owner<{ data: Push; startAfter: Date }[]>`
    SELECT data, start_after FROM pgboss.job WHERE name = 'push' AND state = 'created'`;
  await expect.poll(async () => [tries, (await waiting()).length]).toEqual([1, 1]);
  expect([...(await waiting())]).toEqual([{ data: push, startAfter: morning }]);
  await jobs.stop();
  await db.close();
});

test('a mail and a push wait out a server that is away: ever longer, eight minutes and two at least', async () => {
  const address = await freshDatabase();
  const db = connect(address);
  const onError = (error: Error) => expect.fail(error.message);
  const jobs = await startJobs({ address, owner: db.owner, key, mailer, tasks: [], onError });
  const rows = await db.owner<{ name: string; isLonger: boolean; seconds: number }[]>`
    SELECT name, retry_backoff AS is_longer,
      (retry_delay * (2 ^ retry_limit - 1))::float8 AS seconds
    FROM pgboss.queue WHERE name IN ('mail', 'push') ORDER BY name`;
  const [mail, push] = rows;
  expect(rows.map(({ isLonger }) => isLonger)).toEqual([true, true]);
  expect(mail?.seconds).toBeGreaterThanOrEqual(480);
  expect(push?.seconds).toBeGreaterThanOrEqual(120);
  await jobs.stop();
  await db.close();
});
