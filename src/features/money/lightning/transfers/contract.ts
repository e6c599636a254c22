/**
 * A child moves spending money to savings: the family's wallet pays the parents' own Lightning
 * address once a parent approves. Amounts are sats.
 */

import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { id, line } from '#contract/fields.ts';
import { OWED_BECAUSE } from '#features/book/payments/contract.ts';
import { sats, satsAboveZero } from '../connections/contract.ts';
import { PAYERS } from '../payouts/contract.ts';

export const TransferOffer = v.object({
  amount: v.number(),
  /** The most that the wallet may pay as a fee; the parents bear it. */
  feeLimit: v.number(),
  /** The parents' Lightning address; null if none is saved. */
  receiver: v.nullable(v.string()),
  /** `unlock`: a parent's browser pays, once the vault is open in it. */
  payer: v.picklist(PAYERS),
  /** What prevents it; null if it can be paid. */
  obstacle: v.nullable(v.picklist(OWED_BECAUSE)),
  /** One of its payments is open: nothing else happens until the outcome is known. */
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
      /** What the adult has read: the approval covers exactly this. */
      seenAmount: satsAboveZero(),
      seenFeeLimit: sats(),
      seenReceiver: line(1, 320),
    }),
    output: v.object({
      success: v.boolean(),
      /**
       * `checking`: if a parent's browser pays, it now takes the payment like any other. `failed`:
       * definitely not paid; the transfer still waits.
       */
      state: v.picklist(['paid', 'checking', 'failed']),
      failure: v.nullable(v.picklist(OWED_BECAUSE)),
      /** With its receipt. */
      paymentId: v.nullable(id),
    }),
  }),
};

export const transferPaymentSummaries: Summaries<typeof transferPayments> = {
  get: 'What paying a savings transfer from the family’s wallet would mean',
  pay: 'Say yes to a savings transfer: the family’s wallet pays the parents’ Lightning address',
};
