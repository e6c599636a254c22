/**
 * Receives through a Lightning address or an LNURL (LUD-06, 12, 16) and checks with its server
 * whether an invoice was paid (LUD-21). Anyone who knows the address can do the same: nothing here
 * is secret, and nothing can be spent.
 */

import {
  checkInvoice,
  INVOICE_NETWORK,
  unknown,
  unknownFrom,
  withConnectionErrors,
} from '#core/lightning/answers.ts';
import type { Reach } from '#core/lightning/endpoint.ts';
import { payRequestUrl } from '#core/lightning/lnurl.ts';
import {
  invoiceUrl,
  type PayRequest,
  readOfferedInvoice,
  readPayRequest,
} from '#core/lightning/lnurl-pay.ts';
import { readVerification } from '#core/lightning/lnurl-verify.ts';
import {
  type Asked,
  ConnectionError,
  type InvoiceWanted,
  type LightningWallet,
  type LookUp,
  type MadeInvoice,
  PATIENCE,
} from '#core/lightning/wallet.ts';
import { allowedUrl, rulesFrom } from '../../outbound/reach.ts';
import { askApi } from './json-api.ts';
import { clock, reachOf } from './platform.ts';
import type { LightningReach } from './port.ts';

/** Connects at the first request, not before. @throws ConnectionError BAD_CONNECTION */
export async function lnurlWallet(
  address: string,
  reach: LightningReach,
): Promise<LightningWallet> {
  const hosts = reachOf(reach.rules);
  const url = await withConnectionErrors(() => payRequestUrl(address, hosts));
  const ask: Ask = (asked) => askNamed(url, asked, reach);
  const payRequest = (): Promise<PayRequest> =>
    withConnectionErrors(async () => {
      const request = readPayRequest(url, await ask(url.href), hosts);
      // Checked before anything is paid, while the person connecting the address can still react.
      if (!allowedUrl(request.callback, rulesFrom(url, request.callback, reach.rules)))
        throw mayNotBeCalled(request.callback);
      return request;
    });
  return {
    describe: async () => {
      const { identifier, host } = await payRequest();
      return {
        kind: 'lnurl',
        alias: identifier ?? host,
        network: undefined,
        methods: ['make_invoice', 'lookup_invoice'],
        canPay: false,
        budget: { kind: 'unreported' },
      };
    },
    balance: async () => {
      throw new ConnectionError('NOT_OFFERED', 'A Lightning address does not tell its balance');
    },
    makeInvoice: async (wanted) => makeThrough(ask, await payRequest(), wanted, reach, hosts),
    lookUp: (asked) =>
      lookUpThrough(ask, asked).catch((error: unknown) => ({
        state: 'unknown',
        ...unknownFrom(error),
      })),
    pay: async () => ({
      outcome: 'unsent',
      reason: 'not-offered',
      message: 'A Lightning address only receives',
    }),
    close: () => undefined,
  };
}

type Ask = (url: string) => Promise<unknown>;

/**
 * Calls the address itself, or a URL that its server returned, on the same host or another.
 * @throws ConnectionError OTHER_HOST if that URL may not be called
 */
async function askNamed(url: URL, named: string, reach: LightningReach): Promise<unknown> {
  try {
    return await askLnurl(named, { ...reach, rules: rulesFrom(url, named, reach.rules) });
  } catch (error) {
    const isRefused = error instanceof ConnectionError && error.code === 'BAD_CONNECTION';
    throw isRefused && named !== url.href ? mayNotBeCalled(named) : error;
  }
}

const mayNotBeCalled = (named: string): ConnectionError => {
  const { host } = new URL(named);
  return new ConnectionError('OTHER_HOST', `Its server names ${host}, which may not be called`);
};

/** Refusals are JSON too, under any status (LUD-06). @throws ConnectionError */
async function askLnurl(
  url: string,
  { rules, patience = PATIENCE }: LightningReach,
): Promise<unknown> {
  const limits = { rules, patienceMs: patience.answerMs };
  const { status, json, words } = await askApi(url, { accept: 'application/json' }, null, limits);
  if (status === 429) throw new ConnectionError('BUSY', words);
  if (json !== undefined) return json;
  throw status === 200
    ? new ConnectionError('BAD_ANSWER', 'The server’s answer is not JSON')
    : new ConnectionError('REFUSED', words);
}

function makeThrough(
  ask: Ask,
  request: PayRequest,
  wanted: InvoiceWanted,
  { network }: LightningReach,
  hosts: Reach,
): Promise<MadeInvoice> {
  return withConnectionErrors(async () => {
    if (!('text' in wanted.about))
      throw new ConnectionError('NOT_OFFERED', 'An LNURL server describes its invoices itself');
    const amountMsat = wanted.amountSats * 1000n;
    const { text } = wanted.about;
    const comment = text.length <= request.maxCommentChars ? text : '';
    const answer = await ask(invoiceUrl(request, amountMsat, comment));
    const expected = { network: INVOICE_NETWORK[network], nowSeconds: clock.nowSeconds() };
    const offered = readOfferedInvoice(request, amountMsat, answer, expected, hosts);
    return {
      invoice: checkInvoice(offered.invoice, wanted, { network, nowSeconds: clock.nowSeconds() }),
      verifyUrl: offered.verifyUrl,
    };
  });
}

/** @throws ConnectionError */
function lookUpThrough(ask: Ask, { direction, invoice, verifyUrl }: Asked): Promise<LookUp> {
  return withConnectionErrors(async () => {
    if (direction === 'out') return unknown('not-offered', 'A Lightning address only receives');
    if (verifyUrl === undefined)
      return unknown('not-offered', 'The server does not tell whether an invoice was paid');
    const found = readVerification(invoice, await ask(verifyUrl));
    if (found.state === 'unpaid') return { state: 'open' };
    const settled = { state: 'settled', settledAt: undefined, feeSats: undefined } as const;
    return found.state === 'proven'
      ? { ...settled, proof: 'proven', preimage: found.preimage }
      : { ...settled, proof: 'stated' };
  });
}
