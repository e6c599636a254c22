/** Runs the table of provider answers: the port's result for each, over the real protocol. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { decodeInvoice } from '#core/lightning/bolt11.ts';
import type { LightningWallet } from '#core/lightning/wallet.ts';
import { openWallet } from '#server/adapters/lightning/open.ts';
import { INVOICE_ROWS, LOOK_UP_ROWS, PAY_ROWS } from './provider-answers.ts';
import {
  type Adapter,
  freshInvoice,
  INVOICES,
  type Script,
  type ScriptedWallet,
} from './provider-script.ts';
import { startScripted } from './scripted-wallets.ts';

/** No need to wait long for answers that never come; others may take their time. */
const SOON_MS = 250;
const EVER_MS = 60_000;
const SILENT = new Set<unknown>([
  ...['silent', 'late', 'replay', 'bad-signature'],
  ...['other-key', 'other-person', 'other-kind'],
]);
const patienceFor = (reply: Script['pay']): number =>
  reply !== undefined && 'fault' in reply && SILENT.has(reply.fault) ? SOON_MS : EVER_MS;

export const describeAnswersOf = (adapter: Adapter): void => {
  let provider: ScriptedWallet;
  let opened: LightningWallet | undefined;
  beforeAll(async () => {
    provider = await startScripted(adapter);
  });
  afterEach(() => opened?.close());
  afterAll(() => provider.close());

  async function open(script: Script): Promise<LightningWallet> {
    provider.play(script);
    const patience = {
      answerMs: patienceFor(script.records?.[0]),
      startMs: EVER_MS,
      payMs: patienceFor(script.pay),
    };
    const rules = { trusted: ['127.0.0.1'] };
    opened = await openWallet(provider.settings, { network: 'regtest', rules, patience });
    return opened;
  }
  const of = <Row extends { adapter: Adapter }>(rows: readonly Row[]) =>
    rows.filter((row) => row.adapter === adapter);

  test.for(of(PAY_ROWS))('asked to pay: $answer (T24 T28)', async (row) => {
    const wallet = await open(row.script);
    const invoice = decodeInvoice(freshInvoice());
    const outcome = await wallet.pay({ invoice, feeLimitSats: 21n });
    expect(outcome).toMatchObject(row.expected);
    expect(provider.asked()).toBe(row.isUnasked ? 0 : 1);
    wallet.close();
    for (const [record, expected] of row.later) {
      const next = await open({ ...row.script, records: [record] });
      expect(await next.lookUp({ direction: 'out', invoice })).toMatchObject(expected);
      next.close();
    }
  });

  test.for(of(LOOK_UP_ROWS))('asked to $asks: $answer (T24 T28)', async (row) => {
    const { direction = 'out' } = row.script;
    const invoice = decodeInvoice(freshInvoice());
    const wallet = await open({ ...row.script, text: invoice.text });
    const { settings } = provider;
    const verifyUrl =
      settings.kind === 'lnurl' ? `http://${settings.address.split('@')[1]}/verify` : undefined;
    expect(await wallet.lookUp({ direction, invoice, verifyUrl })).toMatchObject(row.expected);
  });

  test.for(of(INVOICE_ROWS))('asked for an invoice: $answer (T23)', async (row) => {
    const invoice = typeof row.invoice === 'string' ? INVOICES[row.invoice](adapter) : row.invoice;
    const wallet = await open({ invoice });
    const wanted = { amountSats: 2_100n, about: { text: 'Allowance' }, expirySeconds: 600 };
    const made = wallet.makeInvoice(wanted);
    if (row.expected === 'good')
      expect((await made).invoice).toMatchObject({ amountMsat: 2_100_000n });
    else await expect(made).rejects.toMatchObject({ code: row.expected });
  });
};
