/**
 * Runs of tasks. Each run gets a number higher than any before it, and every transaction in which
 * it writes checks that number first. So an instance that was believed dead, and resumes after
 * another has begun, can no longer write (docs/decisions/0084-tasks-after-a-death.md).
 */
import type { Job, JobResult, PgBoss, QueueOptions } from 'pg-boss';
import { type Check, transaction } from './db/database.ts';
import type { Pool, Tx } from './db/sql.ts';
import type { Queue } from './queue.ts';

export type Task = {
  name: string;
  /** Cron, minutes at the finest; UTC. */
  cron: string;
  /**
   * A task may queue mails and pushes.
   * @param check run in each transaction that writes (task-runs.ts)
   */
  run: (jobs: Queue, check?: Check) => Promise<void>;
};

/**
 * The instance running a job sends a heartbeat every few seconds. After a death, another one takes
 * over within this time plus the supervisor's next look, the wait of a retry, and the next poll of
 * the queue.
 */
const HEARTBEAT: QueueOptions = { heartbeatSeconds: 30 };
const HEARTBEAT_EVERY = { heartbeatRefreshSeconds: 5 } as const;
/** Deaths and failures of one job together; after that, it waits for its next scheduled time. */
const RETRIES = { retryLimit: 8, retryDelay: 1, retryBackoff: true, retryDelayMax: 30 } as const;
/** Scheduled work isn't urgent, and there are fourteen queues to poll. */
const ASKED_EVERY = { pollingIntervalSeconds: 15 } as const;
const TASK_QUEUE: QueueOptions = { ...RETRIES, ...HEARTBEAT, expireInSeconds: 3600 };

/** The queue retries a failed task, and the log gives the reason. */
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
    // Work missed while nothing was running is done once.
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

/** Gives a queue made by an earlier version the options of this one. */
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

/** A task that has never finished is dated from its first registration. */
const register = (owner: Pool, tasks: readonly Task[]) => owner`
  INSERT INTO task_run (name)
  SELECT unnest(${tasks.map(({ name }) => name)}::text[]) ORDER BY 1
  ON CONFLICT (name) DO NOTHING`;

/** No other class of locks may use this number. */
const LOCKS = 115;

/** How long an older run may take to finish its current write. */
const PATIENCE_MS = 5_000;
const LOCK_TIMEOUT = '55P03';

/**
 * Returns a number above that of every earlier run. An older run's current write has passed its
 * check, and is committed or rolled back before this run does anything. A frozen program would hold
 * its transaction open, forever if it stopped in the middle of a message, so its connection is
 * closed.
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
 * Fails unless this run is the newest; the cast's error quotes the sentence. All writes of a run
 * share the lock, which keeps a newer run from beginning before COMMIT.
 */
export function checkOf(name: string, no: bigint): Check {
  if (!NAME.test(name)) throw new RangeError(`Not the name of a task: ${name}`);
  return `SELECT pg_advisory_xact_lock_shared(${LOCKS}, hashtext('${name}'));
    SELECT CASE WHEN max(run_no) = ${no} THEN 0
      ELSE ('run ' || coalesce(max(run_no), 0) || ' of ${name} has begun')::integer END
    FROM task_run WHERE name = '${name}'` as Check;
}

export type TaskAge = { name: string; seconds: number };

/** Seconds since each task last finished a run. */
export const taskAges = (owner: Pool) => owner<TaskAge[]>`
  SELECT name, greatest(0, extract(epoch FROM clock_timestamp() - done_at))::float8 AS seconds
  FROM task_run ORDER BY name`;
