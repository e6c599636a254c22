/** A child's receiving address, its balances, and deposits that arrive there. */

import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { btcText, id, moment, nothing } from '#contract/fields.ts';
import { DEPOSIT_STATES } from '../deposits/contract.ts';
import { LOOKUP_FAILURES, NETWORKS } from '../watched/contract.ts';

/**
 * How often open screens look up the children's addresses: once for the whole family. Including the
 * look-up itself, a payment shows within 5 s.
 */
export const SYNC_EVERY_S = 4;

export const ChildWallet = v.object({
  bitcoinAddress: v.string(),
  /** `m/84'/0'/0'/0/3`, or `m/0/3` if the wallet didn't give its own path; empty for an address. */
  derivationPath: v.string(),
  network: v.picklist(NETWORKS),
  /** The wallet is a single address, which all children share. */
  shared: v.boolean(),
});
export type ChildWallet = v.InferOutput<typeof ChildWallet>;

/** Numbers of BTC, as specified. */
const btcNumber = v.number();

export const ChildBalances = v.object({
  /** The child's savings according to the book. */
  savingsBalance: btcNumber,
  spendingBalance: btcNumber,
  /** Arrived at the child's addresses but not in the book yet: waiting for a block or a parent. */
  pendingBalance: btcNumber,
  /** Null if no wallet is configured, or nothing has been looked up yet. */
  checkedAt: v.nullable(moment),
});
export type ChildBalances = v.InferOutput<typeof ChildBalances>;

export const SYNC_STATES = ['synced', 'checking', 'failed'] as const;
export type SyncState = (typeof SYNC_STATES)[number];

export const Deposit = v.object({
  id,
  state: v.picklist(DEPOSIT_STATES),
  amount: btcText,
  address: v.string(),
  txid: v.string(),
  /** The owner of the address, or the child an adult assigned it to; null if there is neither. */
  childId: v.nullable(id),
  childName: v.nullable(v.string()),
  seenAt: moment,
  confirmedAt: v.nullable(moment),
  answeredAt: v.nullable(moment),
  /** First name of the person who answered. */
  answeredBy: v.nullable(v.string()),
  /** The entry that books it. */
  entryId: v.nullable(id),
  /** It arrived at an address of an earlier wallet. */
  isEarlier: v.boolean(),
});
export type Deposit = v.InferOutput<typeof Deposit>;

export const childWallets = {
  create: endpoint({
    method: 'POST',
    path: '/api/wallet/create/{childId}',
    access: 'ownChild',
    money: 'none',
    input: v.strictObject({ childId: id }),
    output: ChildWallet,
  }),
  topUp: endpoint({
    method: 'POST',
    path: '/api/wallet/top-up-address',
    access: 'adult',
    money: 'none',
    input: nothing,
    output: v.object({ bitcoinAddress: v.string() }),
  }),
  balances: endpoint({
    method: 'GET',
    path: '/api/wallet/balances/{childId}',
    access: 'ownChild',
    input: v.strictObject({ childId: id }),
    output: ChildBalances,
  }),
  sync: endpoint({
    method: 'POST',
    path: '/api/wallet/sync/{childId}',
    access: 'ownChild',
    money: 'none',
    input: v.strictObject({ childId: id }),
    output: v.object({
      success: v.boolean(),
      state: v.picklist(SYNC_STATES),
      failure: v.nullable(v.picklist(LOOKUP_FAILURES)),
      ...ChildBalances.entries,
    }),
  }),
  deposits: endpoint({
    method: 'GET',
    path: '/api/wallet/deposits',
    access: 'adult',
    input: nothing,
    output: v.array(Deposit),
  }),
  answerDeposit: endpoint({
    method: 'POST',
    path: '/api/wallet/deposits/{id}/answer',
    access: 'adult',
    money: 'moves',
    input: v.strictObject({
      id,
      childId: v.nullable(id),
      /**
       * It covers something the book already promises: nothing is booked, regardless of its owner.
       */
      isPromised: v.optional(v.boolean(), false),
    }),
    output: Deposit,
  }),
};

export const childWalletSummaries: Summaries<typeof childWallets> = {
  create: 'The child’s receiving address; a new one once the last was paid',
  topUp: 'An address of the family’s own wallet: what arrives there is no deposit of a child',
  balances: 'What the book has for the child, and what is arriving',
  sync: 'Look the children’s addresses up, at most every 4 s for a family; answers for this child',
  deposits: 'Deposits that wait for a block or an answer, and the answers of the last 30 days',
  answerDeposit:
    'Say whose a confirmed deposit is: it becomes that child’s savings; null for nobody’s; with `isPromised` it pays what the book promises already',
};
