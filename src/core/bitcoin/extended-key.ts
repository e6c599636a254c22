/**
 * Extended public keys (BIP32) as wallets write them: xpub and tpub, and the prefixes that name a
 * script type (SLIP-132).
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import type { ScriptType } from './address.ts';
import { BitcoinInputError } from './input-error.ts';
import { type BitcoinNetwork, MAINNET, TEST_NETWORKS } from './network.ts';

export type ExtendedKey = {
  networks: readonly BitcoinNetwork[];
  /** 0 for a wallet's master key, usually 3 for an account's. */
  depth: number;
  parentFingerprint: number;
  /** From 2 ** 31 on the key is hardened. */
  childNumber: number;
  /** 32 bytes. */
  chainCode: Uint8Array;
  /** Compressed, 33 bytes, on the curve. */
  publicKey: Uint8Array;
};

/** The origin of a key, according to the wallet: `28645006`, `/84h/0h/0h`. */
export type KeyOrigin = { fingerprint: string; path: string };

/**
 * An extended key whose script type is known. Addresses are derived from no other kind, because a
 * wallet never looks at addresses of another script type.
 */
export type AccountKey = {
  key: ExtendedKey;
  scriptType: ScriptType;
  origin?: KeyOrigin;
};

type Prefix = 'xpub' | 'ypub' | 'zpub' | 'tpub' | 'upub' | 'vpub';

type Version = {
  version: number;
  networks: readonly BitcoinNetwork[];
  /** Undefined for xpub and tpub, which fit any script type. */
  scriptType: ScriptType | undefined;
};

const PREFIXES: Readonly<Record<Prefix, Version>> = {
  xpub: { version: 0x0488b21e, networks: MAINNET, scriptType: undefined },
  ypub: { version: 0x049d7cb2, networks: MAINNET, scriptType: 'p2sh-p2wpkh' },
  zpub: { version: 0x04b24746, networks: MAINNET, scriptType: 'p2wpkh' },
  tpub: { version: 0x043587cf, networks: TEST_NETWORKS, scriptType: undefined },
  upub: { version: 0x044a5262, networks: TEST_NETWORKS, scriptType: 'p2sh-p2wpkh' },
  vpub: { version: 0x045f1cf6, networks: TEST_NETWORKS, scriptType: 'p2wpkh' },
};

/** Ypub, Zpub, Upub, Vpub. */
const MULTISIG_VERSIONS = [0x0295b43f, 0x02aa7ed3, 0x024289ef, 0x02575483];

const TEXT_LENGTH = 111;
const HARDENED = 2 ** 31;
const base58check = createBase58check(sha256);

export const isHardened = ({ childNumber }: ExtendedKey): boolean => childNumber >= HARDENED;

/** Throws BAD_CHECKSUM, BAD_KEY, MULTISIG, PRIVATE_EXTENDED_KEY or UNKNOWN_FORMAT. */
export function readExtendedKey(text: string): {
  key: ExtendedKey;
  scriptType: ScriptType | undefined;
} {
  const bytes = decode(text);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const publicKey = bytes.slice(45);
  // A private key takes 33 bytes too, starting with a zero.
  if (publicKey[0] === 0)
    throw new BitcoinInputError(
      'PRIVATE_EXTENDED_KEY',
      'This holds a private key. Enter the extended public key (xpub, ypub, zpub) instead.',
    );
  const { networks, scriptType } = versionOf(view.getUint32(0));
  const key = {
    networks,
    depth: view.getUint8(4),
    parentFingerprint: view.getUint32(5),
    childNumber: view.getUint32(9),
    chainCode: bytes.slice(13, 45),
    publicKey,
  };
  if (key.depth === 0 && (key.parentFingerprint !== 0 || key.childNumber !== 0))
    throw badKey('it claims to be a master key that has a parent');
  if (!isOnCurve(publicKey)) throw badKey('its public key is not a point of the curve');
  return { key, scriptType };
}

/** Writes the key as `xpub…` or `tpub…`, or with the prefix of the script type if there is one. */
export function writeExtendedKey(key: ExtendedKey, scriptType?: ScriptType): string {
  const fits = (one: Version) => one.networks[0] === key.networks[0];
  const all = Object.values(PREFIXES).filter(fits);
  const prefix = all.find((one) => one.scriptType === scriptType) ?? (all[0] as Version);
  const head = new DataView(new ArrayBuffer(13));
  head.setUint32(0, prefix.version);
  head.setUint8(4, key.depth);
  head.setUint32(5, key.parentFingerprint);
  head.setUint32(9, key.childNumber);
  return base58check.encode(concatBytes(new Uint8Array(head.buffer), key.chainCode, key.publicKey));
}

function decode(text: string): Uint8Array {
  if (text.length !== TEXT_LENGTH)
    throw new BitcoinInputError(
      'BAD_CHECKSUM',
      `Expected an extended public key of ${TEXT_LENGTH} characters, got ${text.length}.`,
    );
  try {
    const bytes = base58check.decode(text);
    if (bytes.length === 78) return bytes;
  } catch {
    // Reported below, like a key of another length.
  }
  throw new BitcoinInputError(
    'BAD_CHECKSUM',
    'A character of this key is mistyped or missing: its checksum does not match.',
  );
}

function versionOf(version: number): Version {
  const known = Object.values(PREFIXES).find((one) => one.version === version);
  if (known) return known;
  if (MULTISIG_VERSIONS.includes(version))
    throw new BitcoinInputError(
      'MULTISIG',
      'This is one key of a wallet that several keys sign for. Expected the key of a wallet with ' +
        'a single key (xpub, ypub, zpub).',
    );
  throw new BitcoinInputError(
    'UNKNOWN_FORMAT',
    `Expected a key that starts with ${Object.keys(PREFIXES).join(', ')}.`,
  );
}

function isOnCurve(publicKey: Uint8Array): boolean {
  try {
    secp256k1.Point.fromBytes(publicKey);
    return true;
  } catch {
    return false;
  }
}

const badKey = (reason: string) =>
  new BitcoinInputError('BAD_KEY', `This is no valid extended public key: ${reason}.`);
