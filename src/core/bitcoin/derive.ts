/**
 * Derives the addresses of an account from its public key (BIP44), in batches. Every batch is
 * checked: an address on which two implementations disagree is not returned.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { numberToBytesBE } from '@noble/curves/utils.js';
import { HDKey } from '@scure/bip32';
import {
  addressOf,
  SCRIPT_TYPES,
  type ScriptType,
  scriptOf,
  taprootOutputX,
  taprootScript,
  taprootTweak,
} from './address.ts';
import { compressed, deriveChildKeys, ends } from './child-keys.ts';
import type { AccountKey, ExtendedKey } from './extended-key.ts';
import { addGeneratorMultiples, type Point } from './lock-step.ts';
import { type BitcoinNetwork, MAINNET, requireNetwork } from './network.ts';

/** Addresses to hand out, and addresses for a wallet's own change. */
export type Branch = 'receive' | 'change';

export const BRANCH_NUMBER: Readonly<Record<Branch, number>> = { receive: 0, change: 1 };

export type AddressRange = {
  network: BitcoinNetwork;
  branch: Branch;
  /** Index of the first address. */
  first: number;
  /** At most MAX_BATCH (child-keys.ts). */
  count: number;
};

/**
 * The addresses `first`, `first + 1`, … of a branch. Throws WRONG_NETWORK for a key of another
 * network, RangeError for a range that doesn't exist, and Error instead of returning a doubtful
 * address.
 */
export function deriveAddresses(accountKey: AccountKey, range: AddressRange): string[] {
  requireNetwork(accountKey.key, range.network);
  const keys = deriveChildKeys(branchKey(accountKey.key, range.branch), range.first, range.count);
  return scriptsOf(accountKey.scriptType, keys).map((script) => addressOf(script, range.network));
}

/**
 * The first receiving address of an xpub or tpub for each possible script type. Parents recognize
 * the one their wallet shows; nothing else reveals the type.
 */
export const firstAddresses = (
  key: ExtendedKey,
  network: BitcoinNetwork,
): { scriptType: ScriptType; address: string }[] =>
  SCRIPT_TYPES.map((scriptType) => {
    const range = { network, branch: 'receive', first: 0, count: 1 } as const;
    return { scriptType, address: deriveAddresses({ key, scriptType }, range)[0] as string };
  });

/** Builds the tables for deriving, which takes longer than deriving the first addresses. */
export function prepareToDerive(): void {
  const publicKey = secp256k1.Point.BASE.toBytes(true);
  const numbers = { depth: 0, parentFingerprint: 0, childNumber: 0 };
  const key = { networks: MAINNET, ...numbers, chainCode: new Uint8Array(32), publicKey };
  const range = { network: 'mainnet', branch: 'receive', first: 0, count: 1 } as const;
  deriveAddresses({ key, scriptType: 'p2wpkh' }, range);
}

/** One key of a branch, compressed. */
export const publicKeyAt = (key: ExtendedKey, branch: Branch, index: number): Uint8Array =>
  branchKey(key, branch).deriveChild(index).publicKey as Uint8Array;

/** The first four bytes of the key's hash, the usual identifier in wallets. */
export const fingerprintOf = (key: ExtendedKey): Uint8Array =>
  numberToBytesBE(hdKey(key).fingerprint, 4);

const branchKey = (key: ExtendedKey, branch: Branch): HDKey =>
  hdKey(key).deriveChild(BRANCH_NUMBER[branch]);

const hdKey = ({ depth, parentFingerprint, childNumber, chainCode, publicKey }: ExtendedKey) =>
  new HDKey({ depth, parentFingerprint, index: childNumber, chainCode, publicKey });

function scriptsOf(scriptType: ScriptType, keys: readonly Point[]): Uint8Array[] {
  if (scriptType !== 'p2tr') return keys.map((key) => scriptOf(scriptType, compressed(key)));
  const outputs = tweakForTaproot(keys);
  for (const i of ends(keys))
    if (outputs[i]?.x !== taprootOutputX(compressed(keys[i] as Point)))
      throw new Error('A Taproot key differs from that of @noble/curves');
  return outputs.map(({ x }) => taprootScript(x));
}

/** BIP341 starts from the point with the same x and an even y. */
const tweakForTaproot = (keys: readonly Point[]): Point[] =>
  addGeneratorMultiples(
    keys.map(({ x, y }) => (y % 2n === 0n ? { x, y } : { x, y: secp256k1.Point.Fp.ORDER - y })),
    keys.map(({ x }) => taprootTweak(x)),
  );
