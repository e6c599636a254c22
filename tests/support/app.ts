/** The whole server on a fresh database, with a clock that tests move, and visitors who call it. */
import type { FastifyInstance, InjectOptions } from 'fastify';
import postgres from 'postgres';
import { inject } from 'vitest';
import { newScanner } from '#features/money/wallet/scan/scanner.ts';
import type { SiteSettings } from '#site/server/site-settings.ts';
import { buildServer } from '../../src/app/server.ts';
import { startWatch } from '../../src/app/watch.ts';
import { type ChainWork, scanContext } from '../../src/app/workers.ts';
import { vapidKeys } from '../../src/features/notices/push/keys.ts';
import type { Mail, Mailer } from '../../src/server/adapters/mail/mail.ts';
import { connect, type Database } from '../../src/server/db/database.ts';
import type { Address } from '../../src/server/db/sql.ts';
import { cookieJar } from '../../src/server/http/actor.ts';
import type { Services } from '../../src/server/http/context.ts';
import { startJobs } from '../../src/server/jobs.ts';
import type { Queue } from '../../src/server/queue.ts';
import { NOTHING_SET } from '../../src/server/settings.ts';
import { adminOf, inDatabase } from './address.ts';
import { PATIENT } from './patience.ts';
import { keepBrowserFresh } from './proof.ts';
import { queuedMails } from './queue.ts';
import { databaseName } from './run-names.ts';

/** Scans begin soon after they are requested. */
const SCANS_EVERY_MS = 200;
export const SEAL_KEY = new Uint8Array(32).fill(7);
export const JOBS_KEY = new Uint8Array(32).fill(1);
export const SECRETS_KEY_OF_TESTS = new Uint8Array(32).fill(9);
/** The identity of this server toward push services. */
export const VAPID = vapidKeys(new Uint8Array(32).fill(3));
export const PUBLIC_URL = 'http://localhost:3000';
/** Worthless money; wallets on this machine may be called. */
export const ON_REGTEST = {
  chain: { network: 'regtest', server: undefined, hosts: ['127.0.0.1'] },
} as const;

let made = 0;

