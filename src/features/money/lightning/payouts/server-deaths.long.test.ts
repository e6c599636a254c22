/** Programs killed or frozen in the middle of a family's turn, and slow ones that survive. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { processDue } from '#tests/support/paydays.ts';
import {
  newest,
  newPayingHome,
  type PayingHome,
  type PayoutWorld,
  payoutMessages,
  startPayoutWorld,
  watchLater,
} from '#tests/support/payouts.ts';
import { END_WITH_RUN } from '#tests/support/program.ts';
import type { PaymentRecord } from '../paying/contract.ts';
import { askReceiver, begin } from './paying.ts';
import { findPayout, type PayoutRow } from './store.ts';

const PROGRAM = join(import.meta.dirname, '../../../../../tests/support/turn-program.ts');
/** Longer than a lease. */
const LONG_MS = 30_000;

let world: PayoutWorld;
beforeAll(async () => {
  world = await startPayoutWorld();
});
afterAll(() => world.close());
beforeEach(() => world.reset());
const programs: ChildProcess[] = [];
afterEach(() => {
  for (const one of programs.splice(0)) one.kill('SIGKILL');
});

type Program = { child: ChildProcess; said: string[] };

async function start(): Promise<Program> {
  const args = ['--import', END_WITH_RUN, PROGRAM, JSON.stringify(world.app.address)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  programs.push(child);
  const lines = createInterface({ input: child.stdout });
  const said: string[] = [];
  lines.on('line', (line) => said.push(line));
  await once(lines, 'line');
  return { child, said };
}

/** A due pay day; the child's wallet makes no invoice before this many are requested. */
async function payDay(name: string, together: number): Promise<PayingHome> {
  const home = await newPayingHome(world, name, true);
  world.receiver.together = together;
  await processDue(home.parent);
  await world.app.db.owner`UPDATE payout SET look_at = now() WHERE state = 'due'`;
  return home;
}

/** The payer is waiting for the invoice. */
async function standsStill(): Promise<void> {
  const before = world.receiver.invoices();
  await expect.poll(() => world.receiver.invoices(), { timeout: 30_000 }).toBe(before + 1);
}

const isPaid = (home: PayingHome, timeout: number) =>
  expect.poll(async () => (await newest(home)).state, { timeout, interval: 500 }).toBe('paid');
const times = () => [...world.wallet.paid.values()];

test('after a kill -9 in the middle of its turn a pay day is paid within a minute, once (T28)', async () => {
  const first = await start();
  const [home] = await Promise.all([payDay('killed', 2), standsStill()]);
  first.child.kill('SIGKILL');
  const diedAt = Date.now();
  await start();
  await isPaid(home, 60_000 - (Date.now() - diedAt));
  expect(times().every((paid) => paid === 1)).toBe(true);
}, 180_000);

test('a living program keeps its turn, however slow it is (T28)', async () => {
  const before = world.wallet.paid.size;
  const { said } = await start();
  const [home] = await Promise.all([payDay('slow', 2), standsStill()]);
  const asked = world.receiver.invoices();
  await start();
  await sleep(LONG_MS);
  expect([world.receiver.invoices(), said]).toEqual([asked, ['ready']]);
  // The next request lets both have their invoices.
  await fetch(`http://${world.receiver.host}/pay/nobody?amount=1000`);
  await isPaid(home, 60_000);
  expect(world.wallet.paid.size).toBe(before + 1);
}, 180_000);

test('a frozen program whose turn was taken over sends and books nothing when it continues (T28)', async () => {
  const before = world.wallet.paid.size;
  const frozen = await start();
  const [home] = await Promise.all([payDay('frozen', 2), standsStill()]);
  frozen.child.kill('SIGSTOP');
  await start();
  await isPaid(home, 60_000);
  const { paymentId } = await newest(home);
  frozen.child.kill('SIGCONT');
  await expect.poll(() => frozen.said.join(), { timeout: 60_000 }).toContain('This turn is lost');
  expect(await newest(home)).toMatchObject({ state: 'paid', paymentId });
  expect(world.wallet.paid.size).toBe(before + 1);
  expect(times().every((paid) => paid === 1)).toBe(true);
}, 180_000);

test('what a dead program wrote without telling a wallet is given up and paid again, without a notice (T28)', async () => {
  const { app } = world;
  const home = await payDay('prepared', 1);
  const [{ familyId }] = await app.db.owner<[{ familyId: string }]>`
    SELECT family_id FROM child WHERE child_id = ${home.childId}`;
  const { id } = await newest(home);
  const row = await app.db.readFamily(familyId, (tx) => findPayout(tx, familyId, id));
  const made = await askReceiver(app.services, familyId, row as PayoutRow);
  if (typeof made === 'string') throw new Error(made);
  const lookAt = new Date(app.clock.now.getTime() + 20_000);
  const begun = { made, provider: 'Phoenixd', isBrowser: false, lookAt } as const;
  await app.db.changeFamily(familyId, (tx) =>
    begin(app.services, tx, familyId, id, begun, app.clock.now),
  );
  await watchLater(app, 21_000);
  expect(await newest(home)).toMatchObject({ state: 'owed', failure: 'never-sent' });
  await watchLater(app, 3_000);
  expect(await newest(home)).toMatchObject({ state: 'paid', proof: 'proven' });
  expect(await payoutMessages(home.parent)).toEqual([]);
  const payments = (await home.parent.get('/api/lightning/payments')).body as PaymentRecord[];
  expect(payments.map(({ state }) => state)).toEqual(['paid', 'failed']);
});
