/**
 * A family whose Lightning wallet is Electrum, through Electrum's own NWC service: what its
 * connections may do, receiving, and paying, in a real channel to a shop's LDK node. By calls, and
 * in a browser.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { decodeInvoice } from '#core/lightning/bolt11.ts';
import { INFO_KIND } from '#core/lightning/nwc.ts';
import { isProofOf } from '#core/lightning/proof.ts';
import type { Patience } from '#core/lightning/wallet.ts';
import { formatBtc, parseBtc } from '#core/money.ts';
import type { PaymentRecord, PayResult } from '#features/money/lightning/paying/contract.ts';
import type { ChildInvoice } from '#features/money/lightning/receiving/contract.ts';
import { watchLightning } from '#features/money/lightning/watch.ts';
import { openWallet } from '#server/adapters/lightning/open.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { launch, openAs, type View } from '#tests/support/browser.ts';
import { openLine } from '#tests/support/come-to.ts';
import { addChild, getChild, message } from '#tests/support/family.ts';
import { HASTY, PATIENT } from '#tests/support/patience.ts';
import { ElectrumServer } from '../../testkit/chain/electrum-server.ts';
import { RegtestNode } from '../../testkit/chain/regtest-node.ts';
import { until } from '../../testkit/chain/until.ts';
import { freePort } from '../../testkit/free-port.ts';
import { LabWallet } from '../../testkit/lightning/lab-wallet.ts';
import { LdkNode } from '../../testkit/lightning/ldk-node.ts';
import { Relay } from '../../testkit/nostr/relay.ts';
import { type ElectrumWallet, startElectrum } from './electrum.ts';

const { electrum } = inject('programs');

const CHANNEL = { amount: '0.05', push_amount: '0.02' };
const DAILY_LIMIT = 100_000;
/** Twice the limit, and one percent for the fee. */
const REFUSED_SATS = 202_000n;
const VIEW: View = { width: 390, theme: 'light' };
const RECEIVING = ['get_balance', 'get_info', 'lookup_invoice', 'make_invoice'];
type Channel = { state: string; local_balance: number };
type Sent = { type: string; payment_hash: string; preimage: string };

