/**
 * Gifts: payments from outside the family to a child's Lightning address on this server. Amounts
 * are sats. The address itself speaks LNURL instead of this API (lnurlp.ts).
 */

import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { done, id, moment, nothing } from '#contract/fields.ts';
import { laterCheck } from '#contract/later-checks.ts';

export const PURPOSES = ['savings', 'spending', 'goal'] as const;
export type GiftPurpose = (typeof PURPOSES)[number];

/**
 * - `waiting`: it is in the wallet but not in any book.
 * - `booked`: a parent decided what it is for.
 * - `kept_out`: a parent decided that it doesn't belong in the book.
 */
export const GIFT_STATES = ['waiting', 'booked', 'kept_out'] as const;
export type GiftState = (typeof GIFT_STATES)[number];

/** Why a child can't have an address: no public https address, or no wallet to receive with. */
export const ADDRESS_OBSTACLES = ['not-public', 'no-receiving'] as const;

export const GIFTS_ANSWERED_DAYS = 30;

export const Gift = v.object({
  id,
  childId: id,
  childName: v.string(),
  amount: v.number(),
  /** The payer's message: untrusted text. */
  comment: v.string(),
  state: v.picklist(GIFT_STATES),
  purpose: v.nullable(v.picklist(PURPOSES)),
  arrivedAt: moment,
  /** First name of the person who answered; null without an answer, or if they have left. */
  answeredBy: v.nullable(v.string()),
  answeredAt: v.nullable(moment),
  entryId: v.nullable(id),
});
export type Gift = v.InferOutput<typeof Gift>;

export const GiftAddress = v.object({
  /** `k7qhm2xwpa@host`; null while it is off. */
  address: v.nullable(v.string()),
  /** The same as `LNURL1…`, which more wallets can scan from a QR code (LUD-01). */
  lnurl: v.nullable(v.string()),
  /** Why it can't be turned on; null if it can, and when a child asks. */
  obstacle: v.nullable(v.picklist(ADDRESS_OBSTACLES)),
});
export type GiftAddress = v.InferOutput<typeof GiftAddress>;

const WORD = laterCheck('GIFT_WORD');

export const gifts = {
  list: endpoint({
    method: 'GET',
    path: '/api/lightning/gifts',
    access: 'adult',
    input: nothing,
    output: v.array(Gift),
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/lightning/gifts/{id}/answer',
    access: 'adult',
    money: 'moves',
    input: v.strictObject({
      id,
      /** Null: it stays out of the book. */
      purpose: v.nullable(v.picklist(PURPOSES, 'Expected one of the names in the documents')),
      /** The goal it is for. */
      goalId: v.optional(id),
      /** The child may read the payer's message. */
      showComment: v.optional(v.boolean('Expected true or false'), false),
    }),
    output: Gift,
  }),
  address: endpoint({
    method: 'GET',
    path: '/api/lightning/children/{id}/gift-address',
    access: 'ownChild',
    input: v.strictObject({ id }),
    output: GiftAddress,
  }),
  turnOn: endpoint({
    method: 'POST',
    path: '/api/lightning/children/{id}/gift-address',
    access: 'adult',
    money: 'none',
    input: v.strictObject({
      id,
      /** Goes in front of the random letters, as in `bike-k7qhm2xwpa`. */
      word: v.optional(v.pipe(v.string(WORD), v.regex(/^[a-z0-9]{0,20}$/, WORD)), ''),
    }),
    output: GiftAddress,
  }),
  turnOff: endpoint({
    method: 'DELETE',
    path: '/api/lightning/children/{id}/gift-address',
    access: 'adult',
    money: 'none',
    input: v.strictObject({ id }),
    output: done,
  }),
};

export const giftSummaries: Summaries<typeof gifts> = {
  list: 'Gifts from outside that wait for an answer, and the answers of the last 30 days',
  answer: 'Say what a gift is for: savings, spending or a goal; only then it is in the book',
  address: 'A child’s own Lightning address, if a parent has turned it on',
  turnOn: 'Give a child a new Lightning address; the old one ends',
  turnOff: 'End a child’s Lightning address',
};
