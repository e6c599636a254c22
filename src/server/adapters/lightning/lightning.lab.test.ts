/** Real Lightning payments through every adapter: out, in, and those never sent. */
import { createHash } from 'node:crypto';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { decodeInvoice, type Invoice } from '#core/lightning/bolt11.ts';
import type { LightningSettings, LightningWallet } from '#core/lightning/wallet.ts';
import { HASTY, PATIENT } from '#tests/support/patience.ts';
import { FAULTY, press } from '../../../../testkit/control.ts';
import { openReceivingWallet, openWallet } from './open.ts';
import type { LightningReach } from './port.ts';

const lab = inject('lab');
const rules = { trusted: ['127.0.0.1'] };
const reach: LightningReach = { network: 'regtest', rules, patience: PATIENT };
const nwc = (connectionString: string): LightningSettings => ({ kind: 'nwc', connectionString });
const SPENDING: Record<string, LightningSettings> = {
  'NWC with NIP-44': nwc(lab.nwc.spending),
  'NWC with NIP-04': nwc(lab.nwc.nip04),
  'Alby Hub': { kind: 'alby-hub', url: lab.hub.url, token: lab.hub.token },
  phoenixd: { kind: 'phoenixd', url: lab.phoenixd.url, password: lab.phoenixd.password },
};
const RECEIVING: Record<string, LightningSettings> = {
  NWC: nwc(lab.nwc.receiveOnly),
  phoenixd: { kind: 'phoenixd', url: lab.phoenixd.url, password: lab.phoenixd.limitedPassword },
};

const opened: { close: () => void }[] = [];
async function open(settings: LightningSettings): Promise<LightningWallet> {
  const wallet = await openWallet(settings, reach);
  opened.push(wallet);
  return wallet;
}
afterEach(async () => {
  for (const wallet of opened.splice(0)) wallet.close();
  for (const service of FAULTY) await press(lab, 'heal', { service });
});

async function invoiceOf(sats: number): Promise<Invoice> {
  const { bolt11 } = await press(lab, 'invoice', { sats, text: 'A bike' });
  return decodeInvoice(String(bolt11));
}

describe.each(Object.keys(SPENDING))('%s pays', (name) => {
  const settings = SPENDING[name] as LightningSettings;

  test('WALL-LN T28 once, with a proof, however often it is told to', async () => {
    const wallet = await open(settings);
    const invoice = await invoiceOf(2_100);
    const asked = { direction: 'out', invoice } as const;
    expect(await wallet.lookUp(asked)).toMatchObject({ state: 'unknown', reason: 'not-found' });
    const before = await wallet.balance();
    const paid = await wallet.pay({ invoice, feeLimitSats: 30n });
    expect(paid).toMatchObject({ outcome: 'paid', proof: 'proven', feeSats: 0n });
    const preimage = paid.outcome === 'paid' ? (paid.preimage ?? '') : '';
    const hash = createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex');
    expect(hash).toBe(invoice.paymentHash);
    expect(await wallet.pay({ invoice, feeLimitSats: 30n })).toEqual(paid);
    expect(await wallet.lookUp(asked)).toMatchObject({ state: 'settled', preimage, feeSats: 0n });
    expect(before - (await wallet.balance())).toBe(2_100n);
  });

  test('WALL-LN more than its balance is not sent, and the wallet has no record of it', async () => {
    const wallet = await open(name.startsWith('NWC') ? nwc(lab.nwc.withoutBudget) : settings);
    const invoice = await invoiceOf(4_900_000);
    const unsent = await wallet.pay({ invoice, feeLimitSats: 100n });
    expect(unsent).toMatchObject({ outcome: 'unsent', reason: 'insufficient' });
    const found = await wallet.lookUp({ direction: 'out', invoice });
    expect(found).toMatchObject({ state: 'unknown', reason: 'not-found' });
  });
});

