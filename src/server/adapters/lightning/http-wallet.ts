/** The common base of HTTP wallets: one address, one secret, one way to send requests. */
import { unknownFrom } from '#core/lightning/answers.ts';
import { type PayReply, payThrough, saidIn } from '#core/lightning/paying.ts';
import {
  type Asked,
  type InvoiceWanted,
  type LightningWallet,
  type LookUp,
  type MadeInvoice,
  PATIENCE,
  type PayWanted,
  type WalletDescription,
} from '#core/lightning/wallet.ts';
import { askApi, type Body, type JsonReply } from './json-api.ts';
import { clock } from './platform.ts';
import type { LightningReach } from './port.ts';

/** @throws ConnectionError */
export type Ask = (path: string, body?: Body) => Promise<JsonReply>;

/** One wallet's API, translated to the port. Every function throws ConnectionError. */
export type HttpApi = {
  /** No trailing slash. */
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly describe: (ask: Ask) => Promise<WalletDescription>;
  readonly balance: (ask: Ask) => Promise<bigint>;
  readonly makeInvoice: (ask: Ask, wanted: InvoiceWanted) => Promise<MadeInvoice>;
  readonly lookUp: (ask: Ask, asked: Asked) => Promise<LookUp>;
  /** Asks the wallet to pay. */
  readonly send: (ask: Ask, invoice: string) => Promise<PayReply>;
};

/** Connects at the first request, not before. */
export function httpWallet(
  { base, headers, describe: describeThrough, balance, makeInvoice, lookUp, send }: HttpApi,
  { network, rules, patience = PATIENCE }: LightningReach,
): LightningWallet {
  const asking =
    (patienceMs: number): Ask =>
    (path, body = null) =>
      askApi(`${base}/${path}`, headers, body, { rules, patienceMs });
  const ask = asking(patience.answerMs);
  let describing: Promise<WalletDescription> | undefined;
  const describe = (): Promise<WalletDescription> => {
    describing ??= describeThrough(ask);
    return describing;
  };
  const lookUpOrUnknown = (asked: Asked): Promise<LookUp> =>
    lookUp(ask, asked).catch((error: unknown) => ({ state: 'unknown', ...unknownFrom(error) }));
  const sendOnce = async (invoice: PayWanted['invoice']): Promise<PayReply> => {
    let words = '';
    const said = send(async (path, body) => {
      const reply = await asking(patience.payMs)(path, body);
      words = reply.text;
      return reply;
    }, invoice.text);
    await said.catch(() => undefined); // the next line handles errors
    return saidIn(words, invoice, () => said);
  };
  const payer = {
    ...{ network, clock, patience, describe, lookUp: lookUpOrUnknown, send: sendOnce },
    balance: () => balance(ask),
  };
  return {
    describe,
    balance: () => balance(ask),
    makeInvoice: (wanted) => makeInvoice(ask, wanted),
    lookUp: lookUpOrUnknown,
    pay: (wanted) => payThrough(payer, wanted),
    close: () => undefined,
  };
}
