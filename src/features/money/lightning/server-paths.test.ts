/** A payment's detours, over a scripted wallet. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ON_REGTEST, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild, joinAsChild, message, record } from '#tests/support/family.ts';
import {
  bytesField,
  newInvoice as newInvoiceOf,
  ORDINARY,
  writeInvoice,
} from '#tests/support/invoice.ts';
import type { ScriptedWallet } from '#tests/support/provider-script.ts';
import { none, paid, settled } from '#tests/support/provider-words.ts';
import { startScripted, typedFor } from '#tests/support/scripted-wallets.ts';
import type { PaymentRecord, PayResult } from './paying/contract.ts';
import { watchLightning } from './watch.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let app: TestApp;
let beganAt: number;
beforeAll(async () => {
  beganAt = Date.now();
  app = await startApp({
    at: new Date(beganAt).toISOString(),
    ...ON_REGTEST,
  });
});
afterAll(() => app.close());
beforeEach(() => {
  app.clock.now = new Date();
});

/** An invoice over 2,100 sats with its own payment hash. */
const newInvoice = () =>
  writeInvoice({
    timestamp: Math.floor(Date.now() / 1_000) - 5,
    fields: Object.values({ ...ORDINARY, p: bytesField('p', randomBytes(32)) }),
  });

type Home = { parent: Visitor; childId: string; wallet: ScriptedWallet };

async function newHome(name: string): Promise<Home> {
  const wallet = await startScripted('nwc');
  const parent = await app.signIn(`${name}@example.com`);
  const { id: childId } = await addChild(parent);
  await parent.send('POST', `/api/lightning/sync-balance/${childId}`, { newBalance: 100_000 });
  await connect(parent, wallet);
  return { parent, childId, wallet };
}

async function connect(parent: Visitor, wallet: ScriptedWallet): Promise<void> {
  wallet.play({});
  const reply = await parent.send('POST', '/api/lightning/connect', typedFor(wallet.settings));
  if (reply.status !== 200) throw new Error(reply.text);
}

const pay = ({ parent, childId }: Home, paymentRequest = newInvoice()) =>
  parent.send('POST', '/api/lightning/pay', { childId, paymentRequest });
const payments = async ({ parent }: Home) =>
  (await parent.get('/api/lightning/payments')).body as PaymentRecord[];
const newest = async (home: Home) => (await payments(home))[0] as PaymentRecord;
const say = (who: Visitor, id: string, isPaid: boolean) =>
  who.send('POST', `/api/lightning/payments/${id}/say`, { paid: isPaid });
const money = async ({ parent, childId }: Home) => {
  const { spendingBalance, availableSpending } = await getChild(parent, childId);
  return [spendingBalance, availableSpending];
};
async function watchAfter(ms: number): Promise<void> {
  app.clock.now = new Date(beganAt + ms);
  await watchLightning(app.services);
}
const FULL = ['0.00100000', '0.00100000'];
const HELD = ['0.00100000', '0.00097879'];

test('another wallet that knows nothing proves nothing; then a parent states the outcome (T28)', async () => {
  const home = await newHome('anna');
  home.wallet.play({ pay: { fault: 'hang-up' }, records: [none] });
  expect((await pay(home)).body).toMatchObject({ success: false, state: 'checking', error: null });
  expect(await money(home)).toEqual(HELD);
  const { id } = await newest(home);
  expect(message(await say(home.parent, id, false))).toContain('Until its invoice has expired');
  const kid = await joinAsChild(app, home.parent, home.childId, 'mia@example.com');
  for (const isPaid of [true, false]) expect((await say(kid, id, isPaid)).status).toBe(403);

  const other = await startScripted('nwc');
  await connect(home.parent, other);
  other.play({ records: [none] });
  await watchAfter(27 * HOUR_MS);
  expect(await newest(home)).toMatchObject({ state: 'checking', failure: 'not-found' });
  expect(await money(home)).toEqual(HELD);

  expect((await say(home.parent, id, true)).body).toMatchObject({
    ...{ state: 'paid', proof: 'person', preimage: null, fee: null, entryId: id },
  });
  expect(await money(home)).toEqual(['0.00097900', '0.00097900']);
  expect(message(await say(home.parent, id, false))).toContain('answered already');
  await watchAfter(100 * HOUR_MS);
  expect(await money(home)).toEqual(['0.00097900', '0.00097900']);
  expect(home.wallet.asked() + other.asked()).toBe(1);
  for (const { close } of [home.wallet, other]) await close();
});

