/** Invoices for children, made by the family's wallet. Amounts are sats. */

import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { id, line, moment } from '#contract/fields.ts';
import { satsAboveZero } from '../connections/contract.ts';

export const INVOICE_STATES = ['open', 'paid', 'expired'] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

/** Default text for the payer; it contains no name. */
export const ABOUT = 'For spending money';
/** Validity of an invoice. */
export const EXPIRY_SECONDS = 3_600;
/** Most invoices per child and day. */
export const MOST_INVOICES_A_DAY = 60;

export const ChildInvoice = v.object({
  paymentHash: v.string(),
  childId: id,
  /** BOLT 11, for the QR code. */
  invoice: v.string(),
  amount: v.number(),
  description: v.string(),
  state: v.picklist(INVOICE_STATES),
  /** True if a parent's browser made it and queries the wallet, false if this server does. */
  byBrowser: v.boolean(),
  /** Evidence of payment; null until then. */
  proof: v.nullable(v.picklist(['proven', 'stated'])),
  createdAt: moment,
  expiresAt: moment,
  paidAt: v.nullable(moment),
  entryId: v.nullable(id),
});
export type ChildInvoice = v.InferOutput<typeof ChildInvoice>;

/** Length of the largest invoice in a QR code. */
const MOST_CHARACTERS = 7_089;

export const receiving = {
  create: endpoint({
    method: 'POST',
    path: '/api/lightning/invoice',
    access: 'ownChild',
    money: 'none',
    input: v.strictObject({
      childId: id,
      amount: satsAboveZero(),
      /** Text for the payer; by default `ABOUT`. */
      description: v.optional(line(0, 200), ''),
    }),
    output: ChildInvoice,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/lightning/invoices',
    access: 'ownChild',
    input: v.strictObject({ childId: id }),
    output: v.array(ChildInvoice),
  }),
};

const PAYMENT_HASH = 'Expected a payment hash';

/** Invoices of a family whose wallet only a parent's browser can reach. */
export const bringing = {
  keep: endpoint({
    method: 'POST',
    path: '/api/lightning/invoices',
    access: 'adult',
    money: 'none',
    input: v.strictObject({
      childId: id,
      amount: satsAboveZero(),
      description: v.optional(line(0, 200), ''),
      /** BOLT 11, made by the wallet for this amount. */
      invoice: line(0, MOST_CHARACTERS),
    }),
    output: ChildInvoice,
  }),
  tell: endpoint({
    method: 'POST',
    path: '/api/lightning/invoices/{paymentHash}/tell',
    access: 'adult',
    money: 'none',
    input: v.strictObject({
      paymentHash: v.pipe(v.string(PAYMENT_HASH), v.regex(/^[0-9a-f]{64}$/, PAYMENT_HASH)),
      /** According to the wallet's record; `unpaid` means not so far. */
      outcome: v.picklist(['paid', 'unpaid'], 'Expected one of the names in the documents'),
      /** The wallet's reply; used only if it matches the payment hash. */
      preimage: v.optional(line(0, 500), ''),
    }),
    output: ChildInvoice,
  }),
};

export const bringingSummaries: Summaries<typeof bringing> = {
  keep: 'Keep an invoice for a child that a parent’s browser got from the encrypted wallet',
  tell: 'Tell what the encrypted wallet says of such an invoice; it is booked once',
};

export const receivingSummaries: Summaries<typeof receiving> = {
  create: 'Make an invoice for a child; it is booked once, when the wallet says it is paid',
  list: 'The newest invoices of a child, and what became of them',
};
