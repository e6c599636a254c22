/**
 * Addresses of an encrypted wallet. The key is in the vault, so a parent's browser derives them and
 * sends them here; the server can watch and give them out while the vault is locked.
 */
import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { nothing, vaultVersion } from '#contract/fields.ts';
import { SCRIPT_TYPES } from '../watched/contract.ts';

/** Most addresses of one branch per call. */
export const MOST_AT_ONCE = 100;

/** The longest address, bech32m on regtest, has 64 characters. */
const address = v.pipe(
  v.string('Expected an address'),
  v.minLength(1, 'Expected an address'),
  v.maxLength(100, 'Expected an address'),
);

const AT_MOST = `Expected at most ${MOST_AT_ONCE} addresses`;

const Batch = v.strictObject({
  /** Index of the first address. */
  first: v.pipe(
    v.number('Expected an index'),
    v.safeInteger('Expected an index'),
    v.minValue(0, 'Expected an index'),
  ),
  addresses: v.pipe(v.array(address, AT_MOST), v.maxLength(MOST_AT_ONCE, AT_MOST)),
});

/** 32 random bytes stored in the vault; the server has only their hash. Never typed by people. */
const TOKEN = 'Expected 64 digits and letters from a to f';
const refillToken = v.pipe(v.string(TOKEN), v.regex(/^[0-9a-f]{64}$/, TOKEN));

/** Addresses a browser should send next; none if `count` is 0. */
const Missing = v.object({ first: v.number(), count: v.number() });

export const PreparedAddresses = v.object({
  /** Null while no address is known, like `firstAddress`, and for a single-address wallet. */
  scriptType: v.nullable(v.picklist(SCRIPT_TYPES)),
  /** Receiving address 0, which differs for every wallet. */
  firstAddress: v.nullable(v.string()),
  /** A browser whose vault has the token may extend them without a person. */
  isRefillable: v.boolean(),
  missing: v.object({ receive: Missing, change: Missing }),
});
export type PreparedAddresses = v.InferOutput<typeof PreparedAddresses>;

export const prepared = {
  get: endpoint({
    method: 'GET',
    path: '/api/wallet/prepared-addresses',
    access: 'adult',
    input: nothing,
    output: PreparedAddresses,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/wallet/prepared-addresses',
    access: 'adult',
    money: 'redirects',
    input: v.strictObject({
      version: vaultVersion,
      /** Null: the wallet is this one address, and a parent allows the server to look it up. */
      scriptType: v.nullable(
        v.picklist(SCRIPT_TYPES, `Expected one of ${SCRIPT_TYPES.join(', ')}`),
      ),
      /** A change means that the vault holds another wallet. */
      firstAddress: address,
      receive: Batch,
      change: Batch,
      /** The token that extends them from now on; if omitted, the previous one stays valid. */
      refillToken: v.optional(refillToken),
    }),
    output: PreparedAddresses,
  }),
  /** Extends addresses that `add` has started, so it redirects nothing. */
  refill: endpoint({
    method: 'POST',
    path: '/api/wallet/prepared-addresses/refill',
    access: 'adult',
    money: 'none',
    input: v.strictObject({
      version: vaultVersion,
      refillToken,
      /** Receiving address 0 of the known wallet; another wallet's addresses go through `add`. */
      firstAddress: address,
      receive: Batch,
      change: Batch,
    }),
    output: PreparedAddresses,
  }),
  forget: endpoint({
    method: 'POST',
    path: '/api/wallet/prepared-addresses/forget',
    access: 'adult',
    money: 'destroys',
    input: v.strictObject({
      version: vaultVersion,
      /** Receiving address 0 of the wallet to forget; any other wallet stays. */
      firstAddress: address,
    }),
    output: PreparedAddresses,
  }),
  /** The preceding vault change was announced, and can be undone. */
  forgetUnasked: endpoint({
    method: 'POST',
    path: '/api/wallet/prepared-addresses/forget-unasked',
    access: 'adult',
    money: 'none',
    input: v.strictObject({ version: vaultVersion, refillToken, firstAddress: address }),
    output: PreparedAddresses,
  }),
};

export const preparedSummaries: Summaries<typeof prepared> = {
  get: 'Which addresses of the encrypted wallet a parent’s browser should prepare next',
  add: 'Save addresses that a parent’s browser has derived from the encrypted wallet’s key, or its one address',
  refill: 'Continue the addresses that are known, with the token that lies in the vault',
  forget: 'Forget the addresses of a wallet that is no longer in the vault',
  forgetUnasked: 'The same, with the token that lies in the vault in place of a fresh sign-in',
};