test('after the invoice has expired a parent may say "not paid"; a removed wallet releases nothing (T28)', async () => {
  const home = await newHome('zoe');
  home.wallet.play({ pay: { fault: 'hang-up' }, records: [none] });
  await pay(home);
  const { id } = await newest(home);
  await home.wallet.close();
  await watchAfter(100 * HOUR_MS);
  expect(await newest(home)).toMatchObject({ state: 'checking', failure: 'unreachable' });
  expect(await money(home)).toEqual(HELD);
  const no = await say(home.parent, id, false);
  expect(no.body).toMatchObject({ state: 'failed', failure: 'unclear', entryId: null });
  expect(await money(home)).toEqual(FULL);
});

test('a connection removed in the meantime leaves the payment as it is, until it is back (T28)', async () => {
  const home = await newHome('kim');
  const invoice = newInvoice();
  home.wallet.play({ pay: { fault: 'hang-up' }, records: [none] });
  await pay(home, invoice);
  await home.parent.send('DELETE', '/api/lightning/config', { purpose: 'spend' });
  await watchAfter(2 * MINUTE_MS);
  expect(await newest(home)).toMatchObject({ state: 'checking', failure: 'unreachable' });
  expect(message(await pay(home, newInvoice()))).toContain('No Lightning wallet is connected');
  await connect(home.parent, home.wallet);
  home.wallet.play({ records: [none] });
  app.clock.now = new Date();
  expect(message(await pay(home, invoice))).toContain('was paid already');
  expect(home.wallet.asked()).toBe(0);
  await home.wallet.close();
});

test('an invoice that lasts longer than 7 days is not paid; one of exactly 7 days is (T28 LN-14)', async () => {
  const home = await newHome('week');
  const lasting = (seconds: number) => newInvoiceOf({ age: 0, seconds }).text;
  const long = await pay(home, lasting(7 * 86_400 + 3_600));
  expect([long.status, message(long)]).toEqual([400, expect.stringContaining('within 7 days')]);
  expect(await money(home)).toEqual(FULL);
  home.wallet.play({ pay: { ...paid, preimage: 'uuid' }, records: [none] });
  expect((await pay(home, lasting(7 * 86_400))).body).toMatchObject({ state: 'paid' });
  await home.wallet.close();
});

test('of a fee above the limit that was agreed the child pays the limit; the receipt shows all of it (LN-14)', async () => {
  const home = await newHome('fee');
  home.wallet.play({ pay: { ...paid, preimage: 'uuid', fee: 500 }, records: [none] });
  expect((await pay(home)).body).toMatchObject({ state: 'paid', fee: 500 });
  expect(await newest(home)).toMatchObject({ fee: 500, feeLimit: 21 });
  expect(await money(home)).toEqual(['0.00097879', '0.00097879']);

  // A later report has the same limit. The wallet has a record of the ordinary invoice.
  const timestamp = Math.floor(Date.now() / 1_000) - 5;
  home.wallet.play({ pay: { ...paid, fee: null }, records: [none, { ...settled, fee: null }] });
  const late = writeInvoice({ timestamp, fields: Object.values(ORDINARY) });
  expect((await pay(home, late)).body).toMatchObject({ state: 'paid', fee: null });
  home.wallet.play({ records: [{ ...settled, fee: 500 }] });
  await watchAfter(5 * MINUTE_MS);
  expect(await newest(home)).toMatchObject({ fee: 500, feeLimit: 21 });
  expect(await money(home)).toEqual(['0.00095758', '0.00095758']);
  await home.wallet.close();
});

