/**
 * Work that is not done while somebody waits: mail, and what the clock starts. Jobs are rows, sent
 * in the transaction of the change they belong to; a scheduled job runs once however many
 * instances there are.
 */
import { type Job, type JobResult, PgBoss } from 'pg-boss';
import type { Mail, Mailer } from './adapters/mail/mail.ts';
import { seal, unseal } from './box.ts';
import { type Address, type Pool, type Sql, transaction } from './db/database.ts';

export type Jobs = {
  /** Queues a mail, in the caller's transaction when one is given. It holds secrets: sealed. */
  mail(mail: Mail, tx?: Sql): Promise<void>;
  /** Many mails in one statement, each not before its time. */
  mails(mails: readonly Timed[], tx: Sql): Promise<void>;
  stop(): Promise<void>;
};

export type Timed = { mail: Mail; notBefore: Date };

export type Task = {
  name: string;
  /** Cron, minutes at the finest; UTC. */
  cron: string;
  /** It may queue mails. */
  run: (jobs: Pick<Jobs, 'mails'>) => Promise<void>;
};

const PURPOSE = 'mail';

export async function startJobs(options: {
  address: Address;
  owner: Pool;
  key: Uint8Array;
  mailer: Mailer;
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
  });
  boss.on('error', options.onError);
  await boss.start();
  await workMail(boss, key, mailer, options.onError);
  const queue = mailQueue(boss, owner, key);
  for (const task of options.tasks) await workTask(boss, task, queue, options.onError);
  await allowApp(owner);
  return { ...queue, stop: () => boss.stop({ graceful: true, timeout: 5_000 }) };
}

/** Puts sealed mails into the queue, through the transaction of who sends them. */
function mailQueue(boss: PgBoss, owner: Pool, key: Uint8Array): Pick<Jobs, 'mail' | 'mails'> {
  const through = (tx: Sql) => ({
    db: {
      executeSql: async (text: string, values: unknown[] = []) => ({
        rows: await tx.unsafe(text, values as never[]),
      }),
    },
  });
  return {
    mail: async (mail, tx) => {
      const data = { box: seal(key, PURPOSE, mail) };
      const id = await boss.send('mail', data, through(tx ?? owner) as never);
      if (!id) throw new Error('The mail could not be queued');
    },
    mails: async (mails, tx) => {
      if (mails.length === 0) return;
      const jobs = mails.map(({ mail, notBefore }) => ({
        data: { box: seal(key, PURPOSE, mail) },
        startAfter: notBefore,
      }));
      await boss.insert('mail', jobs, through(tx) as never);
    },
  };
}

/** Each mail succeeds or fails alone: one that is refused does not send the others again. */
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
      await mailer.send(unseal(key, PURPOSE, data.box) as Mail);
      return { id, status: 'completed' };
    } catch (error) {
      const why = sayWhy(error);
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

/** A task that fails is tried again by the queue, and the operator reads why. */
async function workTask(
  boss: PgBoss,
  { name, cron, run }: Task,
  queue: Pick<Jobs, 'mails'>,
  onError: (error: Error) => void,
): Promise<void> {
  await boss.createQueue(name, { policy: 'singleton', retryLimit: 2, expireInSeconds: 3600 });
  await boss.work(name, { pollingIntervalSeconds: 2 }, async () => {
    try {
      await run(queue);
    } catch (error) {
      onError(new Error(`The task ${name} failed: ${(error as Error).message}`));
      throw error;
    }
  });
  await boss.schedule(name, cron);
}

/** For the operator. The server's own words would name the recipient. */
function sayWhy(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return `A mail was not taken: ${[code ?? 'failed', responseCode].filter(Boolean).join(' ')}`;
}

/**
 * The role that serves requests may queue jobs, so that they join its transactions. Under the lock
 * of the migrations: PostgreSQL refuses two GRANTs on one object at once.
 */
const allowApp = (owner: Pool) =>
  transaction(owner, 'BEGIN', async (tx) => {
    await tx`SELECT FROM migration WHERE name = 'lock' FOR UPDATE`;
    await tx`GRANT USAGE ON SCHEMA pgboss TO satling_app`;
    await tx`GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA pgboss TO satling_app`;
    await tx`GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA pgboss TO satling_app`;
  });
