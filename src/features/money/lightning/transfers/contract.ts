/**
 * A child moves spending money to savings: once a parent approves, the family's wallet pays the
 * parents' own Lightning address. Amounts are sats.
 */

import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { id, line } from '#contract/fields.ts';
import { OWED_BECAUSE } from '#features/book/payments/contract.ts';
import { sats, satsAboveZero } from '../connections/contract.ts';
import { PAYERS } from '../payouts/contract.ts';

export const TransferOffer = v.object({
  amount: v.number(),
  /** Most the wallet may pay as a fee; the parents bear it. */
  feeLimit: v.number(),
  /** The parents' Lightning address; null if none is saved. */
  receiver: v.nullable(v.string()),
  /** `unlock`: a parent's browser pays, once the vault is open there. */
  payer: v.picklist(PAYERS),
  /** The obstacle; null if it can be paid. */
  obstacle: v.nullable(v.picklist(OWED_BECAUSE)),
  /** One of its payments is open: everything else waits for the outcome. */
  isChecking: v.boolean(),
});
export type TransferOffer = v.InferOutput<typeof TransferOffer>;

export const transferPayments = {
  get: endpoint({
    method: 'GET',
    path: '/api/lightning/transfers/{id}',
    access: 'adult',
    input: v.strictObject({ id }),
    output: TransferOffer,
  }),
  pay: endpoint({
    method: 'POST',
    path: '/api/lightning/transfers/{id}/pay',
    access: 'adult',
    money: 'moves',
    input: v.strictObject({
      id,
      /** The details that the adult saw: the approval covers exactly these. */
      seenAmount: satsAboveZero(),
      seenFeeLimit: sats(),
      seenReceiver: line(1, 320),
    }),
    output: v.object({
      success: v.boolean(),
      /**
       * `checking`: if a parent's browser pays, it takes the payment now, like any other. `failed`:
       * definitely not paid; the transfer still waits.
       */
      state: v.picklist(['paid', 'checking', 'failed']),
      failure: v.nullable(v.picklist(OWED_BECAUSE)),
      /** The payment, with its receipt. */
      paymentId: v.nullable(id),
    }),
  }),
};

export const transferPaymentSummaries: Summaries<typeof transferPayments> = {
  get: 'What paying a savings transfer from the family’s wallet would mean',
  pay: 'Say yes to a savings transfer: the family’s wallet pays the parents’ Lightning address',
};
