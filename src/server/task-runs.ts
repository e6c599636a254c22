/**
 * Runs of tasks. Each run has a number, the highest one its task ever had, and every transaction in
 * which it writes checks that number first. An instance that was believed dead, and goes on when
 * another one has begun, writes nothing more (docs/decisions/0084-tasks-after-a-death.md).
 */
import type { Job, JobResult, PgBoss, QueueOptions } from 'pg-boss';
import { type Check, type Pool, type Tx, transaction } from './db/database.ts';
import type { Queue, Task } from './jobs.ts';

/**
 * Whoever runs something says so every few seconds. From a death until another instance runs it
 * again it takes no longer than this, the supervisor's next look, the wait of a retry, and the next
 * time that the queue is asked.
 */
const HEARTBEAT: QueueOptions = { heartbeatSeconds: 30 };
const HEARTBEAT_EVERY = { heartbeatRefreshSeconds: 5 } as const;
/** Deaths and failures of one job together; then its next time on the clock is waited for. */
const RETRIES = { retryLimit: 8, retryDelay: 1, retryBackoff: true, retryDelayMax: 30 } as const;
/** What the clock starts waits for nobody's press, and fourteen queues are asked. */
const ASKED_EVERY = { pollingIntervalSeconds: 15 } as const;
const TASK_QUEUE: QueueOptions = { ...RETRIES, ...HEARTBEAT, expireInSeconds: 3600 };

/** The queue retries a task that fails, and the log says why. */
export async function workTasks(
  boss: PgBoss,
  owner: Pool,
  tasks: readonly Task[],
  queue: Queue,
  onError: (error: Error) => void,
): Promise<void> {
  await register(owner, tasks);
  for (const task of tasks) {
    const { name, cron } = task;
    await createQueue(boss, name, { policy: 'singleton' }, TASK_QUEUE);
    const options = { ...ASKED_EVERY, perJobResults: true, ...HEARTBEAT_EVERY } as const;
    await boss.work(name, options, async ([job]: Job[]): Promise<JobResult[]> => {
      if (!job) return [];
      try {
        await runOnce(owner, task, queue);
        return [{ id: job.id, status: 'completed' }];
      } catch (error) {
        const { message } = error as Error;
        onError(new Error(`The task ${name} failed: ${message}`));
        return [{ id: job.id, status: 'failed', output: { message } }];
      }
    });
    // What came due while nobody was there is done once.
    await boss.schedule(name, cron, null, { missed: 'once' });
  }
  await reviveJobs(owner);
}

async function runOnce(owner: Pool, { name, run }: Task, queue: Queue): Promise<void> {
  const no = await begin(owner, name);
  await run(queue, checkOf(name, no));
  await owner`
    UPDATE task_run SET done_at = clock_timestamp() WHERE name = ${name} AND run_no = ${no}`;
}

/** A queue that an earlier version has made gets the options of this one. */
async function createQueue(
  boss: PgBoss,
  name: string,
  made: { policy?: 'singleton' },
  options: QueueOptions,
): Promise<void> {
  await boss.createQueue(name, { ...made, ...options });
  await boss.updateQueue(name, options);
}

/** Jobs of an earlier version have no heartbeat: one whose holder died would block its task. */
const reviveJobs = (owner: Pool) => owner`
  UPDATE pgboss.job j SET heartbeat_seconds = q.heartbeat_seconds,
    heartbeat_on = CASE WHEN j.state = 'active' THEN now() END
  FROM pgboss.queue q
  WHERE q.name = j.name AND q.heartbeat_seconds IS NOT NULL AND j.heartbeat_seconds IS NULL
    AND j.state IN ('created', 'retry', 'active')`;

/** A task that has never come to its end counts as done when it was first known. */
const register = (owner: Pool, tasks: readonly Task[]) => owner`
  INSERT INTO task_run (name)
  SELECT unnest(${tasks.map(({ name }) => name)}::text[]) ORDER BY 1
  ON CONFLICT (name) DO NOTHING`;

/** No other class of locks may have this number. */
const LOCKS = 115;

/** How long an older run may go on with what it is just writing. */
const PATIENCE_MS = 5_000;
const LOCK_TIMEOUT = '55P03';

/**
 * A number above that of every run before. What an older run is just writing was checked before:
 * it is committed or rolled back before this run does anything. A frozen program would hold its
 * transaction open, for ever if it stopped within a message, so its connection is closed.
 */
async function begin(owner: Pool, name: string): Promise<bigint> {
  try {
    return await nextNumber(owner, name);
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_TIMEOUT) throw error;
    await owner`
      SELECT pg_terminate_backend(pid) FROM pg_locks
      WHERE locktype = 'advisory' AND granted AND pid <> pg_backend_pid()
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND classid = ${LOCKS}::oid AND objid = (hashtext(${name})::bigint & 4294967295)::oid`;
    return nextNumber(owner, name);
  }
}

async function nextNumber(owner: Pool, name: string): Promise<bigint> {
  const [row] = await transaction(owner, 'BEGIN', async (tx: Tx) => {
    await tx.unsafe(`SET LOCAL lock_timeout = ${PATIENCE_MS}`);
    await tx`SELECT pg_advisory_xact_lock(${LOCKS}::integer, hashtext(${name}))`;
    return tx<{ runNo: bigint }[]>`
      INSERT INTO task_run (name, run_no) VALUES (${name}, 1)
      ON CONFLICT (name) DO UPDATE SET run_no = task_run.run_no + 1 RETURNING run_no`;
  });
  return (row as { runNo: bigint }).runNo;
}

const NAME = /^[a-z-]+$/;

/**
 * Fails unless this run is the newest: the cast's error quotes the sentence. The lock is shared by
 * what one run writes at a time, and keeps a newer run from beginning before COMMIT.
 */
export function checkOf(name: string, no: bigint): Check {
  if (!NAME.test(name)) throw new RangeError(`Not the name of a task: ${name}`);
  return `SELECT pg_advisory_xact_lock_shared(${LOCKS}, hashtext('${name}'));
    SELECT CASE WHEN max(run_no) = ${no} THEN 0
      ELSE ('run ' || coalesce(max(run_no), 0) || ' of ${name} has begun')::integer END
    FROM task_run WHERE name = '${name}'` as Check;
}

export type TaskAge = { name: string; seconds: number };

/** How long ago a run of each task came to its end. */
export const taskAges = (owner: Pool) => owner<TaskAge[]>`
  SELECT name, greatest(0, extract(epoch FROM clock_timestamp() - done_at))::float8 AS seconds
  FROM task_run ORDER BY name`;
