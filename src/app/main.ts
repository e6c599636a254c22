/** Starts the program: settings → database → mail → jobs → server. SIGTERM ends it in order. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchBilling } from '#features/billing/watch.ts';
import { lightningWatcher } from '#features/lightning/watch.ts';
import { vapidKeys } from '#features/push/keys.ts';
import { deliverPush } from '#features/push/send.ts';
import { newScanner } from '#features/wallet/scanner.ts';
import { askDashboard } from '#screens/dashboard/store.ts';
import { fileMailer, smtpMailer } from '#server/adapters/mail/mail.ts';
import { addressOf, prepareAppRole } from '#server/db/app-role.ts';
import { type Address, connect } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { NOBODY, warm } from '#server/db/warm.ts';
import { deriveKey, type Env, readEnv } from '#server/env.ts';
import { cookieJar, type SessionHint } from '#server/http/actor.ts';
import { startJobs } from '#server/jobs.ts';
import { SECRETS_KEY } from '#server/secrets.ts';
import { refuseOtherKey } from '#tools/rotate-secret-key.ts';
import { buildServer } from './server.ts';
import { tasks } from './tasks.ts';
import { SCANS_EVERY_MS, startWatch } from './watch.ts';
import { scanContext } from './workers.ts';

const log = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const env = readEnv(process.env);
  const closing: (() => Promise<void> | void)[] = [];
  endOn(closing);
  const { address, stop } = await openDatabase(env);
  closing.push(stop);
  const db = connect(address);
  closing.push(db.close);
  await migrate(db.owner);
  await prepareAppRole(db.owner, address);
  await refuseOtherKey(db, env.secretKey);
  const mailer = env.smtpUrl
    ? smtpMailer(env.smtpUrl, env.mailFrom)
    : fileMailer(join(env.dataDir, 'outbox'), env.mailFrom, log);
  closing.push(mailer.close);
  const clock = () => new Date();
  const keys = vapidKeys(deriveKey(env.secretKey, 'vapid'));
  const rules = { hosts: env.pushHosts };
  const sender = { owner: db.owner, keys, contact: contactOf(env.publicUrl), rules, clock };
  const sealKey = deriveKey(env.secretKey, 'seal');
  const secretsKey = deriveKey(env.secretKey, SECRETS_KEY);
  const { billing } = env;
  const chainSettings = {
    ...{ db, chain: env.chain, billing, secretsKey, publicUrl: env.publicUrl, clock },
  };
  const jobs = await startJobs({
    address,
    owner: db.owner,
    key: deriveKey(env.secretKey, 'jobs'),
    mailer,
    deliverPush: (push) => deliverPush(sender, push),
    tasks: tasks(db, sealKey, env.publicUrl, clock, chainSettings),
    onError: (error) => log(`Jobs: ${error.message}`),
  });
  closing.push(jobs.stop);
  const watched = { ...chainSettings, jobs };
  const onLightningError = (error: Error) => log(`Lightning: ${error.message}`);
  const onScanError = (error: Error) => log(`Scans: ${error.message}`);
  const scanner = newScanner(scanContext(chainSettings, jobs), onScanError);
  closing.push(
    startWatch(scanner, onScanError, SCANS_EVERY_MS),
    startWatch(lightningWatcher(watched, onLightningError), onLightningError),
    startWatch(
      () => watchBilling(watched),
      (error) => log(`Subscriptions: ${error.message}`),
    ),
  );
  const { publicUrl, adminEmails: admins, importLimits } = env;
  const cookies = cookieJar(publicUrl);
  const services = {
    ...{ db, jobs, cookies, publicUrl, admins, clock, sealKey, importLimits },
    push: { publicKey: keys.publicKey, rules },
    checkMail: mailer.check,
    metricsToken: env.metricsToken,
    chain: env.chain,
    billing,
    secretsKey,
  };
  const server = await buildServer(services, env);
  closing.push(() => server.close());
  await warm(db, askDashboard(NO_SESSION, clock()));
  await server.listen({ port: env.port, host: env.host });
  log(`Satling is ready at ${publicUrl}`);
}

const NO_SESSION: SessionHint = { familyId: NOBODY, tokenHash: new Uint8Array(32) };

/** Whom a push service may turn to. It takes no other forms than these. */
const contactOf = (publicUrl: string) =>
  publicUrl.startsWith('https://') ? publicUrl : 'mailto:satling@localhost';

/** Supervisors kill what has not stopped soon; the database needs up to 9 s of their patience. */
const OTHERS_STOP_MS = 5_000;

/**
 * A signal closes what is open, the newest first and the database last; a second signal
 * does not wait.
 */
function endOn(closing: (() => Promise<void> | void)[]): void {
  let ending = false;
  const end = async () => {
    if (ending) process.exit(1);
    ending = true;
    const [database, ...others] = closing;
    // What waits for a database that is gone must not keep the rest from ending.
    const all = (async () => {
      for (const close of others.reverse()) await close();
    })().catch((error: Error) => log(`While stopping: ${error.message}`));
    await Promise.race([all, sleep(OTHERS_STOP_MS, undefined, { ref: false })]);
    await database?.();
    process.exit(0);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

function endWith(why: string): never {
  process.stderr.write(`Satling ends: ${why}\n`);
  process.exit(1);
}

async function openDatabase(env: Env): Promise<{ address: Address; stop: () => Promise<void> }> {
  if (env.databaseUrl)
    return { address: addressOf(env.databaseUrl, env), stop: () => Promise.resolve() };
  const server = await startEmbedded({ dataDir: env.dataDir, log, giveUp: endWith });
  return { address: server, stop: server.stop };
}

main().catch((error: Error) => {
  // One clear line for what a person can put right; the stack for everything else.
  process.stderr.write(`Satling cannot start: ${error.message}\n`);
  if (process.env.LOG_LEVEL === 'debug') process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