describe.each(Object.keys(RECEIVING))('%s receives', (name) => {
  const settings = RECEIVING[name] as LightningSettings;

  test('WALL-LN a grandparent pays an invoice; the connection cannot pay', async () => {
    const wallet = await openReceivingWallet(settings, reach);
    opened.push(wallet);
    const wanted = { amountSats: 5_000n, about: { text: 'Birthday' }, expirySeconds: 600 };
    const { invoice } = await wallet.makeInvoice(wanted);
    expect(invoice).toMatchObject({ amountMsat: 5_000_000n, description: 'Birthday' });
    const asked = { direction: 'in', invoice } as const;
    expect(await wallet.lookUp(asked)).toEqual({ state: 'open' });
    await press(lab, 'pay', { bolt11: invoice.text });
    await expect
      .poll(() => wallet.lookUp(asked))
      .toMatchObject({ state: 'settled', proof: 'proven' });
    const spending = await open(settings);
    const bill = { invoice: await invoiceOf(10), feeLimitSats: 10n };
    expect(await spending.pay(bill)).toMatchObject({ outcome: 'unsent', reason: 'not-offered' });
  });

  test('WALL-LN an invoice for a Lightning address carries the hash of its text', async () => {
    const wallet = await open(settings);
    const sha256 = createHash('sha256').update('[["text/plain","a"]]').digest('hex');
    const wanted = { amountSats: 10n, about: { sha256 }, expirySeconds: 600 };
    const { invoice } = await wallet.makeInvoice(wanted);
    expect(invoice.descriptionHash).toBe(sha256);
  });
});

test('WALL-LN T23 a Lightning address receives, and its server proves the payment', async () => {
  const address = await open({ kind: 'lnurl', address: lab.lightningAddress });
  const wanted = { amountSats: 700n, about: { text: 'Thank you' }, expirySeconds: 600 };
  const { invoice, verifyUrl } = await address.makeInvoice(wanted);
  const asked = { direction: 'in', invoice, verifyUrl } as const;
  expect(await address.lookUp(asked)).toEqual({ state: 'open' });
  const payer = await open(nwc(lab.nwc.spending));
  expect(await payer.pay({ invoice, feeLimitSats: 10n })).toMatchObject({ proof: 'proven' });
  await expect
    .poll(() => address.lookUp(asked))
    .toMatchObject({ state: 'settled', proof: 'proven' });
});

test('WALL-LN T25 a connection that could pay is refused for receiving, and so is one that cannot be asked', async () => {
  for (const [name, settings] of Object.entries(SPENDING)) {
    const refused = openReceivingWallet(settings, reach);
    await expect(refused, name).rejects.toMatchObject({ code: 'CAN_PAY' });
  }
  await press(lab, 'fail', { service: 'relay', fault: { kind: 'hang-up' } });
  const silent = openReceivingWallet(nwc(lab.nwc.receiveOnly), { ...reach, patience: HASTY });
  await expect(silent).rejects.toMatchObject({ code: 'NO_ANSWER' });
  await press(lab, 'fail', { service: 'phoenixd', fault: { kind: 'error', status: 503 } });
  const broken = openReceivingWallet(RECEIVING.phoenixd as LightningSettings, reach);
  await expect(broken).rejects.toMatchObject({ code: 'REFUSED' });
});

test('WALL-LN T25 the budget is known before anything is paid', async () => {
  const wallet = await open(nwc(lab.nwc.spending));
  const { budget } = await wallet.describe();
  expect(budget).toMatchObject({ kind: 'limited', totalSats: 1_000_000n });
  const invoice = await invoiceOf(1_000_001);
  const refused = await wallet.pay({ invoice, feeLimitSats: 0n });
  expect(refused).toMatchObject({ outcome: 'unsent', reason: 'over-budget' });
  const free = await open(nwc(lab.nwc.withoutBudget));
  expect((await free.describe()).budget).toEqual({ kind: 'unlimited' });
});

test('WALL-LN T24 a dead or useless relay does not matter while another one works', async () => {
  const [string = '', query] = lab.nwc.spending.split('?');
  const dead = 'relay=wss%3A%2F%2F127.0.0.1%3A9&relay=wss%3A%2F%2Flocalhost%3A9';
  const wallet = await open(nwc(`${string}?${dead}&${query}`));
  const invoice = await invoiceOf(21);
  expect(await wallet.pay({ invoice, feeLimitSats: 5n })).toMatchObject({ outcome: 'paid' });
  const alone = await open(
    nwc(`${string}?${dead}&${new URLSearchParams({ secret: secretIn(query) })}`),
  );
  await expect(alone.describe()).rejects.toMatchObject({ code: 'UNREACHABLE' });
  const bill = { invoice: await invoiceOf(22), feeLimitSats: 5n };
  expect(await alone.pay(bill)).toMatchObject({ outcome: 'unsent', reason: 'unreachable' });
});

const secretIn = (query = ''): string => new URLSearchParams(query).get('secret') ?? '';
