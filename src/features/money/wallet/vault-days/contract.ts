/**
 * Vault days: one transaction moves what was collected for several children into the family's own
 * wallet. It posts nothing, because these sats are already in savings.
 */

import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { btcAboveZero, btcText, date, id, moment, nothing } from '#contract/fields.ts';
import { PSBT_OBSTACLES, Send, transactionId } from '../sending/contract.ts';

/** How long ended vault days are listed. */
export const VAULT_DAYS_SHOWN = 30;
const MOST_CHILDREN = 50;

/** A child's part is a send to an address of the child's, without an entry. */
export const VaultDayPart = v.object({
  ...Send.entries,
  /** Index of the address on the receiving branch; null once the wallet was replaced. */
  addressIndex: v.nullable(v.number()),
});

export const VaultDay = v.object({
  id,
  createdAt: moment,
  /** Sum of the parts that were not cancelled. */
  amount: btcText,
  parts: v.array(VaultDayPart),
});
export type VaultDay = v.InferOutput<typeof VaultDay>;

export const Collected = v.object({
  childId: id,
  childName: v.string(),
  amount: btcText,
  payDays: v.number(),
  /** The oldest of the pay days. */
  since: date,
});
export type Collected = v.InferOutput<typeof Collected>;

const Fee = v.object({
  /** The network's fee; null with the reason in `obstacle`. */
  fee: v.nullable(btcText),
  /** The fee as a share of the amount, rounded up to one decimal. */
  feePercent: v.nullable(v.number()),
  obstacle: v.nullable(v.picklist(PSBT_OBSTACLES)),
});
export type Fee = v.InferOutput<typeof Fee>;

const named = v.strictObject({ id });

export const vaultDays = {
  list: endpoint({
    method: 'GET',
    path: '/api/vault-days',
    access: 'adult',
    input: nothing,
    output: v.object({
      collected: v.array(Collected),
      /** A parent waits for a fee under 2 %, and will be notified. */
      waitsForFee: v.boolean(),
      /** Open ones, and those of the last 30 days, newest first. */
      days: v.array(VaultDay),
    }),
  }),
  estimate: endpoint({
    method: 'POST',
    path: '/api/vault-days/fee',
    access: 'adult',
    money: 'none',
    input: nothing,
    output: Fee,
  }),
  waitForFee: endpoint({
    method: 'PUT',
    path: '/api/vault-days/wait',
    access: 'adult',
    money: 'none',
    input: v.strictObject({ waits: v.boolean('Expected true or false') }),
    output: v.object({ waitsForFee: v.boolean() }),
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/vault-days',
    access: 'adult',
    money: 'moves',
    input: v.strictObject({
      /** The amounts that the parent has seen for each child. */
      children: v.pipe(
        v.array(v.strictObject({ childId: id, seenAmount: btcAboveZero() })),
        v.minLength(1, 'Name at least one child'),
        v.maxLength(MOST_CHILDREN, `At most ${MOST_CHILDREN} children at once`),
      ),
    }),
    output: VaultDay,
  }),
  makePsbt: endpoint({
    method: 'POST',
    path: '/api/vault-days/{id}/psbt',
    access: 'adult',
    money: 'none',
    input: named,
    output: v.object({
      /** Version 0 (BIP174), base64; null with the reason in `obstacle`. */
      psbt: v.nullable(v.string()),
      ...Fee.entries,
    }),
  }),
  nameTransaction: endpoint({
    method: 'POST',
    path: '/api/vault-days/{id}/transaction',
    access: 'adult',
    money: 'none',
    input: v.strictObject({ id, transactionId }),
    output: VaultDay,
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/api/vault-days/{id}',
    access: 'adult',
    money: 'none',
    input: named,
    output: VaultDay,
  }),
};

export const vaultDaySummaries: Summaries<typeof vaultDays> = {
  list: 'What is collected for the vault, and the vault days that put it there',
  estimate: 'What the network would take for putting everything that is collected into the vault',
  waitForFee: 'Wait for a fee under 2 % of the amount; both parents get a message then',
  begin: 'Put what is collected for these children into the vault, in one transaction',
  makePsbt: 'Make the unsigned transaction (PSBT) that pays all parts which wait',
  nameTransaction: 'Say which transaction pays it; it is looked up, and counts only if it does',
  cancel: 'Give up the parts of which nothing was seen; they are collected again',
};
