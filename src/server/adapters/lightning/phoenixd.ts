/**
 * phoenixd's HTTP API (ACINQ/phoenixd, Api.kt): basic authentication with any user name, and forms
 * as requests. `http-password` may spend; `http-password-limited-access` may not.
 */

import {
  checkInvoice,
  judge,
  noRecord,
  ourNetwork,
  unknown,
  type WalletRecord,
  withConnectionErrors,
} from '#core/lightning/answers.ts';
import { decodeInvoice } from '#core/lightning/bolt11.ts';
import { type Fields, readFields } from '#core/lightning/fields.ts';
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

type Settings = Extract<LightningSettings, { kind: 'phoenixd' }>;

/** phoenixd refuses anything longer. */
const MAX_DESCRIPTION = 128;
const MAX_PREIMAGE = 500;
const RECEIVING = ['get_info', 'get_balance', 'make_invoice', 'lookup_invoice'];

/** Connects at the first request, not before. @throws ConnectionError BAD_CONNECTION */
export function phoenixdWallet(
  { url, password }: Settings,
  reach: LightningReach,
): LightningWallet {
  const { network } = reach;
  const secret = Buffer.from(`:${readSecret(password, 'The password')}`).toString('base64');
  return httpWallet(
    {
      base: readBase(url),
      headers: { accept: 'application/json', authorization: `Basic ${secret}` },
      describe: (ask) => describeThrough(ask, network),
      balance: (ask) =>
        withConnectionErrors(async () =>
          BigInt(fieldsOf(await ask('getbalance')).integer('balanceSat')),
        ),
      makeInvoice: (ask, wanted) => makeThrough(ask, wanted, network),
      lookUp: lookUpThrough,
      send: sendThrough,
    },
    reach,
  );
}

const fieldsOf = (reply: JsonReply): Fields =>
  readFields(jsonOf(reply), 'phoenixd’s answer', 'BAD_REPLY');

function describeThrough(ask: Ask, network: LightningReach['network']): Promise<WalletDescription> {
  return withConnectionErrors(async () => {
    const info = fieldsOf(await ask('getinfo'));
    const canPay = await mayPay(ask);
    return {
      kind: 'phoenixd',
      alias: 'phoenixd',
      network: ourNetwork(info.optionalText('chain', 50), network),
      methods: canPay ? [...RECEIVING, 'pay_invoice'] : RECEIVING,
      canPay,
      budget: { kind: canPay ? 'unlimited' : 'unreported' },
    };
  });
}

/**
 * No call reports which password was given, but a payment request without an invoice reveals it:
 * 401 for the limited one, 400 (missing parameter) for the full one.
 */
async function mayPay(ask: Ask): Promise<boolean> {
  const { status } = await ask('payinvoice', new URLSearchParams());
  if (status === 401 || status === 403) return false;
  if (status === 400) return true;
  throw new ConnectionError('BAD_ANSWER', 'phoenixd does not tell whether this password may pay');
}

function makeThrough(
  ask: Ask,
  wanted: InvoiceWanted,
  network: LightningReach['network'],
): Promise<MadeInvoice> {
  return withConnectionErrors(async () => {
    const { amountSats, about, expirySeconds } = wanted;
    const form = new URLSearchParams({
      amountSat: String(amountSats),
      expirySeconds: String(expirySeconds),
      ...('text' in about
        ? { description: about.text.slice(0, MAX_DESCRIPTION) }
        : { descriptionHash: about.sha256 }),
    });
    const made = fieldsOf(await ask('createinvoice', form));
    const invoice = decodeInvoice(made.text('serialized', 7089));
    return {
      invoice: checkInvoice(invoice, wanted, { network, nowSeconds: clock.nowSeconds() }),
      verifyUrl: undefined,
    };
  });
}

