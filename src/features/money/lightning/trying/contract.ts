/** The page where anyone can try a wallet connection. Amounts are sats. */

import * as v from 'valibot';
import { check } from '#contract/checks.ts';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { id, line, wholeSats } from '#contract/fields.ts';

export const MOST_TEST_SATS = 1_000;
export const USUAL_TEST_SATS = 21;
/** Lifetime of a connection on trial. */
export const TRIAL_MINUTES = 15;

/** A sealed connection must fit into a cookie. */
const MOST_CONNECTION = 1_500;
/** Length of the largest invoice in a QR code. */
const MOST_INVOICE = 7_089;

const AMOUNT = check('EXPECTED_WHOLE', { least: 1, most: MOST_TEST_SATS });
const testAmount = v.pipe(
  wholeSats(AMOUNT),
  v.check((sats) => sats > 0n && sats <= BigInt(MOST_TEST_SATS), AMOUNT),
);

/** Why it failed: an English sentence, and the reason that the screen words. */
const why = { error: v.nullable(v.string()), reason: v.nullable(v.string()) };

export const trying = {
  connect: endpoint({
    method: 'POST',
    path: '/api/public/test-coinos',
    access: 'public',
    money: 'none',
    input: v.strictObject({
      /** If empty, the connection saved by the caller's family. */
      connectionString: line(0, MOST_CONNECTION),
    }),
    output: v.object({
      success: v.boolean(),
      connectionId: v.nullable(id),
      provider: v.nullable(v.string()),
      /** Null if the wallet doesn't report it. */
      balance: v.nullable(v.number()),
      ...why,
    }),
  }),
  createInvoice: endpoint({
    method: 'POST',
    path: '/api/lightning/create-test-invoice',
    access: 'public',
    money: 'none',
    input: v.strictObject({ amount: testAmount, description: v.optional(line(0, 100), '') }),
    output: v.object({
      /** BOLT 11. */
      invoice: v.string(),
      amount: v.number(),
      note: v.string(),
      /** The receiving node, and the highest fee for paying it. */
      destination: v.string(),
      feeLimit: v.number(),
    }),
  }),
  payInvoice: endpoint({
    method: 'POST',
    path: '/api/lightning/pay-test-invoice',
    access: 'public',
    money: 'none',
    input: v.strictObject({ invoice: line(0, MOST_INVOICE), connectionId: id }),
    output: v.object({
      success: v.boolean(),
      payment: v.nullable(v.object({ amount: v.number() })),
      ...why,
    }),
  }),
  balance: endpoint({
    method: 'GET',
    path: '/api/lightning/test-balance/{connectionId}',
    access: 'public',
    input: v.strictObject({ connectionId: id }),
    /** The wallet's balance when it last answered. */
    output: v.object({ provider: v.string(), balance: v.nullable(v.number()) }),
  }),
};

export const tryingSummaries: Summaries<typeof trying> = {
  connect: 'Try a wallet connection without an account; nothing of it is kept here',
  createInvoice: 'Let the wallet that is being tried make an invoice of 1 to 1,000 sats',
  payInvoice: 'Let that wallet pay an invoice that was made this way, and no other',
  balance: 'What that wallet held when it was asked last',
};