/** A migrated database without rows, or one without tables. */
export async function freshDatabase(template = inject('template')): Promise<Address> {
  const server = inject('database');
  const name = databaseName(process.ppid, ++made);
  const admin = postgres(adminOf(server));
  // As files: page by page through the buffers and the log takes three times as long.
  const as = `TEMPLATE ${template} ENCODING 'UTF8' STRATEGY file_copy`;
  // Copying fails while another process copies the same template; it takes only a moment.
  for (let tries = 1; ; tries++) {
    try {
      await admin.unsafe(`CREATE DATABASE ${name} ${as}`);
      break;
    } catch (error) {
      if (tries === 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  await admin.end();
  return inDatabase(server, name);
}

export type Clock = { now: Date; advance: (ms: number) => void };

export type TestApp = {
  app: FastifyInstance;
  db: Database;
  address: Address;
  services: Services;
  clock: Clock;
  /** A new browser; all of them share one network unless an address is given. */
  visitor: (ip?: string) => Visitor;
  /**
   * Signs in as a person would, at home: requests a link, takes it from the mail, opens it; in a
   * browser of the given language, if any. The session stays fresh (proof.ts).
   */
  signIn: (email: string, language?: string) => Promise<Visitor>;
  close: () => Promise<void>;
};

export async function startApp(
  options: {
    at?: string;
    admins?: string[];
    claimCode?: string;
    restoring?: Services['restoring'];
    settings?: Partial<Services['settings']>;
    trustedProxies?: number;
    address?: Address;
    logLevel?: string;
    logTo?: { write(line: string): void };
    checkMail?: Services['checkMail'];
    metricsToken?: string;
    /** The public address; by default not reachable from outside. */
    publicUrl?: string;
    /** If undefined, no chain source is used. */
    chain?: Services['chain'];
    /** If undefined, no price source is used. */
    prices?: Services['prices'];
    /** If undefined, nothing is sold. */
    billing?: Services['billing'];
    site?: SiteSettings;
    mailer?: Mailer;
    /** How long a request waits for the database; long by default, as test machines are busy. */
    answerMs?: number;
    /** If undefined, a failure of the job queue fails the run. */
    onJobsError?: (error: Error) => void;
  } = {},
): Promise<TestApp> {
  const { publicUrl = PUBLIC_URL } = options;
  const address = options.address ?? (await freshDatabase());
  const db = connect(address, undefined, options.answerMs ?? 60_000);
  const clock: Clock = {
    now: new Date(options.at ?? '2026-11-18T12:00:00Z'),
    advance(ms) {
      clock.now = new Date(clock.now.getTime() + ms);
    },
  };
  // Most tests read mails from the queue (queue.ts); adapters/mail tests the sending.
  const mailer = options.mailer ?? { send: () => Promise.resolve(), close: () => undefined };
  const { chain: asked = { network: 'testnet', server: undefined, hosts: [] } as const } = options;
  const chain = { patience: PATIENT, ...asked };
  const wallets = {
    ...{ db, chain, secretsKey: SECRETS_KEY_OF_TESTS, publicUrl },
    clock: () => clock.now,
  };
  const jobs = await startJobs({
    address,
    owner: db.owner,
    key: JOBS_KEY,
    mailer,
    tasks: [],
    onError: options.onJobsError ?? fail,
  });
  const stopScans = options.chain && startScans(wallets, jobs, options.onJobsError ?? fail);
  const { checkMail, metricsToken, claimCode, restoring } = options;
  const services: Services = {
    db,
    jobs,
    cookies: cookieJar(PUBLIC_URL),
    publicUrl,
    admins: new Set(options.admins ?? ['nobody-in-tests@example.com']),
    clock: () => clock.now,
    sealKey: SEAL_KEY,
    ...{ checkMail, metricsToken, claimCode, restoring, chain },
    ...{ prices: options.prices, billing: options.billing },
    settings: { ...NOTHING_SET, ...options.settings },
    secretsKey: SECRETS_KEY_OF_TESTS,
    push: {
      publicKey: VAPID.publicKey,
      rules: { hosts: ['push.example.com'], trusted: ['localhost'] },
    },
  };
  const app = await buildServer(services, {
    trustedProxies: options.trustedProxies ?? 0,
    logLevel: options.logLevel ?? process.env.TEST_LOG ?? 'silent',
    ...(options.logTo && { logTo: options.logTo }),
    ...(options.site && { site: options.site }),
  });
  await app.ready();
  const visitor = (ip?: string) => newVisitor(app, ip, publicUrl);
  let homes = 0;
  const home = () => visitor(`10.${Math.floor(++homes / 256)}.${homes % 256}.7`);
  return {
    app,
    db,
    address,
    services,
    clock,
    visitor,
    signIn: (email, language) => signIn(home(), db, email, language),
    close: async () => {
      stopScans?.();
      await app.close();
      await jobs.stop();
      await db.close();
    },
  };
}

/** A scan cut off by the end of the test is not a failure. */
function startScans(work: ChainWork, jobs: Queue, onError: (error: Error) => void): () => void {
  let isOver = false;
  const unlessOver = (error: Error) => {
    if (!isOver) onError(error);
  };
  const stop = startWatch(
    newScanner(scanContext(work, jobs), unlessOver),
    unlessOver,
    SCANS_EVERY_MS,
  );
  return () => {
    isOver = true;
    stop();
  };
}

const fail = (error: Error) => {
  throw error;
};

export type Reply = { status: number; body: never; text: string; headers: Record<string, unknown> };

/** A browser: it stores cookies and sends what a browser sends. */
export type Visitor = {
  cookies: Map<string, string>;
  get: (path: string, headers?: Record<string, string>) => Promise<Reply>;
  send: (
    method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Reply>;
};

export function newVisitor(
  app: FastifyInstance,
  remoteAddress = '127.0.0.1',
  origin = PUBLIC_URL,
): Visitor {
  const cookies = new Map<string, string>();
  const call = async (options: InjectOptions): Promise<Reply> => {
    const sent = { ...options, remoteAddress, cookies: Object.fromEntries(cookies) };
    const reply = await app.inject(sent);
    for (const { name, value } of reply.cookies)
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    const isJson = String(reply.headers['content-type']).startsWith('application/json');
    return {
      status: reply.statusCode,
      body: (isJson ? reply.json() : undefined) as never,
      text: reply.body,
      headers: reply.headers,
    };
  };
  return {
    cookies,
    get: (path, headers = {}) => call({ method: 'GET', url: path, headers }),
    send: (method, path, body = {}, headers = {}) =>
      call({
        method,
        url: path,
        headers: { origin, 'content-type': 'application/json', ...headers },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  };
}

export const tokenIn = (mail: Mail): string => {
  const token = /token=([\w-]+)/.exec(mail.text)?.[1];
  if (!token) throw new Error('There is no link in this mail');
  return token;
};

export const codeIn = (mail: Mail): string => {
  const code = /^(\d{4}) (\d{4})$/m.exec(mail.text);
  if (!code) throw new Error('There is no code in this mail');
  return `${code[1]}${code[2]}`;
};

async function signIn(visitor: Visitor, db: Database, email: string, language?: string) {
  const headers = { ...(language && { 'accept-language': language }) };
  const before = await queuedMails(db, JOBS_KEY, email);
  await visitor.send('POST', '/api/auth/magic-link', { email }, headers);
  const mail = (await queuedMails(db, JOBS_KEY, email))[before.length];
  if (!mail) throw new Error(`No link was sent to ${email}`);
  const token = tokenIn(mail);
  const reply = await visitor.send('POST', '/api/auth/verify', { token }, headers);
  if (reply.status !== 200) throw new Error(`Sign-in failed: ${reply.text}`);
  await keepBrowserFresh(db, visitor.cookies);
  return visitor;
}
