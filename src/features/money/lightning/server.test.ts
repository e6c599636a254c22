/** Lightning without a node: addresses, reminders, transfers, and how a hub is connected. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { JOBS_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild, joinAsChild, joinAsSpouse, message } from '#tests/support/family.ts';
import { meanwhile } from '#tests/support/lock-waits.ts';
import { queuedMails } from '#tests/support/queue.ts';
import { isLarge } from './connections/alerts.ts';
import type { LightningConfig } from './connections/contract.ts';
import { remindToSync } from './reminders.ts';

const DAY_MS = 86_400_000;
/** Like a hub that requires every call to name one. */
const heard: IncomingHttpHeaders[] = [];
const hub = createServer((request, response) => {
  heard.push(request.headers);
  const info = { version: '1.22.0', network: 'testnet' };
  const body = request.url?.endsWith('/info') ? info : { lightning: { totalSpendableSat: 900 } };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
});

let app: TestApp;
let anna: Visitor;
let mia: string;
let families = 0;
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', resolve));
  const { port } = hub.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
  app = await startApp({
    chain: { network: 'testnet', server: undefined, hosts: [`127.0.0.1:${port}`] },
  });
});
beforeEach(async () => {
  app.clock.now = new Date('2026-11-18T12:00:00Z');
  families += 1;
  anna = await app.signIn(`anna${families}@example.com`);
  mia = (await addChild(anna)).id;
});
afterAll(async () => {
  await app.close();
  hub.closeAllConnections();
  hub.close();
});

const config = async () => (await anna.get('/api/lightning/config')).body as LightningConfig;
const save = (path: string, body: object) => anna.send('POST', `/api/lightning/${path}`, body);

test('addresses are saved for the parents and each child, at least one of them (LN-42 LN-48 LN-49)', async () => {
  const none = await save('addresses', { parentAddress: '  ', childAddresses: { [mia]: '' } });
  expect([none.status, message(none)]).toEqual([
    400,
    'Please enter at least one Lightning address',
  ]);
  const wrong = await save('addresses', { parentAddress: 'not an address' });
  expect(wrong.status).toBe(400);
  const unknown = { childAddresses: { [crypto.randomUUID()]: 'x@example.com' } };
  expect((await save('addresses', unknown)).status).toBe(404);
  const given = { parentAddress: 'anna@example.com', childAddresses: { [mia]: 'mia@example.com' } };
  expect((await save('addresses', given)).status).toBe(200);
  expect(await config()).toMatchObject({ configured: false, provider: null, ...given });
});

test('a hub is connected by all its fields, and both connections are removed (LN-43 LN-45 LN-57 LN-12)', async () => {
  const full = { type: 'alby_hub', purpose: 'spend', url, token: 'a.full.token' };
  const cloud = { name: 'nwc123', region: 'lax' };
  const reply = await save('connect', { ...full, ...cloud, withoutBudget: true });
  expect(reply.body, reply.text).toMatchObject({ success: true, provider: 'Alby Hub' });
  expect(heard.at(-1)).toMatchObject({ 'albyhub-name': 'nwc123', 'albyhub-region': 'lax' });
  expect(await config()).toMatchObject({ configured: true, provider: 'Alby Hub' });
  const nodes = (await anna.get('/api/lightning/nodes')).body;
  expect(nodes).toMatchObject([{ provider: 'Alby Hub', status: 'connected' }]);
  expect((await anna.send('DELETE', '/api/lightning/config')).status).toBe(200);
  expect(await config()).toMatchObject({ configured: false, connections: [] });
  expect((await anna.get('/api/lightning/nodes')).body).toEqual([]);
});

test('a spouse who is removed knows the connections: each is named until it is replaced (T19b)', async () => {
  const eva = await app.signIn('eva-rotates@example.com');
  await joinAsSpouse(app, eva, 'tom-rotates@example.com');
  const due = async () => {
    const { connections } = (await eva.get('/api/lightning/config')).body as LightningConfig;
    return connections.map(({ provider, isRotationDue }) => [provider, isRotationDue]);
  };
  const hub = { type: 'alby_hub', purpose: 'spend', url, token: 'a.full.token' };
  const connect = () => eva.send('POST', '/api/lightning/connect', { ...hub, withoutBudget: true });
  expect((await connect()).status).toBe(200);
  expect(await due()).toEqual([['Alby Hub', false]]);
  expect((await eva.send('DELETE', '/api/family/spouse')).status).toBe(200);
  expect(await due()).toEqual([['Alby Hub', true]]);
  expect((await connect()).status).toBe(200);
  expect(await due()).toEqual([['Alby Hub', false]]);
});

