/** The family's Lightning wallet: its connections, addresses and preferences. Amounts are sats. */

import * as v from 'valibot';
import { check } from '#contract/checks.ts';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { btcAboveZero, done, id, line, moment, nothing, wholeSats } from '#contract/fields.ts';
import { laterCheck } from '#contract/later-checks.ts';

export const CONNECTION_TYPES = ['nwc', 'alby_hub', 'phoenixd', 'address'] as const;
export type ConnectionType = (typeof CONNECTION_TYPES)[number];

/** Connections that cannot spend, and those that can; none serves both (decision 61). */
export const PURPOSES = ['receive', 'spend'] as const;
export type Purpose = (typeof PURPOSES)[number];

/**
 * - `connected`: it answered the last time.
 * - `silent`: it didn't answer, or couldn't be reached.
 * - `refused`: the wallet refuses, for example because the connection was removed there.
 * - `can_pay`: a receive-only connection that now offers a paying method. It is disabled.
 */
export const CONNECTION_STATES = ['connected', 'silent', 'refused', 'can_pay'] as const;
export type ConnectionState = (typeof CONNECTION_STATES)[number];

export const SYNC_FREQUENCIES = ['daily', 'every3days', 'weekly', 'manual'] as const;
export type SyncFrequency = (typeof SYNC_FREQUENCIES)[number];
export const DEFAULT_FREQUENCY: SyncFrequency = 'weekly';

/** An entry is large if it takes more than this percentage of a child's spending money. */
export const LARGE_SPENDING_PERCENT = 20n;

const SATS_EXPECTED = laterCheck('POSITIVE_NUMBER');

const MOST_CHILDREN = 100;
const MOST_CHARACTERS = 4_096;

export const sats = () => wholeSats(SATS_EXPECTED);
/** The largest Lightning payment: 0.1 BTC. */
export const MOST_SATS = 10_000_000n;
/** Longest validity of an invoice accepted here: Phoenix sets 7 days. */
export const MOST_EXPIRY_SECONDS = 7 * 86_400;
export const satsAboveZero = () =>
  v.pipe(
    wholeSats(SATS_EXPECTED),
    v.check((amount) => amount > 0n && amount <= MOST_SATS, SATS_EXPECTED),
  );

export const Connection = v.object({
  purpose: v.picklist(PURPOSES),
  /** The common name: CoinOS, Alby Hub, phoenixd, or the wallet's own alias. */
  provider: v.string(),
  type: v.picklist(CONNECTION_TYPES),
  state: v.picklist(CONNECTION_STATES),
  /** Null if the wallet doesn't report it. */
  balance: v.nullable(v.number()),
  /** Rest of the wallet's spending limit; null if no limit is known. */
  budget: v.nullable(v.number()),
  checkedAt: moment,
  connectedAt: moment,
  /** Someone who knew it has left the family, so it should be replaced. */
  isRotationDue: v.boolean(),
});
export type Connection = v.InferOutput<typeof Connection>;

export const LightningConfig = v.object({
  configured: v.boolean(),
  provider: v.nullable(v.string()),
  connections: v.array(Connection),
  parentAddress: v.nullable(v.string()),
  /** By the child's id. */
  childAddresses: v.record(v.string(), v.string()),
  /** Most each child may pay per day without asking, by its id; 0 if missing. */
  payLimits: v.record(v.string(), v.number()),
  syncFrequency: v.picklist(SYNC_FREQUENCIES),
  emailReminders: v.boolean(),
  spendingAlerts: v.boolean(),
});
export type LightningConfig = v.InferOutput<typeof LightningConfig>;

const address = line(0, 320);
const addresses = v.pipe(
  v.record(line(1, 60), address),
  v.check(
    (map) => Object.keys(map).length <= MOST_CHILDREN,
    check('AT_MOST_CHILDREN', { most: MOST_CHILDREN }),
  ),
);
const secret = line(0, MOST_CHARACTERS);

