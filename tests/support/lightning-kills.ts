/**
 * Kills a server while it pays over real Lightning nodes, with one payment stopped in each of the
 * three gaps: prepared and not claimed; claimed and not sent; sent and not booked. Then another
 * server takes over, and the book is compared with the wallet.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import postgres from 'postgres';
import { expect } from 'vitest';
import type {
  PaymentRecord,
  PayResult,
} from '../../src/features/money/lightning/paying/contract.ts';
import { watchLightning } from '../../src/features/money/lightning/watch.ts';
import { type LabInfo, press } from '../../testkit/control.ts';
import { adminOf } from './address.ts';
import { startApp, type TestApp, type Visitor } from './app.ts';
import { addChild, getChild } from './family.ts';
import { startLabProcess } from './lab-process.ts';
import { untilWaiting } from './lock-waits.ts';
import { PATIENT } from './patience.ts';
import type { PayCall } from './paying-program.ts';
import { END_WITH_RUN } from './program.ts';

const HAD_SATS = 3_000_000;
const AMOUNT_SATS = 1_000;
const PROGRAM = join(import.meta.dirname, 'paying-program.ts');
const DAY_MS = 86_400_000;

type Payer = { parent: Visitor; childId: string; familyId: string };
const GAPS = ['prepared', 'claimed', 'sent'] as const;
type Gap = (typeof GAPS)[number];
type Calls = Record<Gap, PayCall>;

type Scene = {
  app: TestApp;
  lab: LabInfo;
  chain: object;
  owner: postgres.Sql;
  payers: Record<Gap, Payer>;
};

export type LightningKills = {
  kills: number;
  paid: number;
  neverSent: number;
  /** Failed after their invoices had expired and a day had passed. */
  expired: number;
  /** Payments with an unknown outcome, and sats on hold, in the end. */
  checking: number;
  heldSats: number;
  bookedSats: number;
  /** How much less the wallet has. */
  leftWalletSats: number;
};

export async function killWhilePaying(kills: number): Promise<LightningKills> {
  const { info: lab, stop } = await startLabProcess();
  const hosts = [lab.relay, lab.hub.url, lab.phoenixd.url].map((url) => new URL(url).host);
  const chain = { network: 'regtest', server: undefined, hosts, patience: PATIENT } as const;
  const app = await startApp({ at: new Date().toISOString(), chain });
  const owner = postgres({ ...adminOf(app.address), max: 4 });
  try {
    await stopClaims(owner);
    const payers = {
      prepared: await newPayer(app, 'prepared', {
        ...{ type: 'phoenixd', url: lab.phoenixd.url, token: lab.phoenixd.password },
      }),
      claimed: await newPayer(app, 'claimed', { type: 'nwc', token: lab.nwc.spending }),
      sent: await newPayer(app, 'sent', {
        ...{ type: 'alby_hub', url: lab.hub.url, token: lab.hub.token },
      }),
    };
    const scene = { app, lab, chain, owner, payers };
    const before = await walletSats(payers.sent);
    for (let killed = 0; killed < kills; killed++) await killOnce(scene, killed % 2 === 0);
    return { kills, ...(await outcome(scene, before)) };
  } finally {
    await owner.end({ timeout: 1 });
    await app.close();
    await stop();
  }
}

