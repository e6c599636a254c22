/**
 * Alby Hub's HTTP API (getAlby/hub, http/http_service.go and api/models.go). A token is either
 * `full`, with no spending limit, or `readonly`.
 */

import {
  checkInvoice,
  judge,
  noRecord,
  ourNetwork,
  satsOf,
  unknown,
  type WalletRecord,
  withConnectionErrors,
} from '#core/lightning/answers.ts';
import { decodeInvoice } from '#core/lightning/bolt11.ts';
import { type Fields, isObject, readFields } from '#core/lightning/fields.ts';
import { wireMsat } from '#core/lightning/nwc-reply.ts';
import { preimageOf } from '#core/lightning/nwc-transaction.ts';
import type { PayReply } from '#core/lightning/paying.ts';
import {
  type Asked,
  ConnectionError,
  type InvoiceWanted,
  type LightningSettings,
  type LightningWallet,
  type LookUp,
  type MadeInvoice,
  type WalletDescription,
} from '#core/lightning/wallet.ts';
import { type Ask, httpWallet } from './http-wallet.ts';
import { type JsonReply, jsonOf, readBase, readSecret } from './json-api.ts';
import { clock } from './platform.ts';
import type { LightningReach } from './port.ts';

export type HubSettings = Extract<LightningSettings, { kind: 'alby-hub' }>;

const LOOKING = ['get_info', 'get_balance', 'lookup_invoice'];
const SPENDING = [...LOOKING, 'make_invoice', 'pay_invoice'];

/** Connects at the first request, not before. @throws ConnectionError BAD_CONNECTION */
export function albyHubWallet(settings: HubSettings, reach: LightningReach): LightningWallet {
  const { network } = reach;
  const canPay = !isReadOnly(settings.token);
  return httpWallet(
    {
      base: hubBase(settings),
      headers: hubHeaders(settings),
      describe: (ask) => describeThrough(ask, canPay, network),
      balance: balanceThrough,
      makeInvoice: (ask, wanted) => makeThrough(ask, wanted, network),
      lookUp: lookUpThrough,
      send: sendThrough,
    },
    reach,
  );
}

export const hubBase = ({ url }: HubSettings): string =>
  `${readBase(url).replace(/\/api$/, '')}/api`;

/** Alby Cloud needs to know which Hub is meant. */
export function hubHeaders({ token, name, region }: HubSettings): Record<string, string> {
  return {
    accept: 'application/json',
    authorization: `Bearer ${readSecret(token, 'The token')}`,
    ...(name && { 'AlbyHub-Name': readSecret(name, 'The name') }),
    ...(region && { 'AlbyHub-Region': readSecret(region, 'The region') }),
  };
}

/**
 * The Hub signs a token's scope into it and refuses a token that was altered. A token without a
 * scope is treated as full, here as in the Hub.
 */
function isReadOnly(token: string): boolean {
  const [, claims = ''] = token.trim().split('.');
  try {
    const read: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString());
    return isObject(read) && read.permission === 'readonly';
  } catch {
    return false;
  }
}

const fieldsOf = (reply: JsonReply): Fields =>
  readFields(jsonOf(reply), 'The Hub’s answer', 'BAD_REPLY');

/** `/api/info` needs no token; fetching the balance shows whether ours is valid. */
function describeThrough(
  ask: Ask,
  canPay: boolean,
  network: LightningReach['network'],
): Promise<WalletDescription> {
  return withConnectionErrors(async () => {
    const [info] = await Promise.all([ask('info'), balanceThrough(ask)]);
    return {
      kind: 'alby-hub',
      alias: 'Alby Hub',
      network: ourNetwork(fieldsOf(info).optionalText('network', 50), network),
      methods: canPay ? SPENDING : LOOKING,
      canPay,
      budget: { kind: canPay ? 'unlimited' : 'unreported' },
    };
  });
}

/** In sats since 1.22; before that in millisatoshis, under another name. */
function balanceThrough(ask: Ask): Promise<bigint> {
  return withConnectionErrors(async () => {
    const balances = fieldsOf(await ask('balances'));
    const lightning = readFields(balances.at('lightning'), 'The Hub’s balance', 'BAD_REPLY');
    return lightning.at('totalSpendableSat') === undefined
      ? satsOf(lightning.msat('totalSpendable'))
      : BigInt(lightning.integer('totalSpendableSat'));
  });
}

