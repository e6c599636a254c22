/** Invoices that the family's wallet pays for a child. Amounts are sats. */

import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { id, line, moment, vaultVersion } from '#contract/fields.ts';
import { FAILURES } from '#features/book/payments/contract.ts';
import { sats, satsAboveZero } from '../connections/contract.ts';

/**
 * - `asked`: a child's request; the amount is held.
 * - `checking`: the wallet was told to pay and the outcome is unknown; held. With a failure from
 *   CLAIMS, the wallet claims that it didn't pay, which releases nothing.
 * - `paid`: in the book; with a failure, one treated as failed that was paid after all: `say`
 *   decides whether it leaves the book.
 * - `failed`: nothing was sent, or the wallet still claims so after the invoice has expired; the
 *   amount is available again.
 * - `declined`: a parent said no, or the child took it back.
 */
export const PAYMENT_STATES = ['asked', 'checking', 'paid', 'failed', 'declined'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** Evidence of payment: a preimage, the wallet's own record, or a person's statement. */
export const PROOFS = ['proven', 'stated', 'person'] as const;
export type Proof = (typeof PROOFS)[number];

export const PaymentRecord = v.object({
  id,
  childId: id,
  childName: v.string(),
  state: v.picklist(PAYMENT_STATES),
  failure: v.nullable(v.picklist(FAILURES)),
  amount: v.number(),
  /** Null if the wallet doesn't report it, or hasn't yet. */
  fee: v.nullable(v.number()),
  feeLimit: v.number(),
  /** The invoice's own text, and the receiving node. */
  description: v.string(),
  payee: v.string(),
  paymentHash: v.string(),
  proof: v.nullable(v.picklist(PROOFS)),
  /** Only if it proves the payment. */
  preimage: v.nullable(v.string()),
  /** Name of the paying wallet. */
  provider: v.nullable(v.string()),
  /**
   * If a parent's browser pays: `waits` for one, or `taken` by one, which excludes all others for
   * good. Null if this server pays.
   */
  browser: v.nullable(v.picklist(['waits', 'taken'])),
  /** First names; null if the person has left. */
  madeBy: v.nullable(v.string()),
  decidedBy: v.nullable(v.string()),
  createdAt: moment,
  expiresAt: moment,
  endedAt: v.nullable(moment),
  entryId: v.nullable(id),
});
export type PaymentRecord = v.InferOutput<typeof PaymentRecord>;

/** Length of the largest invoice in a QR code. */
const MOST_CHARACTERS = 7_089;
const paymentRequest = line(0, MOST_CHARACTERS);

const NAMES = 'Expected one of the names in the documents';

const PayResult = v.object({
  success: v.boolean(),
  fee: v.nullable(v.number()),
  error: v.nullable(v.string()),
  state: v.picklist(PAYMENT_STATES),
  payment: PaymentRecord,
});
export type PayResult = v.InferOutput<typeof PayResult>;

export const paying = {
  decode: endpoint({
    method: 'POST',
    path: '/api/lightning/decode',
    access: 'member',
    reads: true,
    input: v.strictObject({ paymentRequest }),
    output: v.object({
      tokens: v.number(),
      description: v.string(),
      /** The receiving node's public key. */
      destination: v.string(),
      /** Unix seconds. */
      timeExpire: v.number(),
      paymentHash: v.string(),
      /** Held for the fee; the wallet's actual fee is booked. */
      feeLimit: v.number(),
    }),
  }),
  invoiceFor: endpoint({
    method: 'POST',
    path: '/api/lightning/invoice-for',
    access: 'ownChild',
    money: 'none',
    input: v.strictObject({
      childId: id,
      /** A Lightning address or an LNURL. */
      receiver: line(1, 3_300, 'Please enter a Lightning address'),
      amount: satsAboveZero(),
    }),
    output: v.object({ paymentRequest: v.string() }),
  }),
  pay: endpoint({
    method: 'POST',
    path: '/api/lightning/pay',
    access: 'ownChild',
    money: 'moves',
    input: v.strictObject({ childId: id, paymentRequest }),
    output: PayResult,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/lightning/payments',
    access: 'member',
    input: v.strictObject({ childId: v.optional(id) }),
    output: v.array(PaymentRecord),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/lightning/payments/{id}',
    access: 'adult',
    input: v.strictObject({ id }),
    output: PaymentRecord,
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/lightning/payments/{id}/approve',
    access: 'adult',
    money: 'moves',
    input: v.strictObject({
      id,
      /** The amount that the adult saw: the approval covers only this amount and fee. */
      seenAmount: satsAboveZero(),
      seenFeeLimit: sats(),
    }),
    output: PayResult,
  }),
  decline: endpoint({
    method: 'DELETE',
    path: '/api/lightning/payments/{id}',
    access: 'member',
    money: 'none',
    input: v.strictObject({ id }),
    output: PaymentRecord,
  }),
  say: endpoint({
    method: 'POST',
    path: '/api/lightning/payments/{id}/say',
    access: 'adult',
    money: 'moves',
    input: v.strictObject({ id, paid: v.boolean('Expected true or false') }),
    output: PaymentRecord,
  }),
};

/** Payments of a family whose spending connection is in its vault. */
export const handing = {
  take: endpoint({
    method: 'POST',
    path: '/api/lightning/payments/{id}/take',
    access: 'adult',
    money: 'none',
    input: v.strictObject({
      id,
      /** Another version may contain another connection. */
      version: vaultVersion,
    }),
    output: v.object({ invoice: v.string(), feeLimit: v.number() }),
  }),
  tell: endpoint({
    method: 'POST',
    path: '/api/lightning/payments/{id}/tell',
    access: 'adult',
    money: 'none',
    input: v.strictObject({
      id,
      /**
       * `unsent`: this browser is certain that it sent the wallet nothing. `refused`: according to
       * the wallet, in its reply or its record.
       */
      outcome: v.picklist(['paid', 'unsent', 'refused', 'unknown'], NAMES),
      /** The wallet's reply; if it proves the payment, it overrides the outcome. */
      preimage: v.optional(line(0, 500), ''),
      /** Version of the vault whose connection was used: a "no" from another proves nothing. */
      version: v.optional(v.nullable(vaultVersion), null),
      /** Null if the wallet doesn't report it. */
      fee: v.optional(v.nullable(sats()), null),
      /** Why it was refused or is unknown. */
      reason: v.optional(v.picklist(FAILURES, NAMES), 'unclear'),
    }),
    output: PaymentRecord,
  }),
};

export const handingSummaries: Summaries<typeof handing> = {
  take: 'Take a payment to pay it from this browser; nobody else gets it any more',
  tell: 'Tell what the wallet has answered to this browser',
};

export const payingSummaries: Summaries<typeof paying> = {
  decode: 'Read an invoice: amount, purpose, receiver and until when it can be paid',
  invoiceFor: 'Ask a Lightning address or an LNURL for an invoice of this amount; nothing is paid',
  pay: 'Pay an invoice from the family’s wallet; a child above its limit asks a parent',
  list: 'Payments of the last 30 days and those that are open; a child gets its own',
  get: 'One payment with its proof',
  approve: 'Say yes to a payment that a child asks for; the wallet pays it',
  decline: 'Say no to it, or take it back',
  say: 'Say whether a payment was made, when the wallet cannot tell; of a late one, whether it leaves the book',
};
