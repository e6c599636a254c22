/**
 * A small program that runs the product's tasks, and some slow ones, for tests that really kill it
 * in the middle of a run.
 *
 *   node tests/support/task-program.ts <address as JSON>
 *
 * Prints "ready". SIGTERM stops it properly.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { tasks } from '../../src/app/tasks.ts';
import { connect, transaction } from '../../src/server/db/database.ts';
import { startJobs } from '../../src/server/jobs.ts';
import type { Task } from '../../src/server/task-runs.ts';

const address = JSON.parse(process.argv[2] as string);
const db = connect(address);
const clock = () => new Date();
const key = new Uint8Array(32).fill(7);
const chain = { network: 'regtest', server: undefined, hosts: [] } as const;
const settings = { db, chain, billing: undefined, secretsKey: key, clock };
const publicUrl = 'http://localhost:3000';

/** Writes its run's number some forty times a second. */
const slow = (name: string): Task => ({
  name,
  cron: '* * * * *',
  run: async (_, check) => {
    const { owner } = db.checking(check);
    for (let step = 0; step < 120; step++) {
      await transaction(
        owner,
        'BEGIN',
        (tx) => tx`
          INSERT INTO wrote (task, run_no)
          VALUES (${name}, ${/= (\d+) THEN/.exec(check as string)?.[1] ?? '0'}::bigint)`,
      );
      await sleep(25);
    }
  },
});

const jobs = await startJobs({
  ...{ address, owner: db.owner, key },
  mailer: { send: () => Promise.resolve(), close: () => undefined },
  tasks: [
    ...tasks(db, key, publicUrl, clock, { ...settings, publicUrl }),
    ...['slow-a', 'slow-b', 'slow-c'].map(slow),
  ],
  onError: (error) => process.stdout.write(`${error.message}\n`),
});
process.once('SIGTERM', async () => {
  await jobs.stop().catch(() => undefined);
  await db.close();
  process.exit(0);
});
process.stdout.write('ready\n');
