/** The operator's wallet gives two families the same invoice: one payment pays once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeInvoice } from '#core/lightning/bolt11.ts';
import type { TestApp, Visitor } from '#tests/support/app.ts';
import { newInvoice } from '#tests/support/invoice.ts';
import { freshInvoice, type ScriptedWallet } from '#tests/support/provider-script.ts';
import { startSelling } from '#tests/support/selling.ts';
import type { Subscription, SubscriptionInvoice } from './contract.ts';
import { billingWatcher } from './watch.ts';

const METHODS = ['get_info', 'get_balance', 'make_invoice', 'lookup_invoice'];
let app: TestApp;
const watchBilling = () => billingWatcher(app.services, () => undefined)();
let wallet: ScriptedWallet;
const logged: string[] = [];
beforeAll(async () => {
  const logTo = { write: (line: string) => void logged.push(JSON.parse(line).msg) };
  ({ app, wallet } = await startSelling({ logLevel: 'warn', logTo }));
});
afterAll(async () => {
  await app.close();
  await wallet.close();
});

const order = (who: Visitor, subscriptionMonths: number) =>
  who.send('POST', '/api/billing/create-invoice', { subscriptionMonths });
const statusOf = async (who: Visitor) =>
  ((await who.get('/api/billing/subscription')).body as { subscription: Subscription }).subscription
    .status;

test('an invoice that the operator’s wallet hands out twice is sold once, over all families (BILL-07)', async () => {
  const [anna, ben] = [await app.signIn('anna@example.com'), await app.signIn('ben@example.com')];
  const invoice = freshInvoice();
  wallet.play({ direction: 'in', methods: METHODS, invoice, records: [{ says: 'settled' }] });
  const both = await Promise.all([order(anna, 1), order(ben, 1)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  // The same family can't buy anything with it either.
  for (const who of [anna, ben]) expect((await order(who, 12)).status).toBe(409);
  app.clock.advance(10_000);
  await watchBilling();
  expect([await statusOf(anna), await statusOf(ben)].sort()).toEqual(['active', 'none']);
  const credits = await app.db.owner`SELECT FROM subscription_credit`;
  expect(credits).toHaveLength(1);
});

test('the page shows no longer time to pay than the wallet allows, and ten minutes at most (BILL-13)', async () => {
  const zoe = await app.signIn('zoe@example.com');
  const untilOf = async (invoice: string) => {
    wallet.play({ direction: 'in', methods: METHODS, invoice });
    const { body } = await order(zoe, 1);
    return Date.parse((body as { invoice: SubscriptionInvoice }).invoice.expiresAt);
  };
  const short = newInvoice({ seconds: 125 }).text;
  expect(await untilOf(short)).toBe(decodeInvoice(short).expiresAt * 1_000);
  expect(await untilOf(newInvoice().text)).toBe(app.clock.now.getTime() + 600_000);
});

test('a wallet of the operator’s that makes no invoice is no parent’s to look after (BILL-28)', async () => {
  const ida = await app.signIn('ida@example.com');
  const refused = async () => {
    const { status, body } = await order(ida, 1);
    return { status, ...(body as { reason: string }) };
  };
  wallet.play({ direction: 'in', methods: METHODS, invoice: 'no invoice' });
  for (let times = 0; times < 2; times++)
    expect(await refused()).toMatchObject({ status: 409, reason: 'NO_INVOICE_MADE' });
  // A connection that could pay isn't opened at all.
  wallet.play({ direction: 'in', methods: [...METHODS, 'pay_invoice'], invoice: freshInvoice() });
  expect(await refused()).toMatchObject({ status: 409, reason: 'NO_INVOICE_MADE' });
  wallet.play({ direction: 'in', methods: METHODS, invoice: newInvoice().text });
  expect((await order(ida, 1)).status).toBe(200);
  // The operator sees why, once per change; a busy machine logs slow statements too.
  expect(logged.filter((line) => line.startsWith('The billing wallet'))).toEqual([
    expect.stringMatching(/^The billing wallet fails: BAD_ANSWER, /),
    expect.stringMatching(/^The billing wallet fails: CAN_PAY, /),
    'The billing wallet works again',
  ]);
});
