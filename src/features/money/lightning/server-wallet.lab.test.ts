/** The family's Lightning wallet on real nodes: connected, paid into, and paying. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { decodeInvoice } from '#core/lightning/bolt11.ts';
import { isProofOf } from '#core/lightning/proof.ts';
import type { Patience } from '#core/lightning/wallet.ts';
import { resealSecrets } from '#server/secrets.ts';
import { SECRETS_KEY_OF_TESTS, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { everything } from '#tests/support/backups.ts';
import { addChild, getChild, joinAsChild, message } from '#tests/support/family.ts';
import { HASTY, PATIENT } from '#tests/support/patience.ts';
import { press } from '../../../../testkit/control.ts';
import type { Connection, LightningConfig } from './connections/contract.ts';
import type { PaymentRecord, PayResult } from './paying/contract.ts';
import type { ChildInvoice } from './receiving/contract.ts';
import { remindToSync } from './reminders.ts';
import { watchLightning } from './watch.ts';

const lab = inject('lab');
const hosts = [lab.relay, lab.hub.url, lab.phoenixd.url].map((url) => new URL(url).host);
type Balance = { totalBalance: number; confirmedBalance: number };

const patience: { -readonly [Part in keyof Patience]: number } = { ...PATIENT };
let app: TestApp;
let anna: Visitor;
let mia: string;
beforeAll(async () => {
  app = await startApp({
    // Invoices and wallets use the real clock.
    at: new Date().toISOString(),
    chain: { network: 'regtest', server: undefined, hosts, patience },
  });
  anna = await app.signIn('anna@example.com');
  mia = (await addChild(anna)).id;
  await anna.send('POST', `/api/lightning/sync-balance/${mia}`, { newBalance: 100_000 });
});
afterAll(() => app.close());

const connect = (over: object) => anna.send('POST', '/api/lightning/connect', over);
const receive = () => connect({ type: 'nwc', purpose: 'receive', token: lab.nwc.receiveOnly });
const spend = () => connect({ type: 'nwc', purpose: 'spend', token: lab.nwc.spending });
const watch = () => watchLightning(app.services);
const spending = async () => {
  const { spendingBalance, availableSpending } = await getChild(anna, mia);
  return [spendingBalance, availableSpending];
};
/** A stranger's invoice. */
const invoiceOf = async (sats: number) =>
  String((await press(lab, 'invoice', { sats, text: 'Shop' })).bolt11);
const pay = (paymentRequest: string, who = anna, key?: string) =>
  who.send(
    'POST',
    '/api/lightning/pay',
    { childId: mia, paymentRequest },
    key ? { 'idempotency-key': key } : {},
  );

test('a connection for receiving cannot pay, and one for paying has a budget or a yes (LN-44 LN-45 LN-46 LN-47 T25)', async () => {
  for (const [body, words] of [
    [{ type: 'alby_hub', url: '', token: '' }, 'Please enter your Alby Hub URL and access token'],
    [{ type: 'nwc', token: '' }, 'Please paste your NWC connection string'],
    [{ type: 'nwc', token: 'nostr+walletconnect://x' }, 'does not look like a connection'],
    [{ type: 'nwc', purpose: 'receive', token: lab.nwc.spending }, 'could spend money'],
    [{ type: 'nwc', purpose: 'spend', token: lab.nwc.receiveOnly }, 'cannot pay'],
    [{ type: 'nwc', purpose: 'spend', token: lab.nwc.withoutBudget }, 'names no budget'],
    [{ type: 'address', purpose: 'spend', token: 'a@example.com' }, 'only receives'],
    [
      { type: 'phoenixd', url: 'http://127.0.0.1:1', token: 'x' },
      'does not look like a connection',
    ],
  ] as const) {
    const reply = await connect(body);
    expect([400, 409], `${reply.status} ${reply.text}`).toContain(reply.status);
    expect(message(reply)).toContain(words);
  }
  const config = (await anna.get('/api/lightning/config')).body as LightningConfig;
  expect(config).toMatchObject({ configured: false, connections: [], syncFrequency: 'weekly' });

  const unlimited = { type: 'nwc', purpose: 'spend', token: lab.nwc.withoutBudget };
  const known = await connect({ ...unlimited, withoutBudget: true });
  expect(known.body).toMatchObject({ connection: { budget: null } });
  expect((await receive()).status).toBe(200);
  const { connection } = (await spend()).body as { connection: Connection };
  expect(connection.purpose).toBe('spend');
  // The rest of a million: other tests have paid from it.
  expect(connection.budget).toBeGreaterThan(0);
  expect(connection.budget).toBeLessThanOrEqual(1_000_000);
  const nodes = (await anna.get('/api/lightning/nodes')).body;
  expect(nodes).toMatchObject([{ status: 'connected' }, { status: 'connected' }]);
});

