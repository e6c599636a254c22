/** The subscription for hosted features: prices, state, invoices and referral codes. In sats. */

import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { line, moment, nothing } from '#contract/fields.ts';

/** In months. */
export const TERMS = [1, 12] as const;
export type Term = (typeof TERMS)[number];

/** Features that need a subscription. Everything else is free. */
export const HOSTED_FEATURES = ['reminders', 'spending_alerts', 'large_imports'] as const;
export type HostedFeature = (typeof HOSTED_FEATURES)[number];

/** How long the page waits for an invoice to be paid. */
export const INVOICE_MINUTES = 10;
/** How often the page checks whether it was paid. */
export const POLL_MS = 3_000;
/** Invoices per day. */
export const MOST_OF_FAMILY = 20;
export const MOST_OF_PERSON = 10;

/** `open`: this server sells nothing, and everything is free. */
export const STATUSES = ['open', 'none', 'active', 'expired'] as const;
export type Status = (typeof STATUSES)[number];

export const Subscription = v.object({
  status: v.picklist(STATUSES),
  isActive: v.boolean(),
  expiresAt: v.nullable(moment),
  totalPaid: v.number(),
});
export type Subscription = v.InferOutput<typeof Subscription>;

export const Pricing = v.object({ monthly: v.number(), yearly: v.number() });
export type Pricing = v.InferOutput<typeof Pricing>;

export const SubscriptionInvoice = v.object({
  paymentHash: v.string(),
  bolt11: v.string(),
  amountSats: v.number(),
  description: v.string(),
  expiresAt: moment,
});
export type SubscriptionInvoice = v.InferOutput<typeof SubscriptionInvoice>;

const HASH_EXPECTED = 'Expected a payment hash: 64 digits and letters a to f';

export const billing = {
  pricing: endpoint({
    method: 'GET',
    path: '/api/billing/pricing',
    access: 'adult',
    input: nothing,
    output: v.object({ pricing: Pricing, features: v.array(v.picklist(HOSTED_FEATURES)) }),
  }),
  subscription: endpoint({
    method: 'GET',
    path: '/api/billing/subscription',
    access: 'adult',
    input: nothing,
    output: v.object({ subscription: Subscription }),
  }),
  createInvoice: endpoint({
    method: 'POST',
    path: '/api/billing/create-invoice',
    access: 'adult',
    money: 'none',
    input: v.strictObject({
      subscriptionMonths: v.picklist(TERMS, 'Expected one of the names in the documents'),
      referralCode: v.optional(line(0, 60), ''),
    }),
    output: v.object({ invoice: SubscriptionInvoice }),
  }),
  makeReferralCode: endpoint({
    method: 'POST',
    path: '/api/billing/referral-code',
    access: 'adult',
    money: 'none',
    input: nothing,
    output: v.object({ referralCode: v.string() }),
  }),
  checkPayment: endpoint({
    method: 'GET',
    path: '/api/billing/check-payment/{paymentHash}',
    access: 'adult',
    input: v.strictObject({
      paymentHash: v.pipe(v.string(HASH_EXPECTED), v.regex(/^[0-9a-f]{64}$/, HASH_EXPECTED)),
    }),
    output: v.object({ payment: v.object({ verified: v.boolean() }) }),
  }),
};

export const billingSummaries: Summaries<typeof billing> = {
  pricing: 'What a subscription costs, in sats, and what it opens',
  subscription: 'The family’s subscription: its state, its end, and what was paid in all',
  createInvoice: 'Make an invoice for 1 or 12 months; it is credited once, when it is paid',
  makeReferralCode: 'The family’s referral code; the first call makes it',
  checkPayment: 'Whether an invoice was paid, as a job has seen it last',
};
