/**
 * Bitcoin addresses and the scripts they encode: base58check, bech32 (BIP173) and bech32m (BIP350),
 * and the addresses of a single public key (BIP44, 49, 84 and 86).
 */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { BitcoinInputError } from './input-error.ts';
import { ADDRESS_FORMATS, type BitcoinNetwork } from './network.ts';

/** How a wallet pays to one public key. */
export const SCRIPT_TYPES = ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr'] as const;
export type ScriptType = (typeof SCRIPT_TYPES)[number];

/** The script type visible in an address: p2sh hides the script inside. */
export type AddressType = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr';

export type Address = {
  /** As wallets write it: bech32 in lower case. */
  address: string;
  type: AddressType;
  /** The networks where it is valid: the test networks share their base58 addresses. */
  networks: readonly BitcoinNetwork[];
  script: Uint8Array;
};

const base58check = createBase58check(sha256);
const NETWORKS = Object.keys(ADDRESS_FORMATS) as BitcoinNetwork[];

/** Opcodes of Bitcoin script. */
const OP_DUP = 0x76;
const OP_EQUAL = 0x87;
const OP_EQUALVERIFY = 0x88;
const OP_HASH160 = 0xa9;
const OP_CHECKSIG = 0xac;
const OP_1 = 0x51;

const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));

const script = (...parts: (number | Uint8Array)[]): Uint8Array =>
  // A number is an opcode; bytes are pushed, with their length first.
  concatBytes(
    ...parts.map((part) =>
      typeof part === 'number' ? Uint8Array.of(part) : Uint8Array.of(part.length, ...part),
    ),
  );

const toKeyHash = (hash: Uint8Array) =>
  script(OP_DUP, OP_HASH160, hash, OP_EQUALVERIFY, OP_CHECKSIG);
const toScriptHash = (hash: Uint8Array) => script(OP_HASH160, hash, OP_EQUAL);
const toWitness = (version: number, program: Uint8Array) =>
  script(version === 0 ? 0 : OP_1 + version - 1, program);

/** The script that pays to this compressed public key (33 bytes). */
export function scriptOf(type: ScriptType, publicKey: Uint8Array): Uint8Array {
  switch (type) {
    case 'p2pkh':
      return toKeyHash(hash160(publicKey));
    case 'p2sh-p2wpkh':
      return toScriptHash(hash160(toWitness(0, hash160(publicKey))));
    case 'p2wpkh':
      return toWitness(0, hash160(publicKey));
    case 'p2tr':
      return taprootScript(taprootOutputX(publicKey));
  }
}

/** The script that pays to a Taproot output key, given by its x coordinate. */
export const taprootScript = (outputX: bigint): Uint8Array =>
  toWitness(1, numberToBytesBE(outputX, 32));

/** BIP86's tweak of a key for a tree without scripts, as a multiple of the generator. */
export const taprootTweak = (x: bigint): Uint8Array =>
  schnorr.utils.taggedHash('TapTweak', numberToBytesBE(x, 32));

/** A single key, by @noble/curves; derive.ts checks its batches against it. */
export function taprootOutputX(publicKey: Uint8Array): bigint {
  const { Point } = secp256k1;
  const { x } = Point.fromBytes(publicKey).toAffine();
  const tweak = Point.Fn.fromBytes(taprootTweak(x));
  return schnorr.utils.lift_x(x).add(Point.BASE.multiply(tweak)).toAffine().x;
}

/** The address of a script from scriptOf or readAddress. */
export function addressOf(paid: Uint8Array, network: BitcoinNetwork): string {
  const { keyHashVersion, scriptHashVersion, bech32Prefix } = ADDRESS_FORMATS[network];
  const base58 = (version: number, hash: Uint8Array) =>
    base58check.encode(concatBytes(Uint8Array.of(version), hash));
  const [opcode] = paid;
  if (opcode === OP_DUP) return base58(keyHashVersion, paid.subarray(3, 23));
  if (opcode === OP_HASH160) return base58(scriptHashVersion, paid.subarray(2, 22));
  const version = opcode === 0 ? 0 : (opcode as number) - OP_1 + 1;
  const coder = version === 0 ? bech32 : bech32m;
  return coder.encode(bech32Prefix, [version, ...coder.toWords(paid.subarray(2))]);
}

