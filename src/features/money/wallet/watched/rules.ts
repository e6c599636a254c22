/** Rules for what is accepted as a family's wallet, and for enumerating its addresses. Pure. */

import type { Sentence } from '#contract/checks.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { ScriptType } from '#core/bitcoin/address.ts';
import { type Branch, deriveAddresses, firstAddresses } from '#core/bitcoin/derive.ts';
import { PURPOSES, writeDescriptor } from '#core/bitcoin/descriptor.ts';
import { isHardened, writeExtendedKey } from '#core/bitcoin/extended-key.ts';
import { type BitcoinInputCode, BitcoinInputError } from '#core/bitcoin/input-error.ts';
import { type PublicWallet, readPublicWallet } from '#core/bitcoin/keys.ts';
import { type BitcoinNetwork, requireNetwork } from '#core/bitcoin/network.ts';

/** The secret to store: text that `readPublicWallet` can read again. */
export type KeptWallet = { kind: 'address' | 'key'; text: string };

export type NewWallet = KeptWallet & { scriptType: ScriptType | null };

/** A wallet to look up. If encrypted, only its prepared addresses are known. */
export type WatchedWallet = PublicWallet | { readonly kind: 'vault' };

/** An address given with an xpub is searched among this many of each script type. */
const COMPARED = 20;

/**
 * Reads a parent's input. An address given with a key must be one of the key's, and reveals the
 * script type of an xpub.
 * @throws Refusal VALIDATION_ERROR, which never repeats the input
 */
export function readNewWallet(
  given: { walletAddress?: string | undefined; walletXpub?: string | undefined },
  network: BitcoinNetwork,
): NewWallet {
  const fields = (['walletXpub', 'walletAddress'] as const).flatMap((field) => {
    const text = given[field];
    return text ? [{ field, wallet: readOrRefuse(text, network, field) }] : [];
  });
  const [one, other] = fields;
  if (one && other && (one.wallet.kind === 'address') === (other.wallet.kind === 'address'))
    requireSame(one.wallet, other.wallet);
  const key = fields.find(({ wallet }) => wallet.kind !== 'address');
  const address = fields.find(({ wallet }) => wallet.kind === 'address');
  if (key) return withAddress(key.wallet, address?.wallet, network);
  if (address?.wallet.kind !== 'address') throw new Refusal('VALIDATION_ERROR', emptyInput());
  return { kind: 'address', text: address.wallet.address.address, scriptType: null };
}

/** Refuses two addresses or two keys, as one would silently be lost. */
function requireSame(one: PublicWallet, other: PublicWallet): void {
  if (textOf(one) !== textOf(other))
    throw new Refusal('VALIDATION_ERROR', because('TWO_WALLETS'), 'walletAddress');
}

const textOf = (wallet: PublicWallet): string =>
  wallet.kind === 'address' ? wallet.address.address : writeWallet(wallet);

const emptyInput = () => because('WALLET_INPUT_REQUIRED');

function withAddress(
  wallet: PublicWallet,
  address: PublicWallet | undefined,
  network: BitcoinNetwork,
): NewWallet {
  const kept = { kind: 'key', text: writeWallet(wallet) } as const;
  const known = scriptTypeOf(wallet);
  if (address?.kind !== 'address') return { ...kept, scriptType: known };
  const types = known ? [known] : scriptTypes(wallet, network);
  const found = types.find((type) =>
    addressesOf(wallet, type, { network, branch: 'receive', first: 0, count: COMPARED }).includes(
      address.address.address,
    ),
  );
  if (!found) {
    const why = because('ADDRESS_NOT_OF_KEY', { count: COMPARED });
    throw new Refusal('VALIDATION_ERROR', why, 'walletAddress');
  }
  return { ...kept, scriptType: found };
}

/**
 * @throws Refusal VALIDATION_ERROR for a secret, another network, or anything that isn't a wallet
 */
export const readOrRefuse = (text: string, network: BitcoinNetwork, field: string): PublicWallet =>
  refuseBadInput(network, field, () => {
    const wallet = readPublicWallet(text);
    requireNetwork(placeOf(wallet), network);
    return wallet;
  });

/** @throws Refusal VALIDATION_ERROR if `read` rejects the input */
export function refuseBadInput<Read>(
  network: BitcoinNetwork,
  field: string,
  read: () => Read,
): Read {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof BitcoinInputError)) throw error;
    throw new Refusal('VALIDATION_ERROR', sentenceFor(error.code, network), field);
  }
}

const placeOf = (wallet: PublicWallet) => {
  if (wallet.kind === 'address') return wallet.address;
  return wallet.kind === 'ambiguous' ? wallet.key : wallet.accountKey.key;
};

