/** Decides which addresses a browser must prepare, and checks those it sends. Pure. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import {
  type AddressType,
  readAddress,
  type ScriptType,
  scriptHash,
} from '#core/bitcoin/address.ts';
import type { Branch } from '#core/bitcoin/derive.ts';
import { type BitcoinNetwork, requireNetwork } from '#core/bitcoin/network.ts';
import type { Place } from '../watched/addresses.ts';
import { GAP, MOST_ADDRESSES, PREPARED, refuseBadInput } from '../watched/rules.ts';
import { MOST_AT_ONCE, type PreparedAddresses } from './contract.ts';

/** Addresses 0 to `end` - 1 are known; from `next` on, they have neither a history nor a child. */
export type BranchState = { readonly end: number; readonly next: number };
export type BranchStates = Readonly<Record<Branch, BranchState>>;

export const NO_ADDRESSES: BranchStates = {
  receive: { end: 0, next: 0 },
  change: { end: 0, next: 0 },
};

/** 20 for each child beyond the last used address; for the change branch, the gap limit. */
export function missingOf(
  { receive, change }: BranchStates,
  children: number,
): PreparedAddresses['missing'] {
  return {
    receive: missing(receive, PREPARED * Math.max(1, children)),
    change: missing(change, GAP),
  };
}

function missing({ end, next }: BranchState, ahead: number) {
  const wanted = Math.min(MOST_ADDRESSES, next + ahead);
  return { first: end, count: Math.min(MOST_AT_ONCE, Math.max(0, wanted - end)) };
}

type Batch = { first: number; addresses: readonly string[] };
type Batches = Readonly<Record<Branch, Batch>>;
export type Given = { scriptType: ScriptType } & Batches;

/** A single-address wallet needs nothing else. */
export const NOTHING_MISSING: PreparedAddresses['missing'] = {
  receive: { first: 1, count: 0 },
  change: { first: 0, count: 0 },
};

/**
 * Reads the address of a single-address wallet.
 * @throws Refusal VALIDATION_ERROR for anything else, including an address of another network
 */
export function readOneAddress(
  { receive, change }: Batches,
  firstAddress: string,
  network: BitcoinNetwork,
): Place {
  const [text, ...more] = receive.addresses;
  if (text !== firstAddress || more.length + change.addresses.length + receive.first > 0)
    throw new Refusal('VALIDATION_ERROR', because('FIRST_ADDRESS_MISSING'), 'firstAddress');
  const { address, script } = readHere(text, 'receive', network);
  return {
    ...{ scriptHash: scriptHash(script), address },
    ...{ scriptType: null, branch: 'receive', addressIndex: 0 },
  };
}

const readHere = (text: string, branch: Branch, network: BitcoinNetwork) =>
  refuseBadInput(network, branch, () => {
    const found = readAddress(text);
    requireNetwork(found, network);
    return found;
  });

/**
 * Reads addresses sent by a browser.
 * @throws Refusal VALIDATION_ERROR unless all are addresses of this network and script type
 */
export function readBatch(given: Given, branch: Branch, network: BitcoinNetwork): Place[] {
  const { first, addresses } = given[branch];
  return addresses.map((text, at) => {
    const address = readHere(text, branch, network);
    if (address.type !== SHOWN_AS[given.scriptType])
      throw new Refusal('VALIDATION_ERROR', because('ADDRESS_OF_ANOTHER_KIND'), branch);
    return {
      ...{ scriptHash: scriptHash(address.script), address: address.address },
      ...{ scriptType: given.scriptType, branch, addressIndex: first + at },
    };
  });
}

const SHOWN_AS: Readonly<Record<ScriptType, AddressType>> = {
  p2pkh: 'p2pkh',
  'p2sh-p2wpkh': 'p2sh',
  p2wpkh: 'p2wpkh',
  p2tr: 'p2tr',
};

/**
 * Returns the new addresses. Known ones must match; none may be skipped or be further ahead than
 * the missing ones.
 * @throws Refusal VALIDATION_ERROR
 */
export function newPlaces(
  places: readonly Place[],
  missing: PreparedAddresses['missing'],
  known: readonly Place[],
): Place[] {
  const fresh: Place[] = [];
  const hashes = new Set(known.map((one) => one.scriptHash));
  for (const place of places) {
    const { branch, addressIndex } = place;
    const { first, count } = missing[branch];
    if (addressIndex < first) {
      requireKnown(place, known);
      continue;
    }
    if (addressIndex !== first + fresh.filter((one) => one.branch === branch).length)
      throw new Refusal('VALIDATION_ERROR', because('ADDRESSES_LEFT_OUT', { first }), branch);
    if (addressIndex >= first + count)
      throw new Refusal('VALIDATION_ERROR', because('ADDRESSES_TOO_MANY', { count }), branch);
    if (hashes.has(place.scriptHash)) throw notOfWallet(branch);
    hashes.add(place.scriptHash);
    fresh.push(place);
  }
  return fresh;
}

function requireKnown({ branch, addressIndex, address }: Place, known: readonly Place[]): void {
  const isKnown = known.some(
    (one) => one.branch === branch && one.addressIndex === addressIndex && one.address === address,
  );
  if (!isKnown) throw notOfWallet(branch);
}

const notOfWallet = (branch: Branch) =>
  new Refusal('VALIDATION_ERROR', because('ADDRESSES_NOT_OF_WALLET'), branch);
