/**
 * A family in each of several time zones, week after week, with wallet, receiver and server down in
 * turn. Every week is booked and paid once despite all outages.
 */
import { expect } from 'vitest';
import { watchLightning } from '../../src/features/money/lightning/watch.ts';
import { settleAutomatic } from '../../src/features/pocket/allowances/settling.ts';
import type { TestApp } from './app.ts';
import { addChild } from './family.ts';
import type { WalletMood } from './live-wallets.ts';
import { weeksOf } from './paydays.ts';
import {
  connectPayer,
  payoutsOf,
  payPayouts,
  saveAddresses,
  setPayoutPlan,
  startPayoutWorld,
} from './payouts.ts';

export const ZONES = [
  'Pacific/Apia',
  'America/Anchorage',
  'America/Los_Angeles',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Europe/London',
  'Europe/Berlin',
  'Africa/Nairobi',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
];

const HOUR_MS = 3_600_000;
const STEP_MS = 8 * HOUR_MS;
const WEEK_MS = 7 * 24 * HOUR_MS;
const WEEKLY_SATS = 10_000;
/** Repeated moods make most steps pay. */
const MOODS: readonly WalletMood[] = [
  ...['pays', 'pays', 'away', 'lost', 'pays', 'unheard', 'refuses', 'lost'],
] as readonly WalletMood[];

/** The same outages in each run: whole numbers from a fixed seed. */
function outages(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export async function playWeeks(
  zones: readonly string[],
  weeks: number,
  seed: number,
): Promise<void> {
  const world = await startPayoutWorld();
  const { app, receiver, wallet } = world;
  const beganAt = app.clock.now.getTime();
  try {
    const childIds: string[] = [];
    for (const [at, zone] of zones.entries())
      childIds.push(await begin(app, zone, { at, address: receiver.addressOf(`c${at}`), wallet }));
    const next = outages(seed);
    const end = beganAt + weeks * WEEK_MS - STEP_MS;
    while (app.clock.now.getTime() < end) {
      wallet.mood = MOODS[next(MOODS.length)] as WalletMood;
      receiver.isAway = next(5) === 0;
      // The server is down for one step or for many.
      const isAway = next(6) === 0;
      app.clock.advance(isAway ? STEP_MS * (1 + next(15)) : STEP_MS);
      if (app.clock.now.getTime() > end) app.clock.now = new Date(end);
      await lookAround(app);
      for (const times of wallet.paid.values()) expect(times).toBe(1);
    }
    wallet.mood = 'pays';
    receiver.isAway = false;
    for (let steps = 0; steps < 12; steps += 1) {
      app.clock.advance(STEP_MS / 8);
      await lookAround(app);
      app.clock.advance(STEP_MS);
      await watchLightning(app.services);
    }
    for (const at of zones.keys()) await sayYes(app, at);
    await lookAround(app);
    for (const childId of childIds) await assertPaid(app, childId, weeks);
    for (const times of wallet.paid.values()) expect(times).toBe(1);
    expect(wallet.paid.size).toBe(await paidPayments(app));
  } finally {
    await world.close();
  }
}

/**
 * If only the family's wallet denies a payment, a parent is asked: that happens when the receiver
 * was down at the time.
 */
async function sayYes(app: TestApp, at: number): Promise<void> {
  const parent = await app.signIn(emailAt(at));
  const owed = (await payoutsOf(parent)).filter(({ state }) => state === 'owed');
  expect(owed.filter(({ failure }) => failure !== 'unconfirmed')).toEqual([]);
  if (owed.length > 0) expect((await payPayouts(parent, owed)).status).toBe(200);
}

const emailAt = (at: number) => `zone${at}@example.com`;

/** The running server's own work: book, then pay and look up what is due. */
async function lookAround(app: TestApp): Promise<void> {
  await settleAutomatic(app.db.owner, app.clock.now);
  app.clock.advance(2 * 60_000);
  await watchLightning(app.services);
  app.clock.advance(2 * 60_000);
  await watchLightning(app.services);
}

type Place = { at: number; address: string; wallet: { url: string } };

async function begin(
  app: TestApp,
  timeZone: string,
  { at, address, wallet }: Place,
): Promise<string> {
  const parent = await app.signIn(emailAt(at));
  await parent.send('PATCH', '/api/family/settings', { timeZone, payAutomatically: true });
  const { id: childId } = await addChild(parent, { allowanceDay: at % 7 });
  await saveAddresses(parent, { [childId]: address });
  await connectPayer(parent, wallet.url);
  const set = await setPayoutPlan(parent, childId, 'lightning', address);
  if (set.status !== 200) throw new Error(set.text);
  return childId;
}

/** Every booked week was paid by one payment with a receipt, and nothing else was. */
async function assertPaid(app: TestApp, childId: string, weeks: number): Promise<void> {
  const booked = (await weeksOf(app, childId)).filter((week) => week.endsWith('booked'));
  expect(booked.length).toBeGreaterThanOrEqual(weeks - 1);
  expect(booked.length).toBeLessThanOrEqual(weeks + 1);
  const rows = await app.db.owner<{ state: string; receipts: number }[]>`
    SELECT p.state, (SELECT count(*)::integer FROM payment l
      WHERE l.pays = p.entry_id AND l.state = 'paid' AND l.proof = 'proven') AS receipts
    FROM payout p WHERE p.child_id = ${childId}`;
  expect(rows.map(({ state, receipts }) => [state, receipts])).toEqual(
    booked.map(() => ['paid', 1]),
  );
  // The parents' sessions have ended by now, so the accounts are read from the database.
  const accounts = await app.db.owner<{ kind: string; balanceSats: bigint; heldSats: bigint }[]>`
    SELECT kind, balance_sats, held_sats FROM account WHERE child_id = ${childId}
      AND kind IN ('savings', 'spending') ORDER BY kind`;
  expect(
    accounts.map(({ balanceSats, heldSats }) => [Number(balanceSats), Number(heldSats)]),
  ).toEqual([
    [0, 0],
    [booked.length * WEEKLY_SATS, 0],
  ]);
}

async function paidPayments({ db }: TestApp): Promise<number> {
  const [row] = await db.owner<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM payment WHERE state = 'paid'`;
  return row?.count ?? 0;
}