test.each([
  ['5 sats pays them', 5, '0.00000000'],
  ['21 sats pays all of its limit', 21, '0.00000000'],
  ['22 sats keeps one', 22, '0.00000001'],
  ['nothing pays nothing', 0, '0.00000000'],
])('of a fee that is told late, a child who has %s (LN-14)', async (_, leftSats, after) => {
  const home = await newHome(`late-${leftSats}`);
  home.wallet.play({ pay: { ...paid, fee: null }, records: [none, { ...settled, fee: null }] });
  const timestamp = Math.floor(Date.now() / 1_000) - 5;
  const text = writeInvoice({ timestamp, fields: Object.values(ORDINARY) });
  expect((await pay(home, text)).body).toMatchObject({ state: 'paid', fee: null });
  await home.parent.send('POST', `/api/lightning/sync-balance/${home.childId}`, {
    newBalance: leftSats,
  });
  home.wallet.play({ records: [{ ...settled, fee: 500 }] });
  await watchAfter(5 * MINUTE_MS);
  expect(await newest(home)).toMatchObject({ fee: 500, feeLimit: 21 });
  expect(await money(home)).toEqual([after, after]);
  await home.wallet.close();
});

test('a wallet that never answers delays and blocks nobody, and what was not sent is released (T28)', async () => {
  const slow = await newHome('slow');
  const quick = await newHome('quick');
  slow.wallet.play({ pay: { fault: 'silent' }, records: [none] });
  quick.wallet.play({ pay: { ...paid, preimage: 'uuid' }, records: [none] });
  const waiting = Array.from({ length: 5 }, () => pay(slow));
  await expect.poll(async () => (await payments(slow)).length).toBe(5);
  await expect.poll(() => slow.wallet.asked()).toBe(1);
  // One is being looked up, four wait; a sixth is refused at once.
  expect((await pay(slow)).status).toBe(503);
  expect((await record(slow.parent, slow.childId, 'bonus', '0.00000100')).status).toBe(200);
  expect((await pay(quick)).body).toMatchObject({ success: true, state: 'paid' });
  expect((await payments(slow)).map(({ state }) => state)).toEqual(Array(6).fill('checking'));
  expect(slow.wallet.asked()).toBe(1);

  await slow.wallet.close();
  const states = (await Promise.all(waiting)).map(({ body }) => (body as PayResult).state);
  expect(states.toSorted()).toEqual(['checking', ...Array<string>(4).fill('failed')]);
  await watchAfter(5 * MINUTE_MS);
  const ends = (await payments(slow)).map(({ state, failure }) => `${state} ${failure}`);
  expect(ends.toSorted()).toEqual(
    [
      'checking unreachable',
      ...Array<string>(4).fill('failed unreachable'),
      'failed never-sent',
    ].toSorted(),
  );
  // One payment and its fee are on hold.
  expect(await money(slow)).toEqual(['0.00100000', '0.00097879']);
  await quick.wallet.close();
});

test('a wallet that has less than the book is shown next to it, except for children with their own', async () => {
  const home = await newHome('less');
  const before = await money(home);
  const { body } = await home.parent.get('/api/lightning/balance');
  expect(body).toMatchObject({ totalBalance: 21_000, bookBalance: 100_000 });
  const childAddresses = { [home.childId]: 'mia@example.com' };
  await home.parent.send('POST', '/api/lightning/addresses', { childAddresses });
  const own = (await home.parent.get('/api/lightning/balance')).body;
  expect(own).toMatchObject({ totalBalance: 21_000, bookBalance: 0 });
  await watchAfter(HOUR_MS);
  expect(await money(home)).toEqual(before);
  await home.wallet.close();
});
