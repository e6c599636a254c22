/** Correcting a balance: a parent enters the real one, and the book records the difference. */

import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { btc, btcText, id, nothing, wholeSats } from '#contract/fields.ts';
import { laterCheck } from '#contract/later-checks.ts';
import { ACCOUNT_KINDS, Transaction } from '#features/book/transactions/contract.ts';

export const POSITIVE_NUMBER = laterCheck('POSITIVE_NUMBER');

const Corrected = v.object({
  success: v.literal(true),
  /** The entry for the difference; null if there was none. */
  transaction: v.nullable(Transaction),
});

const Account = v.object({
  id,
  kind: v.picklist(ACCOUNT_KINDS),
  /** Null for the parents' part of a goal. */
  childId: v.nullable(id),
  childName: v.nullable(v.string()),
  goalTitle: v.nullable(v.string()),
  balance: btcText,
  /** The part held by open requests. */
  held: btcText,
});
export type Account = v.InferOutput<typeof Account>;

export const balances = {
  accounts: endpoint({
    method: 'GET',
    path: '/api/accounts',
    access: 'member',
    input: nothing,
    output: v.array(Account),
  }),
  updateSavings: endpoint({
    method: 'POST',
    path: '/api/children/{id}/update-savings',
    access: 'adult',
    money: 'none',
    input: v.strictObject({
      id,
      newBalance: btc(POSITIVE_NUMBER),
      /** The balance that the caller saw: if it has changed since, the call writes nothing. */
      seenBalance: v.optional(btc(POSITIVE_NUMBER)),
    }),
    output: Corrected,
  }),
  syncLightning: endpoint({
    method: 'POST',
    path: '/api/lightning/sync-balance/{childId}',
    access: 'adult',
    money: 'moves',
    input: v.strictObject({
      childId: id,
      newBalance: wholeSats(POSITIVE_NUMBER),
      seenBalance: v.optional(wholeSats(POSITIVE_NUMBER)),
    }),
    output: Corrected,
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const balanceSummaries: Summaries<typeof balances> = {
  accounts: 'Every place where the book counts sats, with what is there; a child gets its own',
  updateSavings: 'Set the savings of a child to what they really are, in BTC',
  syncLightning:
    'Set the spending money of a child to what its Lightning wallet holds, in whole sats',
};
