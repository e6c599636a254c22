/**
 * Background work: mail, pushes and scheduled tasks. Jobs are rows, written in the transaction of
 * the change they belong to; a scheduled job runs once, however many instances there are.
 */
import { type Job, type JobResult, PgBoss } from 'pg-boss';
import type { Mail, Mailer } from './adapters/mail/mail.ts';
import { seal, unseal } from './box.ts';
import { transaction } from './db/database.ts';
import type { Address, Pool, Sql } from './db/sql.ts';
import type { Push, PushResult, Queue } from './queue.ts';
import { type Task, workTasks } from './task-runs.ts';

export type Jobs = Queue & {
  /** Queues a mail, in the caller's transaction if given; encrypted, because it holds secrets. */
  mail(mail: Mail, tx?: Sql): Promise<void>;
  stop(): Promise<void>;
};

export const MAIL_PURPOSE = 'mail';

/** How often to look for jobs whose holder has died, in seconds. */
const SUPERVISED_EVERY = 15;

export async function startJobs(options: {
  address: Address;
  owner: Pool;
  key: Uint8Array;
  mailer: Mailer;
  /** If undefined, pushes stay in the queue. */
  deliverPush?: (push: Push) => Promise<PushResult>;
  tasks: readonly Task[];
  onError: (error: Error) => void;
}): Promise<Jobs> {
  const { address, owner, key, mailer } = options;
  const boss = new PgBoss({
    ...('url' in address
      ? { connectionString: address.url }
      : {
          host: address.socketDir,
          port: address.port,
          user: address.user,
          database: address.database,
        }),
    max: 3,
    application_name: 'satling-jobs',
    superviseIntervalSeconds: SUPERVISED_EVERY,
    monitorIntervalSeconds: SUPERVISED_EVERY,
    // Schedules follow the database's clock, in case an instance's clock is wrong.
    clockMonitorIntervalSeconds: 30,
  });
  boss.on('error', options.onError);
  await boss.start();
  await workMail(boss, key, mailer, options.onError);
  const queue = queues(boss, owner, key);
  await workPush(boss, options);
  await workTasks(boss, owner, options.tasks, queue, options.onError);
  await allowApp(owner);
  return { ...queue, stop: () => boss.stop({ graceful: true, timeout: 5_000 }) };
}

/** Queues jobs through the sender's transaction. */
const through = (tx: Sql) => ({
  db: {
    executeSql: async (text: string, values: unknown[] = []) => ({
      rows: await tx.unsafe(text, values as never[]),
    }),
  },
});

/** Mails are stored encrypted: they contain secrets. */
function queues(boss: PgBoss, owner: Pool, key: Uint8Array): Omit<Jobs, 'stop'> {
  return {
    mail: async (mail, tx) => {
      const data = { box: seal(key, MAIL_PURPOSE, mail) };
      const id = await boss.send('mail', data, through(tx ?? owner) as never);
      if (!id) throw new Error('The mail could not be queued');
    },
    mails: async (mails, tx) => {
      if (mails.length === 0) return;
      const jobs = mails.map(({ mail, notBefore }) => ({
        data: { box: seal(key, MAIL_PURPOSE, mail) },
        startAfter: notBefore,
      }));
      await boss.insert('mail', jobs, through(tx) as never);
    },
    pushes: async (pushes, tx) => {
      if (pushes.length === 0) return;
      const jobs = pushes.map(({ push, notBefore }) => ({ data: push, startAfter: notBefore }));
      await boss.insert('push', jobs, through(tx) as never);
    },
  };
}

/** Sends one at a time, as each goes to a different device; one that is too early is put back. */
async function workPush(
  boss: PgBoss,
  { deliverPush, onError }: Pick<Parameters<typeof startJobs>[0], 'deliverPush' | 'onError'>,
): Promise<void> {
  await boss.createQueue('push', {
    retryLimit: 5,
    retryDelay: 5,
    retryBackoff: true,
    expireInSeconds: 60,
  });
  if (!deliverPush) return;
  await boss.work('push', { pollingIntervalSeconds: 1 }, async ([job]: Job<Push>[]) => {
    if (!job) return;
    try {
      const result = await deliverPush(job.data);
      if (typeof result === 'object')
        await boss.send('push', job.data, { startAfter: result.notBefore });
    } catch (error) {
      // The address of a device is private, so only the kind of failure is logged.
      const { code } = error as { code?: string };
      onError(new Error(`A push was not sent: ${code ?? (error as Error).message}`));
      throw new Error('failed');
    }
  });
}

/** Each mail succeeds or fails separately: a refused one doesn't resend the others. */
async function workMail(
  boss: PgBoss,
  key: Uint8Array,
  mailer: Mailer,
  onError: (error: Error) => void,
): Promise<void> {
  await boss.createQueue('mail', {
    retryLimit: 8,
    retryDelay: 2,
    retryBackoff: true,
    expireInSeconds: 60,
  });
  const send = async ({ id, data }: Job<{ box: string }>): Promise<JobResult> => {
    try {
      await mailer.send(unseal(key, MAIL_PURPOSE, data.box) as Mail);
      return { id, status: 'completed' };
    } catch (error) {
      const why = failureText(error);
      onError(new Error(why));
      return { id, status: 'failed', output: { message: why } };
    }
  };
  await boss.work(
    'mail',
    { pollingIntervalSeconds: 0.5, batchSize: 5, perJobResults: true },
    (jobs: Job<{ box: string }>[]) => Promise.all(jobs.map(send)),
  );
}

/** For the operator. The mail server's own message would reveal the recipient. */
function failureText(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return `A mail was not taken: ${[code ?? 'failed', responseCode].filter(Boolean).join(' ')}`;
}

/**
 * Lets the role that serves requests queue jobs in its own transactions. Runs under the migration
 * lock: PostgreSQL refuses two GRANTs on one object at the same time.
 */
const allowApp = (owner: Pool) =>
  transaction(owner, 'BEGIN', async (tx) => {
    await tx`SELECT FROM migration WHERE name = 'lock' FOR UPDATE`;
    await tx`GRANT USAGE ON SCHEMA pgboss TO satling_app`;
    await tx`GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA pgboss TO satling_app`;
    await tx`GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA pgboss TO satling_app`;
  });