function makeThrough(
  ask: Ask,
  wanted: InvoiceWanted,
  network: LightningReach['network'],
): Promise<MadeInvoice> {
  return withConnectionErrors(async () => {
    if (!('text' in wanted.about))
      throw new ConnectionError('NOT_OFFERED', 'Alby Hub’s API takes no hash of a description');
    const amountMsat = wireMsat(wanted.amountSats * 1000n);
    // Older versions call it `amount`, also in millisatoshis.
    const body = { amountMsat, amount: amountMsat, description: wanted.about.text };
    const made = fieldsOf(await ask('invoices', body));
    const invoice = decodeInvoice(made.text('invoice', 7089));
    return {
      invoice: checkInvoice(invoice, wanted, { network, nowSeconds: clock.nowSeconds() }),
      verifyUrl: undefined,
    };
  });
}

/** @throws ConnectionError */
function lookUpThrough(ask: Ask, asked: Asked): Promise<LookUp> {
  return withConnectionErrors(async () => {
    const { paymentHash } = asked.invoice;
    const reply = await ask(`transactions/${paymentHash}`);
    if (reply.status === 404) return noRecord(asked, reply.text, unknown('not-found', reply.words));
    if (reply.status >= 400) return noRecord(asked, reply.text, unknown('unclear', reply.words));
    const fields = fieldsOf(reply);
    if (fields.hex32('paymentHash') !== paymentHash) fields.fail('is about another payment');
    return judge(asked, hubRecord(fields));
  });
}

const STATES: Readonly<Record<string, WalletRecord['state']>> = {
  settled: 'settled',
  pending: 'open',
  accepted: 'open',
  failed: 'failed',
};

/** @throws LightningError BAD_REPLY */
export function hubRecord(fields: Fields): WalletRecord {
  const type = fields.text('type', 20);
  if (type !== 'incoming' && type !== 'outgoing') fields.fail('is neither incoming nor outgoing');
  const state = STATES[fields.text('state', 50).toLowerCase()];
  const settledAt = Date.parse(fields.optionalText('settledAt', 50) ?? '');
  return {
    direction: type === 'incoming' ? 'in' : 'out',
    state: state ?? fields.fail('names an unknown state'),
    amountMsat: fields.optionalMsat('amountMsat') ?? fields.optionalMsat('amount'),
    feeMsat: feeOf(fields),
    preimage: preimageOf(fields),
    settledAt: Number.isNaN(settledAt) ? undefined : Math.floor(settledAt / 1000),
  };
}

/** An unreadable fee is dropped: the payment itself must stay readable. */
function feeOf(fields: Fields): bigint | undefined {
  const fee = fields.at('feesPaidMsat') ?? fields.at('feesPaid');
  return typeof fee === 'number' && Number.isSafeInteger(fee) && fee >= 0 ? BigInt(fee) : undefined;
}

/** Replies in which a server claims not to have started the payment. */
const NOT_BEGUN = new Set([400, 401, 404, 405, 413, 415, 422]);

/** @throws ConnectionError */
async function sendThrough(ask: Ask, invoice: string): Promise<PayReply> {
  const reply = await ask(`payments/${invoice}`, {});
  const { status, json, words } = reply;
  if (status === 429) return { said: 'no', reason: 'said-busy', message: words };
  if (status === 403) return { said: 'no', reason: 'said-restricted', message: words };
  if (NOT_BEGUN.has(status)) return { said: 'no', reason: 'said-refused', message: words };
  // A 500 from the Hub carries a JSON message; one from a proxy doesn't.
  if (status === 500 && isObject(json) && typeof json.message === 'string')
    return { said: 'no', reason: 'said-failed', message: words };
  return withConnectionErrors((): PayReply => {
    const paid = fieldsOf(reply);
    const record = hubRecord(paid);
    if (paid.hex32('paymentHash') !== decodeInvoice(invoice).paymentHash)
      paid.fail('is about another payment');
    if (record.direction !== 'out' || record.state !== 'settled')
      return { said: 'unclear', reason: 'unclear', message: 'The Hub has not finished paying' };
    return { said: 'paid', preimage: record.preimage, feeMsat: record.feeMsat };
  });
}
