/** Starts the program: settings → database → mail → jobs → server. SIGTERM ends it in order. */
import { join } from 'node:path';
import type { Sentence } from '#contract/checks.ts';
import { billingWatcher } from '#features/money/billing/watch.ts';
import { lightningWatcher } from '#features/money/lightning/watch.ts';
import { newScanner } from '#features/money/wallet/scan/scanner.ts';
import { vapidKeys } from '#features/notices/push/keys.ts';
import { deliverPush } from '#features/notices/push/send.ts';
import { isClaimed } from '#features/people/auth/claiming.ts';
import { askDashboard } from '#screens/dashboard/store.ts';
import { fileMailer, smtpMailer } from '#server/adapters/mail/mail.ts';
import { addressOf, prepareAppRole } from '#server/db/app-role.ts';
import { connect, type Database } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import type { Address } from '#server/db/sql.ts';
import { NOBODY, warm } from '#server/db/warm.ts';
import { deriveKey, type Env, readEnv } from '#server/env.ts';
import { cookieJar, type SessionHint } from '#server/http/actor.ts';
import { type Jobs, startJobs } from '#server/jobs.ts';
import { sealAll } from '#server/ledger/seal.ts';
import type { Asked } from '#server/restoring.ts';
import { SECRETS_KEY } from '#server/secrets.ts';
import { BadSetting } from '#server/setting-values.ts';
import { readSettings } from '#server/settings.ts';
import { onAskedToEnd } from '#server/signals.ts';
import { readPassphrase } from '#tools/backup-tool.ts';
import { refuseOtherKey } from '#tools/rotate-secret-key.ts';
import { backupTasks, upgrade } from './backups.ts';
import { endBrokenRestore, restoreAsked } from './restoring.ts';
import { buildServer } from './server.ts';
import { type Close, newStopping, type Stopping } from './stopping.ts';
import { tasks } from './tasks.ts';
import { SCANS_EVERY_MS, startWatch } from './watch.ts';
import { scanContext } from './workers.ts';

const log = (line: string) => process.stdout.write(`${line}\n`);

async function main(stopping: Stopping): Promise<void> {
  const env = readEnv(process.env);
  const address = await openDatabase(env, stopping);
  const db = connect(address);
  stopping.add(db.close);
  if (await endBrokenRestore(env.dataDir, db)) env.secretKey = readEnv(process.env).secretKey;
  await upgrade(env, db, address, { clock: () => new Date(), log });
  await prepareAppRole(db.owner, address);
  await refuseOtherKey(db, env.secretKey);
  await stopping.again(() => serve(env.secretKey, address, stopping));
}

/** Everything except the database server: restarted whenever the operator has changed a setting. */
async function serve(
  secretKey: Uint8Array,
  address: Address,
  stopping: Stopping,
  failure?: Sentence,
): Promise<void> {
  const db = connect(address);
  stopping.add(db.close);
  const secretsKey = deriveKey(secretKey, SECRETS_KEY);
  const { given, version } = await readSettings(db.owner, secretsKey, process.env);
  const env = readEnv(given);
  const hasChanged = async () =>
    (await readSettings(db.owner, secretsKey, process.env)).version !== version;
  const changed = once(() => void stopping.again(() => serve(secretKey, address, stopping)));
  const begin = (asked: Asked) =>
    void stopping.again(async () => {
      const failed = await restoreAsked({ env, address, clock, log }, asked);
      const key = failed ? secretKey : asked.secretKey;
      await serve(key, address, stopping, failed);
    });
  const mailer = mailerOf(env);
  stopping.add(mailer.close);
  const clock = () => new Date();
  const keys = vapidKeys(deriveKey(env.secretKey, 'vapid'));
  const rules = { hosts: env.pushHosts };
  const sender = { owner: db.owner, keys, contact: contactOf(env.publicUrl), rules, clock };
  const sealKey = await sealWaiting(db, env);
  const warmed = warm(db, askDashboard(NO_SESSION, clock()));
  const { billing, prices } = env;
  const chainSettings = {
    ...{ db, chain: env.chain, prices, billing, secretsKey, publicUrl: env.publicUrl, clock },
  };
  const jobs = await startJobs({
    address,
    owner: db.owner,
    key: deriveKey(env.secretKey, 'jobs'),
    mailer,
    deliverPush: (push) => deliverPush(sender, push),
    tasks: [
      ...tasks(db, sealKey, env.publicUrl, clock, chainSettings),
      ...backupTasks(env, db, address, { clock, log }),
    ],
    onError: (error) => log(`Jobs: ${error.message}`),
  });
  stopping.add(() => sealAll(db.owner, sealKey), jobs.stop);
  stopping.add(...startWatches(chainSettings, jobs, { changed, hasChanged }));
  const { publicUrl, adminEmails: admins, importLimits } = env;
  const cookies = cookieJar(publicUrl);
  const services = {
    ...{ db, jobs, cookies, publicUrl, admins, clock, sealKey, importLimits },
    push: { publicKey: keys.publicKey, rules },
    checkMail: mailer.check,
    metricsToken: env.metricsToken,
    claimCode: claimCodeOf(env),
    settings: { signups: env.signups, environment: process.env, startedAt: clock(), changed },
    chain: env.chain,
    ...{ prices, billing, secretsKey },
    restoring: {
      ...{ folder: env.dataDir, failure, begin: once(begin) },
      sheet: () => ({ secretKey: env.secretKey, passphrase: readPassphrase(process.env) }),
    },
  };
  const server = await buildServer(services, env);
  stopping.add(() => server.close());
  await warmed;
  await server.listen({ port: env.port, host: env.host }).catch(inWords(env));
  log(
    (await isClaimed(services))
      ? `Satling is ready at ${publicUrl}`
      : `Satling is ready. Nobody runs this server yet: open ${claimAddress(env)}`,
  );
}