/** A script's name in Electrum's protocol. */
export const scriptHash = (paid: Uint8Array): string => bytesToHex(sha256(paid).reverse());

/**
 * Reads an address of any network. Throws BAD_CHECKSUM, BAD_ADDRESS, LATER_ADDRESS or
 * UNKNOWN_FORMAT.
 */
export function readAddress(text: string): Address {
  if (/^(bc|tb|bcrt)1/i.test(text)) return readBech32(text);
  if (/^[123mn][1-9A-HJ-NP-Za-km-z]{24,34}$/.test(text)) return readBase58(text);
  throw new BitcoinInputError(
    'UNKNOWN_FORMAT',
    'Expected a Bitcoin address (bc1…, 1… or 3…; tb1…, m…, n… or 2… on test networks), ' +
      `got ${text.length} characters that are none.`,
  );
}

function readBase58(text: string): Address {
  const bytes = decoded(() => base58check.decode(text));
  const [version] = bytes;
  const hash = bytes.subarray(1);
  const paysTo = (key: 'keyHashVersion' | 'scriptHashVersion') =>
    NETWORKS.filter((network) => ADDRESS_FORMATS[network][key] === version);
  if (hash.length !== 20) throw badAddress(`a hash of 20 bytes, got ${hash.length}`);
  const [ofKey, ofScript] = [paysTo('keyHashVersion'), paysTo('scriptHashVersion')];
  if (ofKey.length > 0)
    return { address: text, type: 'p2pkh', networks: ofKey, script: toKeyHash(hash) };
  if (ofScript.length > 0)
    return { address: text, type: 'p2sh', networks: ofScript, script: toScriptHash(hash) };
  throw badAddress('one of Bitcoin, got one of another currency');
}

function readBech32(text: string): Address {
  // The witness version, which is the first character, decides which checksum applies.
  const isVersion0 = text[text.lastIndexOf('1') + 1]?.toLowerCase() === 'q';
  const coder = isVersion0 ? bech32 : bech32m;
  const { prefix, words } = decoded(() => coder.decode(text as `${string}1${string}`));
  const [version = -1, ...rest] = words;
  const program = decoded(() => coder.fromWords(rest));
  const type = witnessType(version, program);
  const networks = NETWORKS.filter((network) => ADDRESS_FORMATS[network].bech32Prefix === prefix);
  if (networks.length === 0) throw badAddress('bc1, tb1 or bcrt1 in front, got something else');
  return { address: text.toLowerCase(), type, networks, script: toWitness(version, program) };
}

function witnessType(version: number, program: Uint8Array): AddressType {
  if (version === 0 && program.length === 20) return 'p2wpkh';
  if (version === 0 && program.length === 32) return 'p2wsh';
  const isTaproot = version === 1 && program.length === 32;
  if (!isTaproot && version > 0 && version <= 16 && program.length >= 2 && program.length <= 40)
    throw new BitcoinInputError(
      'LATER_ADDRESS',
      'Expected an address with witness version 0 or with version 1 and 32 bytes, ' +
        `got version ${version} and ${program.length} bytes.`,
    );
  if (!isTaproot)
    throw badAddress(
      'witness version 0 and 20 or 32 bytes or with version 1 and 32 bytes, ' +
        `got version ${version} and ${program.length} bytes`,
    );
  // Money sent to an x without a point could never be spent.
  if (!isCoordinate(program)) throw badAddress('a point of the curve, got none');
  return 'p2tr';
}

function isCoordinate(x: Uint8Array): boolean {
  try {
    schnorr.utils.lift_x(bytesToNumberBE(x));
    return true;
  } catch {
    return false;
  }
}

/** The codecs of @scure/base throw plain errors. */
function decoded<T>(decode: () => T): T {
  try {
    return decode();
  } catch {
    throw new BitcoinInputError(
      'BAD_CHECKSUM',
      'A character of this address is mistyped or missing: its checksum does not match.',
    );
  }
}

const badAddress = (expected: string) =>
  new BitcoinInputError('BAD_ADDRESS', `Expected an address with ${expected}.`);
