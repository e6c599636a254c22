/** Payouts of pay days: each child's plan, due and owed payouts, and settling up. In sats. */

import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { date, id, line, moment } from '#contract/fields.ts';
import { OWED_BECAUSE } from '#features/book/payments/contract.ts';
import { sats, satsAboveZero } from '../connections/contract.ts';
import { PROOFS } from '../paying/contract.ts';

/**
 * - `book`: the allowance is booked only.
 * - `lightning`: it is paid to the child's own Lightning address.
 * - `vault`: it stays in savings and is collected for the vault.
 */
export const PAYOUT_PLANS = ['book', 'lightning', 'vault'] as const;
export type PayoutPlan = (typeof PAYOUT_PLANS)[number];

/**
 * - `due`: booked, to be paid in a moment.
 * - `checking`: a wallet was told to pay and the outcome is unknown.
 * - `owed`: it couldn't be paid yet; it is retried, or waits for a person.
 * - `paid`: in spending money or, with the plan `vault`, in the vault.
 * - `kept`: a parent left it in savings.
 * - `undone`: the allowance was reversed.
 */
export const PAYOUT_STATES = ['due', 'checking', 'owed', 'paid', 'kept', 'undone'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/** Instead of a Lightning address: the child's own wallet on the family's Alby Hub. */
export const SUB_WALLET = 'sub-wallet';

/** The possible payer: the server, a parent's browser after unlocking the vault, or none yet. */
export const PAYERS = ['server', 'unlock', 'none'] as const;
export type Payer = (typeof PAYERS)[number];

/** How long ended payouts are listed. */
export const PAYOUTS_SHOWN_DAYS = 30;
const MOST_AT_ONCE = 500;

export const Payout = v.object({
  /** The id of the entry that booked the allowance. */
  id,
  childId: id,
  childName: v.string(),
  plan: v.picklist(['lightning', 'vault']),
  dueDate: date,
  amount: v.number(),
  /** Most the wallet may pay as a fee; the parents bear it. */
  feeLimit: v.number(),
  /** The address to pay, or SUB_WALLET; null for calls by a child, and for the vault. */
  receiver: v.nullable(v.string()),
  state: v.picklist(PAYOUT_STATES),
  failure: v.nullable(v.picklist(OWED_BECAUSE)),
  /** The payment over Lightning, with its receipt. */
  paymentId: v.nullable(id),
  /** The entry that moved it from savings to spending. */
  paidEntryId: v.nullable(id),
  proof: v.nullable(v.picklist(PROOFS)),
  /** The Bitcoin transaction entered by a parent. */
  txid: v.nullable(v.string()),
  /** The wallet that paid it over Lightning; hidden from a child. */
  provider: v.nullable(v.string()),
  /** First name of the parent who marked it as settled. */
  settledBy: v.nullable(v.string()),
  since: moment,
  endedAt: v.nullable(moment),
});
export type Payout = v.InferOutput<typeof Payout>;

export const PayoutList = v.object({
  payer: v.picklist(PAYERS),
  payouts: v.array(Payout),
});
export type PayoutList = v.InferOutput<typeof PayoutList>;

const Plan = v.object({
  plan: v.picklist(PAYOUT_PLANS),
  /** The current weekly allowance, and the highest fee for paying it. */
  weekly: v.number(),
  feeLimit: v.number(),
  /** The child's current Lightning address; SUB_WALLET if it has one. */
  address: v.nullable(v.string()),
  /** The address approved by a parent. */
  agreedAddress: v.nullable(v.string()),
  /** The address leads to the family's own wallet: the payout is only a line in the book. */
  leadsHome: v.boolean(),
  payer: v.picklist(PAYERS),
});
export type Plan = v.InferOutput<typeof Plan>;

const EXPECTED = 'Expected one of the names in the documents';
const address = line(0, 320);

/** A pay day as the parent saw it: the approval covers exactly this. */
const Read = v.strictObject({
  id,
  seenAmount: satsAboveZero(),
  seenFeeLimit: sats(),
  seenReceiver: address,
});
export type Read = v.InferOutput<typeof Read>;

export const payouts = {
  list: endpoint({
    method: 'GET',
    path: '/api/payouts',
    access: 'member',
    input: v.strictObject({ childId: v.optional(id) }),
    output: PayoutList,
  }),
  plan: endpoint({
    method: 'GET',
    path: '/api/children/{id}/payout-plan',
    access: 'adult',
    input: v.strictObject({ id }),
    output: Plan,
  }),
  setPlan: endpoint({
    method: 'PUT',
    path: '/api/children/{id}/payout-plan',
    access: 'adult',
    money: 'redirects',
    input: v.strictObject({
      id,
      plan: v.picklist(PAYOUT_PLANS, EXPECTED),
      /** For `lightning`: the address the parent saw. The approval covers no other. */
      seenAddress: v.optional(address, ''),
    }),
    output: Plan,
  }),
  pay: endpoint({
    method: 'POST',
    path: '/api/payouts/pay',
    access: 'adult',
    money: 'moves',
    input: v.strictObject({
      payouts: v.pipe(
        v.array(Read),
        v.minLength(1, 'Name at least one pay day'),
        v.maxLength(MOST_AT_ONCE, `At most ${MOST_AT_ONCE} pay days at once`),
      ),
    }),
    output: PayoutList,
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/payouts/{id}/begin',
    access: 'adult',
    money: 'moves',
    input: Read,
    /** `checking` if a payment waits for the browser, which takes it like any other. */
    output: Payout,
  }),
  settle: endpoint({
    method: 'POST',
    path: '/api/payouts/{id}/settle',
    access: 'adult',
    money: 'moves',
    input: v.strictObject({
      id,
      /** `paid`: paid in another way. `kept`: left in savings. */
      how: v.picklist(['paid', 'kept'], EXPECTED),
      /** The Bitcoin transaction, if it was paid on chain. */
      txid: v.optional(line(0, 64), ''),
    }),
    output: Payout,
  }),
};

export const payoutSummaries: Summaries<typeof payouts> = {
  list: 'Pay days to be paid out, and those of the last 30 days; a child gets its own',
  plan: 'What happens to a child’s allowance after it is booked',
  setPlan: 'Only book it, pay it to the child’s own Lightning address, or collect it for the vault',
  pay: 'Say yes to paying what is due or owed; the wallet pays it at once',
  begin: 'Ask the child’s wallet for an invoice, which a parent’s unlocked browser then pays',
  settle: 'Say that a pay day was paid in another way, or leave it in savings',
};