test('no secret leaves the server, and another key opens the connections (LN-05 LN-11 LN-41 LN-56)', async () => {
  const secrets = [lab.nwc.receiveOnly, lab.nwc.spending].map(
    (text) => /secret=([0-9a-f]+)/.exec(text)?.[1] as string,
  );
  const { owner } = app.db;
  const rows = await everything(app.db);
  for (const secret of secrets) expect(JSON.stringify(rows)).not.toContain(secret);
  const next = new Uint8Array(32).fill(8);
  await resealSecrets(owner, { from: SECRETS_KEY_OF_TESTS, to: next });
  await resealSecrets(owner, { from: next, to: SECRETS_KEY_OF_TESTS });
  const test = { purpose: 'receive' };
  const tested = await anna.send('POST', '/api/lightning/test-user-connection', test);
  expect(tested.body).toMatchObject({ success: true, message: '' });
  const balance = (await anna.get('/api/lightning/balance')).body as Balance;
  expect(balance).toMatchObject({ lightningConfigured: true, bookBalance: 100_000 });
  expect(balance.totalBalance).toBeGreaterThan(0);
  expect(balance.confirmedBalance).toBe(balance.totalBalance);
});

test('an invoice for a child is booked once, when it is paid (LN-08 LN-13 LN-17)', async () => {
  const ask = (amount: number | string, description?: string) =>
    anna.send('POST', '/api/lightning/invoice', { childId: mia, amount, description });
  for (const wrong of [0, -1, 1.5, '']) expect((await ask(wrong)).status).toBe(400);
  const before = await spending();
  const made = (await ask(2_100)).body as ChildInvoice;
  expect(made).toMatchObject({ state: 'open', amount: 2_100, description: 'For spending money' });
  await watch();
  expect(await spending()).toEqual(before);
  await press(lab, 'pay', { bolt11: made.invoice });
  app.clock.advance(5_000);
  await expect
    .poll(async () => {
      app.clock.advance(5_000);
      await watch();
      return (await spending())[0];
    })
    .toBe('0.00102100');
  app.clock.advance(600_000);
  await watch();
  expect((await spending())[0]).toBe('0.00102100');
  const [shown] = (await anna.get(`/api/lightning/invoices?childId=${mia}`)).body as ChildInvoice[];
  expect(shown).toMatchObject({ state: 'paid', paymentHash: made.paymentHash });
});

