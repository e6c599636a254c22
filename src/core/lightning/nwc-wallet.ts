/** A wallet behind Nostr Wallet Connect (NIP-47), with Alby Hub's addition `get_budget`. */
import type { BitcoinNetwork } from '../bitcoin/network.ts';
import {
  checkInvoice,
  judge,
  noRecord,
  ourNetwork,
  satsOf,
  unknown,
  unknownFrom,
  type WalletRecord,
  withConnectionErrors,
} from './answers.ts';
import type { Invoice } from './bolt11.ts';
import type { Reach } from './endpoint.ts';
import { offersPaying, readConnection } from './nwc.ts';
import { getBalance, getBudget, lookupInvoice, makeInvoice, payInvoice } from './nwc-calls.ts';
import { askForWords, type Line, openLine, readWords, resultOf } from './nwc-line.ts';
import type { WalletError } from './nwc-reply.ts';
import type { WalletTransaction } from './nwc-transaction.ts';
import { type PayReply, payThrough, saidIn } from './paying.ts';
import type { Platform } from './platform.ts';
import type { Relay } from './relay.ts';
import {
  type Asked,
  type Budget,
  ConnectionError,
  type InvoiceWanted,
  type LightningWallet,
  type LookUp,
  type MadeInvoice,
  PATIENCE,
  type Patience,
  type WalletDescription,
} from './wallet.ts';

export type NwcReach = {
  readonly network: BitcoinNetwork;
  readonly platform: Platform;
  readonly reach: Reach;
  readonly patience?: Patience | undefined;
};

/** Connects at the first request, not before. @throws ConnectionError BAD_CONNECTION */
export async function nwcWallet(
  connectionString: string,
  { network, platform, reach, patience = PATIENCE }: NwcReach,
): Promise<LightningWallet> {
  const connection = await withConnectionErrors(() => readConnection(connectionString, reach));
  const relays: Relay[] = [];
  let opening: Promise<Line> | undefined;
  const line = async (): Promise<Line> => {
    opening ??= openLine(connection, platform, patience.answerMs, relays);
    const open = await opening;
    ourNetwork(open.words.network, network);
    return open;
  };
  let describing: Promise<WalletDescription> | undefined;
  const describe = (): Promise<WalletDescription> => {
    describing ??= line().then((open) => describeThrough(open, network));
    return describing;
  };
  const lookUp = async (asked: Asked): Promise<LookUp> => {
    try {
      return await lookUpThrough(await line(), asked);
    } catch (error) {
      return { state: 'unknown', ...unknownFrom(error) };
    }
  };
  const balance = async () =>
    satsOf((await resultOf(await line(), getBalance, undefined)).balanceMsat);
  const send = async (invoice: Invoice) => sendThrough(await line(), invoice, patience.payMs);
  return {
    describe,
    balance,
    makeInvoice: async (wanted) => makeThrough(await line(), wanted, network),
    lookUp,
    pay: (wanted) =>
      payThrough({ network, clock: platform, patience, describe, balance, lookUp, send }, wanted),
    close: () => {
      for (const relay of relays) relay.close();
    },
  };
}

async function describeThrough(line: Line, network: BitcoinNetwork): Promise<WalletDescription> {
  const { alias, methods, network: said } = line.words;
  return {
    kind: 'nwc',
    alias,
    network: ourNetwork(said, network),
    methods,
    canPay: offersPaying(methods),
    budget: await budgetOf(line),
  };
}

/** CoinOS doesn't reply to methods it doesn't know, so this is called only if it is offered. */
async function budgetOf(line: Line): Promise<Budget> {
  if (!line.words.methods.includes(getBudget.method)) return { kind: 'unreported' };
  const { budget } = await resultOf(line, getBudget, undefined);
  if (!budget) return { kind: 'unlimited' };
  const { usedMsat, totalMsat, renewsAt, renewalPeriod } = budget;
  const leftSats = usedMsat < totalMsat ? satsOf(totalMsat - usedMsat) : 0n;
  return { kind: 'limited', leftSats, totalSats: satsOf(totalMsat), renewsAt, renewalPeriod };
}

async function makeThrough(
  line: Line,
  wanted: InvoiceWanted,
  network: BitcoinNetwork,
): Promise<MadeInvoice> {
  if (!line.words.methods.includes(makeInvoice.method))
    throw new ConnectionError('NOT_OFFERED', 'This connection may not make invoices');
  const { amountSats, about, expirySeconds } = wanted;
  const invoice = await resultOf(line, makeInvoice, {
    amountMsat: amountSats * 1000n,
    expirySeconds,
    ...('text' in about ? { description: about.text } : { descriptionHash: about.sha256 }),
  });
  return {
    invoice: checkInvoice(invoice, wanted, { network, nowSeconds: line.platform.nowSeconds() }),
    verifyUrl: undefined,
  };
}

/** @throws ConnectionError */
async function lookUpThrough(line: Line, asked: Asked): Promise<LookUp> {
  if (!line.words.methods.includes(lookupInvoice.method))
    return unknown('not-offered', 'This connection may not look payments up');
  const { paymentHash } = asked.invoice;
  const words = await askForWords(line, lookupInvoice, { paymentHash });
  const reply = await readWords(lookupInvoice, { paymentHash }, words);
  if (reply.ok) return judge(asked, recordOf(reply.result));
  const { code, message } = reply.error;
  const isKept = code === 'RESTRICTED' || code === 'NOT_IMPLEMENTED';
  const reason = code === 'NOT_FOUND' ? 'not-found' : isKept ? 'not-offered' : 'unclear';
  return noRecord(asked, words, unknown(reason, message));
}

function recordOf(found: WalletTransaction): WalletRecord {
  const { type, state, amountMsat, feesMsat, preimage, settledAt } = found;
  return {
    direction: type === 'incoming' ? 'in' : 'out',
    // A hold invoice, still waiting for the payee to accept it, is open.
    state: state === 'pending' || state === 'accepted' ? 'open' : state,
    amountMsat,
    feeMsat: feesMsat,
    preimage,
    settledAt,
  };
}

/** @throws ConnectionError for an unreadable reply without a proof */
async function sendThrough(line: Line, invoice: Invoice, patienceMs: number): Promise<PayReply> {
  const params = { invoice: invoice.text };
  const words = await askForWords(line, payInvoice, params, patienceMs);
  return saidIn(words, invoice, async () => {
    const reply = await readWords(payInvoice, params, words);
    if (!reply.ok) return saidNo(reply.error);
    const { preimage, feesMsat } = reply.result;
    return { said: 'paid', preimage, feeMsat: feesMsat };
  });
}

const saidNo = ({ claim, message }: WalletError): PayReply =>
  claim === undefined
    ? { said: 'unclear', reason: 'unclear', message }
    : { said: 'no', reason: claim, message };