/** @throws ConnectionError */
function lookUpThrough(ask: Ask, asked: Asked): Promise<LookUp> {
  return withConnectionErrors(async () => {
    const { direction, invoice } = asked;
    const shelf = direction === 'in' ? 'incoming' : 'outgoingbyhash';
    const reply = await ask(`payments/${shelf}/${invoice.paymentHash}`);
    if (reply.status === 404) return noRecord(asked, reply.text, unknown('not-found', reply.words));
    if (reply.status >= 400) return noRecord(asked, reply.text, unknown('unclear', reply.words));
    const fields = fieldsOf(reply);
    if (fields.hex32('paymentHash') !== invoice.paymentHash)
      fields.fail('is about another payment');
    return judge(asked, direction === 'in' ? incoming(fields) : outgoing(fields));
  });
}

/**
 * phoenixd deducts its fees from what arrives, so the amount may be less than the invoice's.
 * @throws LightningError BAD_REPLY
 */
export function incoming(fields: Fields): WalletRecord {
  const isExpired = fields.at('isExpired') === true;
  return {
    direction: 'in',
    state: isPaid(fields) ? 'settled' : isExpired ? 'expired' : 'open',
    amountMsat: undefined,
    ...settlementOf(fields),
  };
}

/**
 * A failed payment is marked completed but not paid. The sent amount includes the fee.
 * @throws LightningError BAD_REPLY
 */
export function outgoing(fields: Fields): WalletRecord {
  const isOver = fields.optionalInteger('completedAt') !== undefined;
  const record = settlementOf(fields);
  const sentSat = fields.optionalInteger('sent');
  const isKnown = sentSat !== undefined && record.feeMsat !== undefined;
  return {
    direction: 'out',
    state: isPaid(fields) ? 'settled' : isOver ? 'failed' : 'open',
    amountMsat: isKnown ? BigInt(sentSat) * 1000n - (record.feeMsat ?? 0n) : undefined,
    ...record,
  };
}

function isPaid(fields: Fields): boolean {
  const paid = fields.at('isPaid');
  return typeof paid === 'boolean' ? paid : fields.fail('has no true or false in "isPaid"');
}

function settlementOf(fields: Fields): Pick<WalletRecord, 'feeMsat' | 'preimage' | 'settledAt'> {
  const completedAt = fields.optionalInteger('completedAt');
  return {
    feeMsat: countOf(fields, 'fees'),
    preimage: textOf(fields, 'preimage'),
    settledAt: completedAt === undefined ? undefined : Math.floor(completedAt / 1000),
  };
}

/** An unreadable fee or preimage is dropped: the payment itself must stay readable. */
function countOf(fields: Fields, name: string): bigint | undefined {
  const count = fields.at(name);
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0
    ? BigInt(count)
    : undefined;
}

function textOf(fields: Fields, name: string): string | undefined {
  const text = fields.at(name);
  return typeof text === 'string' && text.length <= MAX_PREIMAGE ? text : undefined;
}

/** Failures come with status 200 too, along with the reason. @throws ConnectionError */
async function sendThrough(ask: Ask, invoice: string): Promise<PayReply> {
  const reply = await ask('payinvoice', new URLSearchParams({ invoice }));
  const { status, words } = reply;
  if (status === 429) return { said: 'no', reason: 'said-busy', message: words };
  if (status === 401 || status === 403)
    return { said: 'no', reason: 'said-restricted', message: words };
  if (status === 400 || status === 404)
    return { said: 'no', reason: 'said-refused', message: words };
  return withConnectionErrors((): PayReply => {
    const said = fieldsOf(reply);
    const reason = said.optionalText('reason', 1000);
    if (reason !== undefined)
      return { said: 'no', reason: 'said-failed', message: reason.slice(0, 300) };
    if (said.hex32('paymentHash') !== decodeInvoice(invoice).paymentHash)
      said.fail('is about another payment');
    const feeSat = countOf(said, 'routingFeeSat');
    const feeMsat = feeSat === undefined ? undefined : feeSat * 1000n;
    return { said: 'paid', preimage: textOf(said, 'paymentPreimage'), feeMsat };
  });
}