describe.skipIf(!electrum)('over Electrum’s NWC service', () => {
  const patience: { -readonly [Part in keyof Patience]: number } = { ...PATIENT };
  let chain: RegtestNode;
  let server: ElectrumServer;
  let relay: Relay;
  let node: LdkNode;
  let shop: LabWallet;
  let wallet: ElectrumWallet;
  let app: TestApp;
  let browser: Browser;
  let anna: Visitor;
  let mia: string;
  let receiving: string;
  let spending: string;

  beforeAll(async () => {
    chain = await RegtestNode.start();
    [server, relay] = await Promise.all([ElectrumServer.start(chain), Relay.start()]);
    node = await LdkNode.start(chain, await freePort(), { withAnchors: true });
    shop = new LabWallet('Shop', node);
    app = await startApp({
      at: new Date().toISOString(),
      chain: { network: 'regtest', server: undefined, hosts: [new URL(relay.url).host], patience },
    });
    await app.app.listen({ port: 0, host: '127.0.0.1' });
    browser = await launch();
    anna = await app.signIn('anna@example.com');
    mia = (await addChild(anna, { age: 11 })).id;
    await anna.send('POST', `/api/lightning/sync-balance/${mia}`, { newBalance: 500_000 });
    const around = { port: server.port, relay: relay.url };
    wallet = await startElectrum(electrum as NonNullable<typeof electrum>, around);
    await openChannel();
    receiving = await connectionFor('Receive', 0);
    spending = await connectionFor('Spend', DAILY_LIMIT);
    // Calls made before the service has announced its methods may get no reply.
    const isReady = () => relay.find([{ kinds: [INFO_KIND] }]).length === 2;
    await until(isReady, 'Electrum’s NWC service');
    app.clock.now = new Date();
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
    node.stop();
    await wallet.stop();
    await Promise.all([server.close(), relay.close()]);
    await chain.close();
  });

  async function openChannel(): Promise<void> {
    const address = await wallet.ask<string>('getunusedaddress');
    await chain.send([{ address, sats: 10_000_000 }]);
    await chain.mine();
    const hasMoney = async () =>
      Number((await wallet.ask<{ confirmed?: string }>('getbalance')).confirmed ?? 0) > 0;
    await until(hasMoney, 'Electrum to see its money');
    await wallet.ask('open_channel', { connection_string: node.address, ...CHANNEL });
    await until(() => chain.waiting().length > 0, 'the funding of the channel');
    await chain.mine(6);
    const isOpen = async () => node.hasUsableChannel() && (await channel())?.state === 'OPEN';
    await until(isOpen, 'the channel');
  }

  /** With a daily limit in sats; 0 means receive-only. */
  const connectionFor = (name: string, daily_limit_sat: number) =>
    wallet.ask<string>('nwc_add_connection', { name, daily_limit_sat });
  const channel = async () => (await wallet.ask<Channel[]>('list_channels'))[0];
  const held = async () => (await channel())?.local_balance;
  const connect = (purpose: string, token: string, over: object = {}) =>
    anna.send('POST', '/api/lightning/connect', { type: 'nwc', purpose, token, ...over });
  const methodsOf = async (connectionString: string) => {
    const rules = { trusted: ['127.0.0.1'] };
    const reach = { network: 'regtest', rules, patience } as const;
    const opened = await openWallet({ kind: 'nwc', connectionString }, reach);
    try {
      return (await opened.describe()).methods;
    } finally {
      opened.close();
    }
  };
  const invoiceOf = (sats: number) => shop.invoice(sats * 1_000, 'A bike').bolt11;
  const pay = async (paymentRequest: string) =>
    anna.send('POST', '/api/lightning/pay', { childId: mia, paymentRequest });
  const book = async () => {
    const { spendingBalance, availableSpending } = await getChild(anna, mia);
    return [spendingBalance, availableSpending];
  };
  /** A balance, and what is available besides the refused payment and its fee limit. */
  const holding = (btc: string) => [btc, formatBtc((parseBtc(btc) ?? 0n) - REFUSED_SATS)];
  const sent = async (hash: string) =>
    Object.values(await wallet.ask<Record<string, Sent>>('lightning_history')).filter(
      ({ type, payment_hash }) => type === 'payment' && payment_hash === hash,
    );

  test('what get_info offers decides what a connection is for (LN-44 LN-46 LN-47 T25)', async () => {
    expect(message(await connect('receive', spending))).toContain('could spend money');
    expect(message(await connect('spend', receiving))).toContain('cannot pay');
    // Electrum has a daily limit, but no way to ask for it.
    expect(message(await connect('spend', spending))).toContain('names no budget');
    expect(await methodsOf(receiving)).toEqual(expect.arrayContaining(RECEIVING));
    expect(await methodsOf(receiving)).not.toContain('pay_invoice');
    expect(await methodsOf(spending)).toContain('pay_invoice');
    expect((await connect('receive', receiving)).status).toBe(200);
    expect((await connect('spend', spending, { withoutBudget: true })).status).toBe(200);
    const nodes = (await anna.get('/api/lightning/nodes')).body;
    expect(nodes).toMatchObject([{ status: 'connected' }, { status: 'connected' }]);
    const balance = (await anna.get('/api/lightning/balance')).body;
    expect(balance).toMatchObject({ totalBalance: await held(), bookBalance: 500_000 });
  });

  test('it pays once, with a preimage that its own records confirm (LN-09 LN-14 LN-15 T26 T28)', async () => {
    const over = (await pay(invoiceOf(2 * DAILY_LIMIT))).body as PayResult;
    // Electrum states no budget, so it was told to pay: its no is a claim, and the amount stays on
    // hold.
    expect(over).toMatchObject({ success: false, state: 'checking', error: null });
    expect(over.payment.failure).toBe('said-over-budget');
    expect([await book(), await held()]).toEqual([holding('0.00500000'), 3_000_000]);

    const text = invoiceOf(2_100);
    const { paymentHash } = decodeInvoice(text);
    const paid = (await pay(text)).body as PayResult;
    expect(paid).toMatchObject({ success: true, state: 'paid', error: null });
    const { proof, preimage } = (await anna.get(`/api/lightning/payments/${paid.payment.id}`))
      .body as PaymentRecord;
    expect([proof, isProofOf(preimage ?? '', paymentHash)]).toEqual(['proven', true]);
    expect(await sent(paymentHash)).toMatchObject([{ preimage }]);
    expect(message(await pay(text))).toContain('was paid already');
    expect(node.claimed.get(paymentHash)).toMatchObject({ msat: 2_100_000, preimage });
    expect([await book(), await held()]).toEqual([holding('0.00497900'), 2_997_900]);
  });

  test('a payment to a child arrives in it, and the task books it once (LN-12 LN-13 T27)', async () => {
    const wish = { childId: mia, amount: 5_000, description: 'Birthday' };
    const reply = await anna.send('POST', '/api/lightning/invoice', wish);
    const { invoice, paymentHash } = reply.body as ChildInvoice;
    expect([reply.status, invoice]).toEqual([200, expect.stringMatching(/^lnbcrt/)]);
    const state = async () => {
      app.clock.advance(5_000);
      await watchLightning(app.services);
      const shown = (await anna.get(`/api/lightning/invoices?childId=${mia}`)).body;
      return (shown as ChildInvoice[])[0]?.state;
    };
    expect(await state()).toBe('open');
    expect(await book()).toEqual(holding('0.00497900'));
    const { preimage } = await shop.pay(invoice);
    expect(isProofOf(preimage ?? '', paymentHash)).toBe(true);
    await expect.poll(state).toBe('paid');
    app.clock.advance(600_000);
    await watchLightning(app.services);
    expect(await book()).toEqual(holding('0.00502900'));
    await expect.poll(held).toBe(3_002_900);
  });

  test('in a browser: a parent pays from it, and a child receives through it (LN-01 LN-06 LN-15 T26)', async () => {
    const before = (await held()) ?? 0;
    const path = `/dashboard?view=child&child=${mia}`;
    const { page, context, problems } = await openAs(app, browser, anna, VIEW, path);
    const panel = await openLine(page, 'Lightning');
    await panel.getByRole('button', { name: 'Open Lightning' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mia’s Lightning' });
    await dialog.getByRole('tab', { name: 'Send' }).click();
    await dialog.getByLabel('Invoice or Lightning address').fill(invoiceOf(1_234));
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog.getByRole('button', { name: /^Pay 1,234/ }).click();
    expect(await held()).toBe(before);
    await page.getByRole('button', { name: 'Pay now' }).click();
    await page.getByText('Payment Successful').first().waitFor();
    await expect.poll(held).toBe(before - 1_234);

    await dialog.getByRole('tab', { name: 'Receive' }).click();
    await dialog.getByLabel('Amount', { exact: true }).fill('777');
    await dialog.getByRole('button', { name: 'Create invoice' }).click();
    await dialog.getByText('Waiting for 777 sats.').waitFor();
    const [made] = (await anna.get(`/api/lightning/invoices?childId=${mia}`))
      .body as ChildInvoice[];
    await shop.pay(String(made?.invoice));
    await expect
      .poll(async () => {
        app.clock.advance(5_000);
        await watchLightning(app.services);
        return dialog.getByText('777 sats arrived.').isVisible();
      })
      .toBe(true);
    await expect.poll(held).toBe(before - 1_234 + 777);
    expect(await book()).toEqual(holding('0.00502443'));
    expect(problems).toEqual([]);
    await context.close();
  });

  test('while it is shut down nothing is sent, and the hold is released (LN-50 T28)', async () => {
    Object.assign(patience, HASTY);
    await wallet.stop();
    const reply = (await pay(invoiceOf(700))).body as PayResult;
    expect(reply).toMatchObject({ success: false, state: 'failed', error: 'unreachable' });
    expect(await book()).toEqual(holding('0.00502443'));
  });
});