export const lightning = {
  config: endpoint({
    method: 'GET',
    path: '/api/lightning/config',
    access: 'adult',
    input: nothing,
    output: LightningConfig,
  }),
  connect: endpoint({
    method: 'POST',
    path: '/api/lightning/connect',
    access: 'adult',
    money: 'redirects',
    needsNetwork: true,
    input: v.strictObject({
      type: v.picklist(CONNECTION_TYPES, 'Expected one of the names in the documents'),
      purpose: v.optional(
        v.picklist(PURPOSES, 'Expected one of the names in the documents'),
        'receive',
      ),
      /** Alby Hub's or phoenixd's web address. */
      url: v.optional(secret, ''),
      /** Alby Hub's token, phoenixd's password, a connection string, or a Lightning address. */
      token: v.optional(secret, ''),
      name: v.optional(line(0, 100), ''),
      region: v.optional(line(0, 100), ''),
      /** "My wallet cannot set a budget": a spending connection without a limit in the wallet. */
      withoutBudget: v.optional(v.boolean('Expected true or false'), false),
    }),
    output: v.object({ success: v.literal(true), provider: v.string(), connection: Connection }),
  }),
  testConnection: endpoint({
    method: 'POST',
    path: '/api/lightning/test-user-connection',
    access: 'adult',
    money: 'none',
    input: v.strictObject({
      purpose: v.optional(
        v.picklist(PURPOSES, 'Expected one of the names in the documents'),
        'receive',
      ),
    }),
    output: v.object({ success: v.boolean(), provider: v.string(), message: v.string() }),
  }),
  removeConfig: endpoint({
    method: 'DELETE',
    path: '/api/lightning/config',
    access: 'adult',
    money: 'destroys',
    input: v.strictObject({
      /** If omitted, both connections are removed. */
      purpose: v.optional(v.picklist(PURPOSES, 'Expected one of the names in the documents')),
    }),
    output: done,
  }),
  balance: endpoint({
    method: 'GET',
    path: '/api/lightning/balance',
    access: 'adult',
    input: nothing,
    output: v.object({
      lightningConfigured: v.boolean(),
      /** The wallet's balance when it last answered; 0 if unknown. */
      totalBalance: v.number(),
      confirmedBalance: v.number(),
      checkedAt: v.nullable(moment),
      /** The spending money in the books of children without their own wallet. */
      bookBalance: v.number(),
    }),
  }),
  nodes: endpoint({
    method: 'GET',
    path: '/api/lightning/nodes',
    access: 'adult',
    input: nothing,
    output: v.array(
      v.object({
        provider: v.string(),
        status: v.picklist(CONNECTION_STATES),
        lastChecked: moment,
      }),
    ),
  }),
  saveAddresses: endpoint({
    method: 'POST',
    path: '/api/lightning/addresses',
    access: 'adult',
    money: 'redirects',
    input: v.strictObject({
      parentAddress: v.optional(address, ''),
      /** By the child's id. An omitted address is deleted. */
      childAddresses: v.optional(addresses, {}),
    }),
    output: done,
  }),
  setUpAddresses: endpoint({
    method: 'POST',
    path: '/api/lightning-addresses/setup',
    access: 'adult',
    money: 'redirects',
    input: v.strictObject({
      /** By "parent" or a child's name. */
      addresses,
    }),
    output: done,
  }),
  savePreferences: endpoint({
    method: 'POST',
    path: '/api/lightning/sync-preferences',
    access: 'adult',
    money: 'none',
    input: v.strictObject({
      syncFrequency: v.picklist(SYNC_FREQUENCIES, 'Expected one of the names in the documents'),
      emailReminders: v.boolean('Expected true or false'),
      spendingAlerts: v.boolean('Expected true or false'),
    }),
    output: done,
  }),
  setPayLimit: endpoint({
    method: 'PUT',
    path: '/api/lightning/children/{id}/pay-limit',
    access: 'adult',
    money: 'redirects',
    input: v.strictObject({ id, limit: sats() }),
    output: done,
  }),
  ofChild: endpoint({
    method: 'GET',
    path: '/api/lightning/children/{id}',
    access: 'ownChild',
    input: v.strictObject({ id }),
    output: v.object({
      lightningConfigured: v.boolean(),
      canReceive: v.boolean(),
      /** The server has no receiving connection: a parent's unlocked browser makes invoices. */
      receivesInBrowser: v.boolean(),
      canPay: v.boolean(),
      /** The paying connection is in the vault: a parent's unlocked browser pays. */
      paysInBrowser: v.boolean(),
      /** Most the child may still pay today without asking. */
      leftToday: v.number(),
      /** Receives what the child moves to savings; null if the parents have no address. */
      parentAddress: v.nullable(v.string()),
      /** The child has its own wallet, which can send money there. */
      hasOwnWallet: v.boolean(),
    }),
  }),
  transferToSpending: endpoint({
    method: 'POST',
    path: '/api/wallet/transfer-to-spending',
    access: 'ownChild',
    money: 'moves',
    input: v.strictObject({ childId: id, amount: btcAboveZero() }),
    /** `asked`: a child requests it, and a parent answers. */
    output: v.object({ success: v.literal(true), state: v.picklist(['moved', 'asked']) }),
  }),
};

export const lightningSummaries: Summaries<typeof lightning> = {
  config: 'The Lightning wallet: connections, addresses and preferences, without secrets',
  connect: 'Connect a wallet, to receive or to spend; it is asked first what the connection may do',
  testConnection: 'Ask the connected wallet whether it answers',
  removeConfig: 'Forget one connection, or both',
  balance: 'What the connected wallet held when it was asked last',
  nodes: 'How each connection is doing',
  saveAddresses: 'Save the Lightning addresses of the parents and the children',
  setUpAddresses: 'The same by names, during the setup of a family',
  savePreferences: 'Choose how often to be reminded of the wallet’s file, and of what',
  setPayLimit: 'How much a child may pay in a day without asking',
  ofChild: 'What a child can do with the family’s Lightning wallet',
  transferToSpending: 'Move savings to spending money; a child asks for it',
};
