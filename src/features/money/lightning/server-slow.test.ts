/**
 * The watcher with silent wallets. Nothing here depends on speed: a silent wallet is waited for
 * until the test ends it.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Patience } from '#core/lightning/wallet.ts';
import { ON_REGTEST, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild } from '#tests/support/family.ts';
import { bytesField, newInvoice, ORDINARY, writeInvoice } from '#tests/support/invoice.ts';
import type { ScriptedWallet } from '#tests/support/provider-script.ts';
import { none, settled } from '#tests/support/provider-words.ts';
import { startScripted, typedFor } from '#tests/support/scripted-wallets.ts';
import type { PaymentRecord } from './paying/contract.ts';
import { lightningWatcher } from './watch.ts';

const MINUTE_MS = 60_000;
const LONG_MS = 20 * MINUTE_MS;

let app: TestApp;
/** The watcher's waits; the server itself uses the usual times. */
const patience = { answerMs: LONG_MS, startMs: LONG_MS, payMs: LONG_MS };
beforeAll(async () => {
  app = await startApp({ at: new Date().toISOString(), ...ON_REGTEST });
});
afterAll(() => app.close());
beforeEach(() => {
  app.clock.now = new Date();
});
const wallets: ScriptedWallet[] = [];
afterEach(async () => {
  for (const { close } of wallets.splice(0)) await close();
});

const newWatcher = () => {
  const { chain } = app.services;
  const watched = { ...app.services, chain: { ...chain, patience: patience as Patience } };
  return lightningWatcher(watched, (error) => expect.fail(error.message));
};

type Home = { parent: Visitor; childId: string; wallet: ScriptedWallet };

async function newHome(name: string): Promise<Home> {
  const wallet = await startScripted('nwc');
  wallets.push(wallet);
  const parent = await app.signIn(`${name}@example.com`);
  const { id: childId } = await addChild(parent);
  await parent.send('POST', `/api/lightning/sync-balance/${childId}`, { newBalance: 100_000 });
  wallet.play({});
  const reply = await parent.send('POST', '/api/lightning/connect', typedFor(wallet.settings));
  if (reply.status !== 200) throw new Error(reply.text);
  return { parent, childId, wallet };
}

/** Payments with an unknown outcome, and a wallet to look them up in. */
async function leaveOpen({ parent, childId, wallet }: Home, count = 1): Promise<void> {
  wallet.play({ pay: { fault: 'hang-up' }, records: [none] });
  for (let made = 0; made < count; made += 1) {
    const paymentRequest = writeInvoice({
      timestamp: Math.floor(Date.now() / 1_000) - 5,
      // The wallet has a record of the ordinary one only.
      fields: Object.values({ ...ORDINARY, ...(made > 0 && newHash()) }),
    });
    const { body } = await parent.send('POST', '/api/lightning/pay', { childId, paymentRequest });
    expect(body).toMatchObject({ state: 'checking' });
  }
}

const newHash = () => ({ p: bytesField('p', randomBytes(32)) });

const states = async ({ parent }: Home) =>
  ((await parent.get('/api/lightning/payments')).body as PaymentRecord[]).map(({ state }) => state);
const falls = ({ wallet }: Home) => wallet.play({ records: [{ fault: 'silent' }] });
const settles = ({ wallet }: Home) => wallet.play({ records: [settled] });

test('while a silent wallet is asked, later rounds settle what another family has paid (T28)', async () => {
  const [slow, quick] = [await newHome('slow'), await newHome('quick')];
  await leaveOpen(slow, 2);
  falls(slow);
  const round = newWatcher();
  app.clock.advance(2 * MINUTE_MS);
  const first = await round();
  let isDone = false;
  const ended = first.done.then(() => {
    isDone = true;
  });

  await leaveOpen(quick);
  settles(quick);
  app.clock.advance(2 * MINUTE_MS);
  await (await round()).done;
  expect(await states(quick)).toEqual(['paid']);
  expect(isDone).toBe(false);
  // Even when due again, its rows are left to the turn that has them.
  app.clock.advance(10 * MINUTE_MS);
  await (await round()).done;
  expect(isDone).toBe(false);
  await slow.wallet.close();
  await ended;
  expect(await states(slow)).toEqual(['checking', 'checking']);
});

test('a turn ends with the first silence, and the next one begins with the others (T28)', async () => {
  const home = await newHome('three');
  await leaveOpen(home, 3);
  falls(home);
  const round = newWatcher();
  // By then a wallet that doesn't know them ends them.
  app.clock.advance(27 * 60 * MINUTE_MS);
  patience.answerMs = 200;
  await (await round()).done;
  expect(await states(home)).toEqual(['checking', 'checking', 'checking']);
  patience.answerMs = LONG_MS;
  home.wallet.play({ records: [none] });
  await (await round()).done;
  expect((await states(home)).toSorted()).toEqual(['checking', 'failed', 'failed']);
  app.clock.advance(20 * MINUTE_MS);
  await (await round()).done;
  expect(await states(home)).toEqual(['failed', 'failed', 'failed']);
});

test('families whose wallets were silent leave room for the others, however many they are (T28)', async () => {
  const slow: Home[] = [];
  for (let made = 0; made < 8; made += 1) slow.push(await newHome(`silent${made}`));
  const quick = await newHome('room');
  for (const home of slow) {
    await leaveOpen(home);
    falls(home);
  }
  const round = newWatcher();
  app.clock.advance(2 * MINUTE_MS);
  patience.answerMs = 200;
  await (await round()).done;
  patience.answerMs = LONG_MS;
  app.clock.advance(2 * MINUTE_MS);
  const held = await round();
  await leaveOpen(quick);
  settles(quick);
  app.clock.advance(2 * MINUTE_MS);
  await (await round()).done;
  expect(await states(quick)).toEqual(['paid']);
  for (const { wallet } of slow) await wallet.close();
  await held.done;
  expect(await states(slow[0] as Home)).toEqual(['checking']);
});

test('after silence a wallet is asked again after a while, not at once (T28)', async () => {
  const home = await newHome('again');
  const { parent, childId, wallet } = home;
  wallet.play({ direction: 'in', invoice: newInvoice().text });
  const made = await parent.send('POST', '/api/lightning/invoice', { childId, amount: 2_100 });
  expect(made.status, made.text).toBe(200);
  await leaveOpen(home);
  falls(home);
  app.clock.advance(2 * MINUTE_MS);
  patience.answerMs = 200;
  await (await newWatcher()()).done;
  patience.answerMs = LONG_MS;
  const waits = await app.db.owner<{ lookAt: Date }[]>`
    SELECT look_at FROM payment WHERE child_id = ${childId}`;
  const now = app.clock.now.getTime();
  expect(waits.map(({ lookAt }) => lookAt.getTime() - now)).toEqual([5_000, 5_000]);
});