async function newPayer(app: TestApp, name: string, wallet: object): Promise<Payer> {
  const parent = await app.signIn(`${name}@example.com`);
  const { id: childId } = await addChild(parent);
  const body = { ...wallet, purpose: 'spend', withoutBudget: true };
  for (const [path, sent] of [
    [`/api/lightning/sync-balance/${childId}`, { newBalance: HAD_SATS }],
    ['/api/lightning/connect', body],
  ] as const) {
    const reply = await parent.send('POST', path, sent);
    if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`);
  }
  const [row] = await app.db.owner<{ familyId: string }[]>`
    SELECT family_id FROM child WHERE child_id = ${childId}`;
  return { parent, childId, familyId: row?.familyId ?? '' };
}

async function walletSats({ parent }: Payer): Promise<number> {
  await parent.send('POST', '/api/lightning/test-user-connection', { purpose: 'spend' });
  const { body } = await parent.get('/api/lightning/balance');
  return (body as { totalBalance: number }).totalBalance;
}

/**
 * @param repeats the calls are sent again under their keys; otherwise only the watcher continues
 */
async function killOnce(scene: Scene, repeats: boolean): Promise<void> {
  const { app, payers } = scene;
  app.clock.now = new Date();
  const calls = {
    prepared: await newCall(scene, 'prepared'),
    claimed: await newCall(scene, 'claimed'),
    sent: await newCall(scene, 'sent'),
  };
  const program = await startPaying(scene);
  try {
    await killAtStandstill(scene, program, calls);
  } finally {
    program.kill('SIGKILL');
  }
  if (repeats) await repeat(scene, calls);
  // The sender has been dead for longer than a minute.
  await watchAfter(scene, 120_000);
  const states = { prepared: repeats ? 'paid' : 'failed', claimed: 'checking', sent: 'paid' };
  for (const gap of GAPS) expect((await newest(payers[gap])).state, gap).toBe(states[gap]);
  // The invoice has expired, a day has passed, and the wallet does not know it.
  await watchAfter(scene, 2 * DAY_MS);
  expect((await newest(payers.claimed)).state).toBe('failed');
}

async function killAtStandstill(scene: Scene, program: ChildProcess, calls: Calls) {
  const { lab } = scene;
  const tell = (gap: Gap) => program.stdin?.write(`${JSON.stringify(calls[gap])}\n`);
  const releases = [
    await standBeforeClaim(scene, calls.prepared, () => tell('prepared')),
    await standBeforeBooking(scene, calls.sent, () => tell('sent')),
  ];
  await press(lab, 'fail', { service: 'spending', fault: { kind: 'silent' } });
  tell('claimed');
  await isWritten(scene, calls.claimed, true);
  program.kill('SIGKILL');
  await once(program, 'exit');
  await press(lab, 'heal', { service: 'spending' });
  for (const release of releases) await release();
}

/** The same calls under their keys: what was not claimed is paid now, nothing else is sent. */
async function repeat({ payers }: Scene, calls: Calls): Promise<void> {
  for (const gap of GAPS) {
    const { body, key } = calls[gap];
    const headers = { 'idempotency-key': key };
    const again = await payers[gap].parent.send('POST', '/api/lightning/pay', body, headers);
    const state = gap === 'claimed' ? 'checking' : 'paid';
    expect((again.body as PayResult).state, `${gap}: ${again.text}`).toBe(state);
  }
}

async function watchAfter({ app }: Scene, ms: number): Promise<void> {
  app.clock.now = new Date(Date.now() + ms);
  await watchLightning(app.services);
}

async function newCall({ lab, payers }: Scene, gap: Gap): Promise<PayCall> {
  const { parent, childId } = payers[gap];
  const { bolt11 } = await press(lab, 'invoice', { sats: AMOUNT_SATS, text: gap });
  const body = { childId, paymentRequest: String(bolt11) };
  return { cookies: [...parent.cookies], body, key: crypto.randomUUID() };
}

async function startPaying({ app, chain }: Scene): Promise<ChildProcess> {
  const env = { ...process.env, PAYING: JSON.stringify({ address: app.address, chain }) };
  const program = spawn(process.execPath, ['--import', END_WITH_RUN, PROGRAM], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(program.stdout as NodeJS.ReadableStream, 'data');
  return program;
}

/** Stopped within its claim's transaction, before anything is written. */
async function standBeforeClaim(scene: Scene, call: PayCall, send: () => void) {
  const invoice = call.body.paymentRequest;
  const lock = (sql: postgres.ISql) => sql`SELECT pg_advisory_xact_lock(hashtext(${invoice}))`;
  const { granted, release } = hold(scene, lock);
  await granted;
  send();
  await waiting(scene, 1);
  await isWritten(scene, call, false);
  return async () => {
    await release();
    // Follows the dead program's transaction, which PostgreSQL has rolled back by then.
    await lock(scene.owner);
  };
}

/** Lets a test stop a claim: a claim waits while its invoice's advisory lock is held. */
const stopClaims = (owner: postgres.Sql) =>
  owner.unsafe(`
    CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock(hashtext(NEW.invoice)); RETURN NEW; END $$;
    CREATE TRIGGER wait_for_test BEFORE UPDATE ON payment FOR EACH ROW
      WHEN (OLD.sent_at IS NULL AND NEW.sent_at IS NOT NULL) EXECUTE FUNCTION wait_for_test()`);

/** Its wallet answers only once the family is locked. */
async function standBeforeBooking(scene: Scene, call: PayCall, send: () => void) {
  const { lab, payers } = scene;
  await press(lab, 'fail', { service: 'hub', fault: { kind: 'held' } });
  send();
  await isWritten(scene, call, true);
  const { granted, release } = lockFamily(scene, payers.sent.familyId);
  await granted;
  await press(lab, 'heal', { service: 'hub' });
  await waiting(scene, 2);
  return release;
}

/** Locks the row of a family, as every change of it does. */
const lockFamily = (scene: Scene, familyId: string) =>
  hold(scene, (tx) => tx`SELECT FROM family WHERE family_id = ${familyId} FOR UPDATE`);

/** Holds the locks of `lock` until released. */
function hold({ owner }: Scene, lock: (tx: postgres.TransactionSql) => PromiseLike<unknown>) {
  const granted = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const done = owner.begin(async (tx) => {
    await lock(tx);
    granted.resolve();
    await released.promise;
  });
  const release = async () => {
    released.resolve();
    await done;
  };
  return { granted: granted.promise, release };
}

const waiting = ({ owner }: Scene, least: number) => untilWaiting(owner, least);

const isWritten = ({ owner }: Scene, { body }: PayCall, isClaimed: boolean) =>
  expect
    .poll(async () => {
      const [row] = await owner<{ claimed: boolean }[]>`
        SELECT sent_at IS NOT NULL AS claimed FROM payment
        WHERE invoice = ${body.paymentRequest}`;
      return row?.claimed;
    })
    .toBe(isClaimed);

async function newest({ parent }: Payer): Promise<PaymentRecord> {
  const [payment] = (await parent.get('/api/lightning/payments')).body as PaymentRecord[];
  if (!payment) throw new Error('There is no payment');
  return payment;
}

async function outcome({ app, payers }: Scene, beforeSats: number) {
  let [heldSats, bookedSats] = [0, 0];
  for (const { parent, childId } of Object.values(payers)) {
    const { spendingBalance, availableSpending } = await getChild(parent, childId);
    heldSats += satsOf(spendingBalance) - satsOf(availableSpending);
    bookedSats += HAD_SATS - satsOf(spendingBalance);
  }
  const rows = await app.db.owner<{ what: string; count: number }[]>`
    SELECT CASE WHEN state = 'failed' THEN failure ELSE state END AS what, count(*)::integer AS count
    FROM payment GROUP BY 1`;
  const count = (what: string) => rows.find((row) => row.what === what)?.count ?? 0;
  return {
    ...{ paid: count('paid'), neverSent: count('never-sent'), expired: count('not-found') },
    ...{ checking: count('open'), heldSats, bookedSats },
    leftWalletSats: beforeSats - (await walletSats(payers.sent)),
  };
}

const satsOf = (btc: string) => Math.round(Number(btc) * 1e8);