test('savings become spending money, never more than there are; a child asks (LN-10 LN-16)', async () => {
  await anna.send('POST', `/api/children/${mia}/update-savings`, { newBalance: '0.00001000' });
  const move = (amount: string, who = anna) =>
    who.send('POST', '/api/wallet/transfer-to-spending', { childId: mia, amount });
  for (const amount of ['0', '-0.00000001']) expect((await move(amount)).status).toBe(400);
  const above = await move('0.00001001');
  // A parent moves it, but the child has it.
  expect([above.status, message(above)]).toEqual([409, 'This is more than the savings hold']);
  expect((await move('0.00000400')).body).toEqual({ success: true, state: 'moved' });
  const { savingsBalance, spendingBalance } = await getChild(anna, mia);
  expect([savingsBalance, spendingBalance]).toEqual(['0.00000600', '0.00000400']);
  const kid = await joinAsChild(app, anna, mia, 'mia@example.com');
  expect((await move('0.00000100', kid)).body).toEqual({ success: true, state: 'asked' });
  expect((await getChild(anna, mia)).spendingBalance).toBe('0.00000400');
});

test.each([
  ['grandma@example.org', 'This is a Lightning address, not an invoice. Ask its owner'],
  ['LNURL1DP68GURN8GHJ7', 'This is an LNURL, not an invoice. Ask for the invoice'],
  ['lno1pqps7sjqpgtyzm3qv4uxzmtsd3jjq', 'This is a BOLT12 offer, which can’t be paid from here'],
  ['bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'This is a Bitcoin address, not a'],
  ['hello', 'Could not decode Lightning invoice'],
])('%s pasted in the place of an invoice is named in one line (LN-22)', async (pasted, words) => {
  const refused = await anna.send('POST', '/api/lightning/decode', { paymentRequest: pasted });
  expect([refused.status, message(refused)]).toEqual([400, expect.stringContaining(words)]);
  expect(message(refused)).not.toContain('\n');
});

test('a relay without TLS works where CHAIN_HOSTS names it; else it says what it needs (T20)', async () => {
  const key = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
  const connect = (relay: string) =>
    save('connect', {
      ...{ type: 'nwc', purpose: 'receive', url: '', name: '', region: '' },
      token: `nostr+walletconnect://${key}?relay=${relay}&secret=${key}`,
    });
  for (const relay of ['ws://127.0.0.1:1', 'ws://umbrel.local:4848', 'wss://10.0.0.1']) {
    const refused = await connect(relay);
    expect([refused.status, message(refused)], relay).toEqual([
      400,
      'Expected relays with a public name over TLS (wss://), or hosts that whoever runs this server allows',
    ]);
  }
  // It is dialed, but doesn't speak Nostr.
  const dialled = await connect(`ws://127.0.0.1:${new URL(url).port}`);
  expect([dialled.status, message(dialled)]).toEqual([
    409,
    'We couldn’t reach the wallet. Is it running, and did you copy everything?',
  ]);
});

test('the reminder comes as often as chosen, and never for manual entry (LN-50 LN-51)', async () => {
  const mails = async () =>
    (await queuedMails(app.db, JOBS_KEY, `anna${families}@example.com`)).filter(({ subject }) =>
      subject.startsWith('Time to compare'),
    ).length;
  const choose = (syncFrequency: string, emailReminders = true) =>
    save('sync-preferences', { syncFrequency, emailReminders, spendingAlerts: false });
  const after = async (days: number) => {
    app.clock.advance(days * DAY_MS);
    await remindToSync(app.services);
    return mails();
  };
  expect((await choose('hourly')).status).toBe(400);
  await choose('weekly', false);
  expect(await after(8)).toBe(0);
  await choose('manual');
  expect(await after(8)).toBe(0);
  let sent = 0;
  for (const [frequency, days] of [
    ['daily', 1],
    ['every3days', 3],
    ['weekly', 7],
  ] as const) {
    expect((await choose(frequency)).status).toBe(200);
    expect(await after(days - 0.5), `first ${frequency}`).toBe(sent);
    sent = await after(8);
    expect(await after(days - 0.5), frequency).toBe(sent);
    sent += 1;
    expect(await after(0.5), frequency).toBe(sent);
  }
  expect(sent).toBeGreaterThan(0);
});

test('of two programs that remind at once one does (T26 LN-50)', async () => {
  const uma = await app.signIn('uma@example.com');
  await uma.send('POST', '/api/lightning/sync-preferences', {
    ...{ syncFrequency: 'daily', emailReminders: true, spendingAlerts: false },
  });
  app.clock.advance(2 * DAY_MS);
  const [family] = await app.db.owner<{ familyId: string }[]>`
    SELECT family_id FROM users WHERE email = 'uma@example.com'`;
  const familyId = family?.familyId as string;
  const mails = async () => (await queuedMails(app.db, JOBS_KEY, 'uma@example.com')).length;
  const before = await mails();
  await meanwhile(
    app.db,
    familyId,
    (tx) => tx`
      UPDATE lightning_settings SET reminded_at = ${app.clock.now} WHERE family_id = ${familyId}`,
    () => remindToSync(app.services),
  );
  expect(await mails()).toBe(before);
  app.clock.advance(DAY_MS);
  await remindToSync(app.services);
  expect(await mails()).toBe(before + 1);
});

test('spending is large from more than 20 percent of what was there (LN-52)', () => {
  expect(isLarge(200n, 800n)).toBe(false);
  expect(isLarge(201n, 799n)).toBe(true);
});
