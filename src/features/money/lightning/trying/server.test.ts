/** Trying a wallet as a visitor: allowed uses, and every refused abuse. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import {
  ON_REGTEST,
  type Reply,
  startApp,
  type TestApp,
  type Visitor,
} from '#tests/support/app.ts';
import { everything } from '#tests/support/backups.ts';
import { addChild, joinAsChild, message } from '#tests/support/family.ts';
import { writeInvoice } from '#tests/support/invoice.ts';
import type { ScriptedWallet } from '#tests/support/provider-script.ts';
import { startScriptedNwc } from '#tests/support/scripted-nwc.ts';

const CONNECT = '/api/public/test-coinos';
const CREATE = '/api/lightning/create-test-invoice';
const PAY = '/api/lightning/pay-test-invoice';
const KEY = 'ab'.repeat(32);
const HOUR_MS = 3_600_000;

type Connected = { success: boolean; connectionId: string; balance: number; error: string };

let app: TestApp;
let wallet: ScriptedWallet;
let good: string;
let log = '';
const seconds = () => Math.floor(Date.now() / 1_000);
const of21 = () => writeInvoice({ timestamp: seconds(), prefix: 'lnbcrt210n' });
/** A relay that counts connections. */
const inside = new WebSocketServer({ port: 0, host: '127.0.0.1' });
let dialled = 0;
inside.on('connection', () => {
  dialled += 1;
});

beforeAll(async () => {
  wallet = await startScriptedNwc('44');
  good = (wallet.settings as { connectionString: string }).connectionString;
  app = await startApp({
    // Invoices use the real clock.
    at: new Date().toISOString(),
    ...ON_REGTEST,
    logLevel: 'trace',
    logTo: {
      write: (line) => {
        log += line;
      },
    },
  });
});
afterAll(async () => {
  await app.close();
  await wallet.close();
  inside.close();
});

const connect = (who: Visitor, connectionString: string) =>
  who.send('POST', CONNECT, { connectionString });
const balance = (who: Visitor, id: string) => who.get(`/api/lightning/test-balance/${id}`);
const pay = (who: Visitor, invoice: string, connectionId: string) =>
  who.send('POST', PAY, { invoice, connectionId });
let people = 0;
/** The lab's wallets are on this machine, allowed only for families: an adult tries them. */
const adult = () => app.signIn(`trial-${++people}@example.com`);
async function trial(who: Visitor): Promise<string> {
  wallet.play({ invoice: of21(), pay: { says: 'paid' } });
  const reply = await connect(who, good);
  expect(reply.body, reply.text).toMatchObject({ success: true });
  return (reply.body as Connected).connectionId;
}

test('a wallet is tried: its balance, an invoice, a payment (LN-69 LN-73 LN-76 LN-77 LN-78 LN-79)', async () => {
  const anna = await adult();
  const connectionId = await trial(anna);
  const again = (await connect(anna, good)).body as Connected;
  expect(again).toEqual({
    ...{ success: true, connectionId, provider: 'Scripted', balance: 21_000 },
    ...{ error: null, reason: null },
  });
  expect((await balance(anna, connectionId)).body).toEqual({
    provider: 'Scripted',
    balance: 21_000,
  });
  const made = (await anna.send('POST', CREATE, { amount: 21 })).body as { invoice: string };
  expect(made).toMatchObject({ amount: 21, feeLimit: 10, note: expect.stringContaining('refuse') });
  expect((await pay(anna, made.invoice, connectionId)).body).toEqual({
    ...{ success: true, payment: { amount: 21 }, error: null, reason: null },
  });
  // On a repeat, it is looked up and not paid again.
  wallet.play({ records: [{ says: 'open', preimage: 'missing' }] });
  const unclear = (await pay(anna, made.invoice, connectionId)).body;
  expect(unclear).toMatchObject({ success: false, payment: null, reason: 'TRIAL_UNCLEAR' });
  wallet.play({ pay: { error: 'insufficient' } });
  const refused = (await pay(anna, made.invoice, connectionId)).body;
  expect(refused).toMatchObject({ success: false, reason: 'TRIAL_REFUSED' });
});

test('the saved connection is asked for its adults, and pays nothing outside the book (LN-66)', async () => {
  const anna = await adult();
  expect((await connect(anna, '')).body).toMatchObject({ success: false, reason: 'NO_LIGHTNING' });
  const harmless = ['get_info', 'get_balance', 'make_invoice', 'lookup_invoice'];
  wallet.play({ methods: harmless, invoice: of21() });
  const saved = await anna.send('POST', '/api/lightning/connect', { type: 'nwc', token: good });
  expect(saved.status, saved.text).toBe(200);
  const { connectionId, success } = (await connect(anna, '')).body as Connected;
  expect(success).toBe(true);
  const { invoice } = (await anna.send('POST', CREATE, { amount: 21 })).body as { invoice: string };
  expect((await pay(anna, invoice, connectionId)).status).toBe(403);
  expect(wallet.asked()).toBe(0);
  // A member of another family signs in in the same browser.
  const session = anna.cookies.get('__Host-session') as string;
  const other = await adult();
  anna.cookies.set('__Host-session', other.cookies.get('__Host-session') as string);
  expect((await balance(anna, connectionId)).status).toBe(404);
  expect((await anna.send('POST', CREATE, { amount: 21 })).status).toBe(404);
  anna.cookies.set('__Host-session', session);
  expect((await balance(anna, connectionId)).status).toBe(200);
  anna.cookies.delete('__Host-session');
  expect((await balance(anna, connectionId)).status).toBe(404);
  expect((await anna.send('POST', CREATE, { amount: 21 })).status).toBe(404);
});