/**
 * Entries that have waited since a kill or a restore would be reported as overdue.
 * @returns the sealing key
 */
async function sealWaiting({ owner }: Database, { secretKey }: Env): Promise<Uint8Array> {
  const key = deriveKey(secretKey, 'seal');
  await sealAll(owner, key);
  return key;
}

const mailerOf = ({ smtpUrl, mailFrom, dataDir }: Env) =>
  smtpUrl ? smtpMailer(smtpUrl, mailFrom) : fileMailer(join(dataDir, 'outbox'), mailFrom, log);

/** The page and the watch may both see the same change; a restore may be requested twice. */
function once<Given extends unknown[]>(act: (...given: Given) => void) {
  let isDone = false;
  return (...given: Given): void => {
    if (isDone) return;
    isDone = true;
    act(...given);
  };
}

type OfSettings = { hasChanged: () => Promise<boolean>; changed: () => void };

/** @returns functions that stop each watch */
function startWatches(
  settings: Parameters<typeof scanContext>[0],
  jobs: Jobs,
  { hasChanged, changed }: OfSettings,
): Close[] {
  const watched = { ...settings, jobs };
  const onError = (about: string) => (error: Error) => log(`${about}: ${error.message}`);
  const [onScanError, onLightningError] = [onError('Scans'), onError('Lightning')];
  const scanner = newScanner(scanContext(settings, jobs), onScanError);
  return [
    startWatch(scanner, onScanError, SCANS_EVERY_MS),
    startWatch(lightningWatcher(watched, onLightningError), onLightningError),
    startWatch(
      billingWatcher(watched, (line) => log(`Subscriptions: ${line}`)),
      onError('Subscriptions'),
    ),
    startWatch(
      async () => {
        if (await hasChanged()) changed();
      },
      onError('Settings'),
      SETTINGS_EVERY_MS,
    ),
  ];
}

/** Without CLAIM_CODE, prints the code: anyone who can read the console may claim. */
const claimCodeOf = ({ claimCode, secretKey }: Env) =>
  claimCode ?? Buffer.from(deriveKey(secretKey, 'claim')).subarray(0, 16).toString('base64url');

const claimAddress = (env: Env) =>
  `${env.publicUrl}/claim${env.claimCode === undefined ? `#${claimCodeOf(env)}` : ''}`;

/** The delay before other programs on the same database adopt changed settings. */
const SETTINGS_EVERY_MS = 15_000;

const NO_SESSION: SessionHint = { familyId: NOBODY, tokenHash: new Uint8Array(32) };

/** The contact for push services, which accept only these forms. */
const contactOf = (publicUrl: string) =>
  publicUrl.startsWith('https://') ? publicUrl : 'mailto:satling@localhost';

/** Rewords those startup errors that a setting explains. */
const inWords =
  ({ port, host }: Env) =>
  (error: NodeJS.ErrnoException): never => {
    const { code = '' } = error;
    if (code === 'EADDRINUSE')
      throw new Error(`PORT ${port} at ${host} is taken by another program`, { cause: error });
    if (code === 'EACCES')
      throw new Error(`PORT ${port} may not be used by this user`, { cause: error });
    if (['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL'].includes(code))
      throw new BadSetting('HOST', 'an address of this machine', host);
    throw error;
  };

async function openDatabase(env: Env, stopping: Stopping): Promise<Address> {
  if (env.databaseUrl) return addressOf(env.databaseUrl, env);
  const { signal } = stopping;
  const opening = startEmbedded({ dataDir: env.dataDir, log, giveUp: endWith, stopping: signal });
  stopping.addDatabase(() =>
    opening.then(
      (server) => server.stop(),
      () => undefined,
    ),
  );
  return opening;
}

const stopping = newStopping(log);

function endWith(why: string): void {
  process.stderr.write(`Satling ends: ${why}\n`);
  void stopping.end(1);
}

// A log without a reader, as after a terminal was closed, is no reason to exit.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
onAskedToEnd(() => stopping.end(0));
process.on('uncaughtException', (error) => {
  process.stderr.write(`${error.stack}\n`);
  endWith(error.message);
});
main(stopping).catch((error: Error) => {
  // After a request to exit, the start fails somewhere, which is expected.
  if (stopping.signal.aborted) return;
  // One clear line for faults that a person can fix; the stack for everything else.
  process.stderr.write(`Satling cannot start: ${error.message}\n`);
  if (process.env.LOG_LEVEL === 'debug') process.stderr.write(`${error.stack}\n`);
  return stopping.end(1);
});