test('a payment is decoded, held, paid once and proven (LN-06 LN-07 LN-09 LN-14 LN-15 T26)', async () => {
  const text = await invoiceOf(1_500);
  const decode = (paymentRequest: string) =>
    anna.send('POST', '/api/lightning/decode', { paymentRequest });
  expect(message(await decode(''))).toBe('Please paste a Lightning invoice');
  expect(message(await decode('lnbcrt1nonsense'))).toBe('Could not decode Lightning invoice');
  const { payee, expiresAt, paymentHash } = decodeInvoice(text);
  expect((await decode(text)).body).toEqual({
    ...{ tokens: 1_500, description: 'Shop', destination: payee, timeExpire: expiresAt },
    ...{ paymentHash, feeLimit: 15 },
  });
  const [balance] = await spending();
  const key = crypto.randomUUID();
  const replies = await Promise.all([pay(text, anna, key), pay(text, anna, key)]);
  const paid = replies.map(({ body }) => body as PayResult).find(({ success }) => success);
  if (!paid) throw new Error(replies.map(({ text: said }) => said).join());
  expect(paid).toMatchObject({ success: true, state: 'paid', error: null });
  expect((await pay(text, anna, key)).body).toMatchObject({ state: 'paid' });
  expect(message(await pay(text))).toContain('was paid already');
  const fee = paid.fee ?? 0;
  const left = Number(balance) * 1e8 - 1_500 - fee;
  expect(await spending()).toEqual(Array(2).fill((left / 1e8).toFixed(8)));
  const receipt = (await anna.get(`/api/lightning/payments/${paid.payment.id}`))
    .body as PaymentRecord;
  expect(receipt).toMatchObject({ proof: 'proven', paymentHash, entryId: paid.payment.id });
  expect(isProofOf(receipt.preimage ?? '', paymentHash)).toBe(true);
});

test('a child asks above its limit; the approval names what was shown, and large spending is reported (LN-52 T28)', async () => {
  const kid = await joinAsChild(app, anna, mia, 'mia@example.com');
  await anna.send('POST', '/api/lightning/sync-preferences', {
    ...{ syncFrequency: 'weekly', emailReminders: true, spendingAlerts: true },
  });
  const asked = (await pay(await invoiceOf(30_000), kid)).body as PayResult;
  expect(asked).toMatchObject({ success: false, state: 'asked', payment: { entryId: null } });
  const { id } = asked.payment;
  const yes = (seenAmount: number, who = anna) =>
    who.send('POST', `/api/lightning/payments/${id}/approve`, { seenAmount, seenFeeLimit: 300 });
  expect((await yes(30_000, kid)).status).toBe(403);
  expect(message(await yes(29_999))).toContain('another one than you have read');
  expect((await yes(30_000)).body).toMatchObject({ success: true, state: 'paid' });
  expect(message(await yes(30_000))).toContain('answered already');
  const kinds = ((await anna.get('/api/messages')).body as { kind: string }[]).map((m) => m.kind);
  expect(kinds).toEqual(
    expect.arrayContaining(['payment_asked', 'spending_large', 'invoice_paid']),
  );

  await anna.send('PUT', `/api/lightning/children/${mia}/pay-limit`, { limit: 1_200 });
  const alone = (await pay(await invoiceOf(1_000), kid)).body as PayResult;
  expect(alone).toMatchObject({ success: true, payment: { preimage: null } });
  const more = (await pay(await invoiceOf(1_000), kid)).body as PayResult;
  expect(more.state).toBe('asked');
  const before = await spending();
  const no = await kid.send('DELETE', `/api/lightning/payments/${more.payment.id}`);
  expect(no.body).toMatchObject({ state: 'declined' });
  expect(before[1]).not.toBe((await spending())[1]);
});

test('a wallet that was silent before anything was sent frees the hold; reminders come once (LN-50 T27)', async () => {
  await press(lab, 'fail', { service: 'spending', fault: { kind: 'silent' } });
  Object.assign(patience, HASTY);
  const [balance] = await spending();
  const failed = (await pay(await invoiceOf(700))).body as PayResult;
  // It was silent before the request.
  expect(failed).toMatchObject({ success: false, state: 'failed', error: 'unreachable' });
  expect(await spending()).toEqual([balance, balance]);
  await press(lab, 'heal', { service: 'spending' });
  Object.assign(patience, PATIENT);

  app.clock.advance(7 * 86_400_000);
  await remindToSync(app.services);
  await remindToSync(app.services);
  const kinds = ((await anna.get('/api/messages')).body as { kind: string }[]).map((m) => m.kind);
  expect(kinds.filter((kind) => kind === 'sync_due')).toHaveLength(1);
});
