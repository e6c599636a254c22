/** Bitcoin that a parent sends for a child from the family's own wallet; the server has no keys. */

import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { btcAboveZero, btcText, id, moment } from '#contract/fields.ts';
import { laterCheck } from '#contract/later-checks.ts';

export const ADDRESS_REQUIRED = laterCheck('BITCOIN_ADDRESS_REQUIRED');

/**
 * - `waiting`: no payment has been seen yet; the amount is held.
 * - `seen`: a payment waits for its block; the amount is held.
 * - `confirmed`: in a block, and in the book.
 * - `cancelled`: before anything was seen; the amount is available again.
 */
export const SEND_STATES = ['waiting', 'seen', 'confirmed', 'cancelled'] as const;
export type SendState = (typeof SEND_STATES)[number];

/** The latest event on top of the state. */
export const SEND_NOTICES = [
  /** Another transaction has replaced the payment. */
  'replaced',
  /** The network has dropped the payment. */
  'evicted',
  /** Its block is no longer part of the chain; the entry was reversed. */
  'reorganised',
  /** The entered transaction doesn't pay this address. */
  'pays_another',
  /** It pays this address, but a different amount. */
  'another_amount',
  /** It already pays another request. */
  'claimed',
  /** It existed before this request was made. */
  'too_old',
  /** The network doesn't know it yet. */
  'unknown',
  /** No source could look it up. */
  'not_asked',
] as const;
export type SendNotice = (typeof SEND_NOTICES)[number];

export const Send = v.object({
  id,
  childId: id,
  childName: v.string(),
  toAddress: v.string(),
  amount: btcText,
  state: v.picklist(SEND_STATES),
  notice: v.nullable(v.picklist(SEND_NOTICES)),
  /** Empty until known. */
  transactionId: v.string(),
  /** BIP21, for the QR code. */
  uri: v.string(),
  createdAt: moment,
  seenAt: v.nullable(moment),
  confirmedAt: v.nullable(moment),
  entryId: v.nullable(id),
});
export type Send = v.InferOutput<typeof Send>;

/** Reasons for having no unsigned transaction. */
export const PSBT_OBSTACLES = [
  /** The wallet is an address, or there is none. */
  'no_key',
  'no_source',
  /** No complete scan yet, or the script type is unknown. */
  'not_looked_up',
  /** The source failed, or didn't answer in time. */
  'no_answer',
  'no_fee_rate',
  /** Below the network's dust limit. */
  'too_small',
  /** Confirmed coins, including the fee. */
  'not_enough',
  'too_many_coins',
  'fee_too_high',
] as const;
export type PsbtObstacle = (typeof PSBT_OBSTACLES)[number];

export const transactionId = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.regex(/^[0-9a-f]{64}$/, laterCheck('TRANSACTION_ID_WRONG')),
);

export const sending = {
  send: endpoint({
    method: 'POST',
    path: '/api/bitcoin/send',
    access: 'adult',
    money: 'moves',
    input: v.strictObject({
      childId: id,
      amount: btcAboveZero(),
      toAddress: v.pipe(
        v.string(ADDRESS_REQUIRED),
        v.trim(),
        v.minLength(1, ADDRESS_REQUIRED),
        v.maxLength(120, ADDRESS_REQUIRED),
      ),
    }),
    output: v.object({
      success: v.boolean(),
      transactionId: v.string(),
      error: v.nullable(v.string()),
      /** `waiting` at first; a repeated call returns the current state. */
      state: v.picklist(SEND_STATES),
      send: Send,
    }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/bitcoin/sends',
    access: 'adult',
    input: v.strictObject({ childId: v.optional(id) }),
    output: v.array(Send),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/bitcoin/sends/{id}',
    access: 'adult',
    input: v.strictObject({ id }),
    output: Send,
  }),
  makePsbt: endpoint({
    method: 'POST',
    path: '/api/bitcoin/sends/{id}/psbt',
    access: 'adult',
    money: 'none',
    input: v.strictObject({ id }),
    output: v.object({
      /** Version 0 (BIP174), base64; null with the reason in `obstacle`. */
      psbt: v.nullable(v.string()),
      /** The network's fee. */
      fee: v.nullable(btcText),
      obstacle: v.nullable(v.picklist(PSBT_OBSTACLES)),
    }),
  }),
  nameTransaction: endpoint({
    method: 'POST',
    path: '/api/bitcoin/sends/{id}/transaction',
    access: 'adult',
    money: 'none',
    input: v.strictObject({ id, transactionId }),
    output: Send,
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/api/bitcoin/sends/{id}',
    access: 'adult',
    money: 'none',
    input: v.strictObject({ id }),
    output: Send,
  }),
};

export const sendingSummaries: Summaries<typeof sending> = {
  send: 'Hold an amount of a child’s savings until a parent has paid it from their own wallet',
  list: 'Sends that wait, and the ended ones of the last 30 days; of one child or of all',
  get: 'One send',
  makePsbt: 'Make the unsigned transaction (PSBT) that pays it from the wallet’s own coins',
  nameTransaction: 'Say which transaction pays it; it is looked up, and counts only if it does',
  cancel: 'Give a send up of which nothing was seen; the amount is free again',
};