/** The only stored form of a wallet; it contains everything known about the wallet. */
export function writeWallet(wallet: PublicWallet): string {
  if (wallet.kind === 'address') return wallet.address.address;
  if (wallet.kind === 'ambiguous') return writeExtendedKey(wallet.key);
  const { key, scriptType, origin } = wallet.accountKey;
  const hasPrefix = scriptType === 'p2wpkh' || scriptType === 'p2sh-p2wpkh';
  return hasPrefix && !origin
    ? writeExtendedKey(key, scriptType)
    : writeDescriptor(wallet.accountKey);
}

/** Null for an address, and for a bare xpub or tpub. */
const scriptTypeOf = (wallet: PublicWallet): ScriptType | null =>
  wallet.kind === 'account-key' ? wallet.accountKey.scriptType : null;

/** Possible script types of a key: one, or all. */
export const scriptTypes = (wallet: PublicWallet, network: BitcoinNetwork): ScriptType[] => {
  if (wallet.kind === 'address') return [];
  if (wallet.kind === 'account-key') return [wallet.accountKey.scriptType];
  return firstAddresses(wallet.key, network).map(({ scriptType }) => scriptType);
};

type Range = { network: BitcoinNetwork; branch: Branch; first: number; count: number };

/** Derives a key's addresses of this script type; an xpub's comes from a parent or the history. */
export function addressesOf(wallet: PublicWallet, scriptType: ScriptType, range: Range): string[] {
  if (wallet.kind === 'address') return [wallet.address.address];
  if (wallet.kind === 'account-key') return deriveAddresses(wallet.accountKey, range);
  return deriveAddresses({ key: wallet.key, scriptType }, range);
}

/** Unused addresses looked up after the last used one, as in every wallet (BIP44). */
export const GAP = 20;
/** Unused addresses kept ready for each child. */
export const PREPARED = 20;
/** Most addresses of a branch that are looked up. */
export const MOST_ADDRESSES = 2_000;

type SeenAt = { status: string | null; confirmedSats: bigint; waitingSats: bigint };

export const isSame = (before: SeenAt, after: SeenAt): boolean =>
  before.status === after.status &&
  before.confirmedSats === after.confirmedSats &&
  before.waitingSats === after.waitingSats;

/**
 * The path of a receiving address: from the master key if the wallet gave its origin or the key is
 * at an account's depth, otherwise from the key itself.
 */
export function derivationPath(
  wallet: WatchedWallet,
  scriptType: ScriptType | null,
  network: BitcoinNetwork,
  index: number,
): string {
  if (wallet.kind === 'address' || !scriptType) return '';
  const end = `/0/${index}`;
  if (wallet.kind === 'vault') return `m${end}`;
  const origin = wallet.kind === 'account-key' ? wallet.accountKey.origin : undefined;
  if (origin) return `m${origin.path.replaceAll('h', "'")}${end}`;
  const key = wallet.kind === 'account-key' ? wallet.accountKey.key : wallet.key;
  if (key.depth !== 3 || !isHardened(key)) return `m${end}`;
  const coin = network === 'mainnet' ? 0 : 1;
  return `m/${PURPOSES[scriptType]}'/${coin}'/${key.childNumber - 2 ** 31}'${end}`;
}

const REASONS: Readonly<Record<Exclude<BitcoinInputCode, 'WRONG_NETWORK'>, Sentence>> = {
  EMPTY: because('WALLET_INPUT_REQUIRED'),
  PRIVATE_EXTENDED_KEY: because('BITCOIN_SECRET'),
  PRIVATE_KEY: because('BITCOIN_SECRET'),
  SEED_WORDS: because('BITCOIN_SECRET'),
  NOSTR_SECRET: because('BITCOIN_SECRET'),
  TOO_LONG: because('BITCOIN_UNKNOWN'),
  UNKNOWN_FORMAT: because('BITCOIN_UNKNOWN'),
  BAD_PAYMENT_URI: because('BITCOIN_UNKNOWN'),
  BAD_CHECKSUM: because('BITCOIN_MISTYPED'),
  BAD_ADDRESS: because('BITCOIN_MISTYPED'),
  LATER_ADDRESS: because('BITCOIN_LATER_ADDRESS'),
  BAD_KEY: because('BITCOIN_KEY_WRONG'),
  NOT_AN_ACCOUNT_KEY: because('BITCOIN_KEY_WRONG'),
  BAD_DESCRIPTOR: because('BITCOIN_KEY_WRONG'),
  MULTISIG: because('BITCOIN_MULTISIG'),
};

const sentenceFor = (code: BitcoinInputCode, network: BitcoinNetwork): Sentence =>
  code === 'WRONG_NETWORK' ? because('BITCOIN_NETWORK', { network }) : REASONS[code];
