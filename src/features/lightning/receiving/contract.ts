/** Invoices for children, made by the family's wallet. Amounts are sats. */

import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { id, line, moment } from '#contract/fields.ts';
import { satsAboveZero } from '../contract.ts';

export const INVOICE_STATES = ['open', 'paid', 'expired'] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

/** How long an invoice can be paid. */
export const EXPIRY_SECONDS = 3_600;
/** Invoices that one child may have made within a day. */
export const MOST_INVOICES_A_DAY = 60;

export const ChildInvoice = v.object({
  paymentHash: v.string(),
  childId: id,
  /** BOLT 11, for the QR code. */
  invoice: v.string(),
  amount: v.number(),
  description: v.string(),
  state: v.picklist(INVOICE_STATES),
  createdAt: moment,
  expiresAt: moment,
  paidAt: v.nullable(moment),
  entryId: v.nullable(id),
});
export type ChildInvoice = v.InferOutput<typeof ChildInvoice>;

export const receiving = {
  create: endpoint({
    method: 'POST',
    path: '/api/lightning/invoice',
    access: 'ownChild',
    input: v.strictObject({
      childId: id,
      amount: satsAboveZero(),
      /** What the payer reads; by default "For spending money", which names nobody. */
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

export const receivingSummaries: Summaries<typeof receiving> = {
  create: 'Make an invoice for a child; it is booked once, when the wallet says it is paid',
  list: 'The newest invoices of a child, and what became of them',
};