/** Replacements for a relay's address. */
const at = (relay: string) => `nostr+walletconnect://${KEY}?relay=${relay}&secret=${KEY}`;
const local = () => `127.0.0.1:${(inside.address() as { port: number }).port}`;
const stranger = () => app.visitor(`203.0.${++people}.9`);
const says = (reply: Reply) => reply.body as Connected;

const ABUSES: Readonly<Record<string, () => Promise<void>>> = {
  'a relay on this machine': async () => {
    for (const relay of [`ws://${local()}`, `wss://${local()}`, `wss://localhost`])
      expect(says(await connect(stranger(), at(relay))).success).toBe(false);
  },
  'a relay inside the network, or where clouds keep their keys': async () => {
    for (const host of ['10.0.0.1', '192.168.1.1', '169.254.169.254', '[::1]', 'relay.internal'])
      expect(says(await connect(stranger(), at(`wss://${host}`))).success).toBe(false);
  },
  'a public host without TLS, or on another port': async () => {
    for (const relay of ['ws://relay.example.org', 'wss://relay.example.org:22'])
      expect(says(await connect(stranger(), at(relay))).success).toBe(false);
  },
  'a host that the operator trusts, named by a stranger': async () => {
    expect(says(await connect(stranger(), good)).success).toBe(false);
  },
  'a child that names it': async () => {
    const anna = await adult();
    const { id } = await addChild(anna);
    const kid = await joinAsChild(app, anna, id, `trial-kid-${++people}@example.com`);
    expect(says(await connect(kid, good)).success).toBe(false);
    expect((await connect(kid, '')).status).toBe(401);
  },
  'an oversized frame': async () => {
    const anna = await adult();
    await trial(anna);
    wallet.play({ invoice: { fault: 'huge' } });
    const reply = await anna.send('POST', CREATE, { amount: 21 });
    expect(reply.status, reply.text).toBe(409);
  },
  'the connection id of somebody else': async () => {
    const [anna, ben] = [await adult(), await adult()];
    const [hers] = [await trial(anna), await trial(ben)];
    const { invoice } = (await ben.send('POST', CREATE, { amount: 21 })).body as {
      invoice: string;
    };
    for (const who of [ben, stranger()]) {
      expect((await balance(who, hers)).status).toBe(404);
      expect((await pay(who, invoice, hers)).status).toBe(404);
    }
  },
  'an invoice that was made elsewhere': async () => {
    const anna = await adult();
    const id = await trial(anna);
    const reply = await pay(anna, of21(), id);
    expect(reply.status).toBe(403);
    expect(message(reply)).toContain('made on this page');
    expect(wallet.asked()).toBe(0);
  },
  'an amount below 1 or above 1,000': async () => {
    const anna = await adult();
    await trial(anna);
    for (const amount of [0, -1, 1.5, 1_001, '1e3', null])
      expect((await anna.send('POST', CREATE, { amount })).status, String(amount)).toBe(400);
  },
  'the saved connection without an account': async () => {
    const reply = await connect(stranger(), '');
    expect([reply.status, message(reply)]).toEqual([401, 'Authentication required']);
  },
  'a cookie that was changed, or is over': async () => {
    const anna = await adult();
    const id = await trial(anna);
    const sealed = anna.cookies.get('__Host-trial') as string;
    anna.cookies.set('__Host-trial', `${sealed.slice(0, -2)}AA`);
    expect((await balance(anna, id)).status).toBe(404);
    anna.cookies.set('__Host-trial', sealed);
    expect((await balance(anna, id)).status).toBe(200);
    app.clock.advance(15 * 60_000);
    expect((await balance(anna, id)).status).toBe(404);
  },
  'more than ten tries in an hour, from anywhere in a network': async () => {
    app.clock.advance(HOUR_MS);
    const anyone = (host: number) => app.visitor(`198.51.100.${host}`);
    const nowhere = at('wss://10.0.0.1');
    for (let host = 1; host <= 10; host += 1)
      expect((await connect(anyone(host), nowhere)).status).toBe(200);
    const reply = await connect(anyone(11), nowhere);
    expect([reply.status, message(reply)]).toEqual([429, 'Too many tries. Please wait an hour.']);
  },
  'a body beyond 8 KiB': async () => {
    expect((await connect(stranger(), 'x'.repeat(9_000))).status).toBe(413);
  },
};

test.each(Object.entries(ABUSES))('refused: %s (T20 T22 T56)', async (_, abuse) => {
  await abuse();
});

test('nobody inside was dialled, and neither the database nor the log has a secret (T56)', async () => {
  expect(dialled).toBe(0);
  expect(log).toContain(CONNECT);
  const secret = /secret=([0-9a-f]+)/.exec(good)?.[1] as string;
  for (const text of [log, JSON.stringify(await everything(app.db))])
    for (const one of [secret, KEY]) expect(text.includes(one)).toBe(false);
});
