/** A child's own wallet on the family's Alby Hub: an isolated app connection with a budget. */

import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { done, id, line, moment, nothing } from '#contract/fields.ts';
import { satsAboveZero } from '../connections/contract.ts';

const MOST_CHARACTERS = 2_000;
/** People never type a key, so this isn't translated. */
const KEY = 'Expected a public key of 64 hexadecimal digits';

export const SubWallet = v.object({
  childId: id,
  childName: v.string(),
  /** Most the child may spend per month. */
  monthlyBudget: v.number(),
  madeAt: moment,
  /** If the family's vault has its secret key: the rest of the connection. */
  inVault: v.nullable(v.object({ publicKey: v.string(), walletUrl: v.string() })),
});
export type SubWallet = v.InferOutput<typeof SubWallet>;

const ofChild = v.strictObject({ childId: id });

export const subWallets = {
  list: endpoint({
    method: 'GET',
    path: '/api/lightning/sub-wallets',
    access: 'adult',
    input: nothing,
    output: v.array(SubWallet),
  }),
  make: endpoint({
    method: 'POST',
    path: '/api/lightning/sub-wallets/{childId}',
    access: 'adult',
    money: 'redirects',
    needsNetwork: true,
    input: v.strictObject({
      childId: id,
      url: line(0, 300),
      /** Used for this call only and never stored. */
      token: line(0, MOST_CHARACTERS),
      name: v.optional(line(0, 100), ''),
      region: v.optional(line(0, 100), ''),
      monthlyBudget: satsAboveZero(),
      /** For a key that a parent's browser has put into the vault, if wallets are encrypted. */
      publicKey: v.optional(v.pipe(v.string(KEY), v.regex(/^[0-9a-f]{64}$/, KEY))),
    }),
    output: SubWallet,
  }),
  connection: endpoint({
    method: 'GET',
    path: '/api/lightning/sub-wallets/{childId}/connection',
    access: 'adult',
    money: 'redirects',
    input: ofChild,
    output: v.object({ connection: v.string() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/lightning/sub-wallets/{childId}',
    access: 'adult',
    money: 'destroys',
    input: ofChild,
    output: done,
  }),
};

export const subWalletSummaries: Summaries<typeof subWallets> = {
  list: 'The children’s wallets on the family’s Alby Hub, with their budgets',
  make: 'Make a wallet for a child on an Alby Hub; the Hub’s token is used for this and not kept',
  connection: 'What connects to the child’s wallet, for a parent to hand to the child’s device',
  remove: 'Forget the connection to a child’s wallet; it ends in the Hub itself',
};
