/**
 * Writes unsigned transactions for a wallet to sign: PSBT version 0 (BIP174), with the fields that
 * wallets with a single key need (BIP371 for Taproot).
 */
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';

/** One record of a map: its type, the rest of its key, and its value. */
export type Field = {
  readonly type: number;
  readonly key?: Uint8Array;
  readonly value: Uint8Array;
};

export type PsbtInput = {
  readonly txid: string;
  readonly vout: number;
  readonly sequence: number;
  readonly fields: readonly Field[];
};

export type PsbtOutput = {
  readonly sats: bigint;
  readonly script: Uint8Array;
  readonly fields: readonly Field[];
};

/** The origin of a key: the first four bytes of the master key's hash, and the path from it. */
export type Derivation = { readonly fingerprint: Uint8Array; readonly path: readonly number[] };

/** `psbt` and 0xff. */
const MAGIC = hexToBytes('70736274ff');
const UNSIGNED_TRANSACTION = 0x00;
const MAX_SATS = 2_100_000_000_000_000n;

/**
 * @throws RangeError for anything that can't be a transaction: nothing in or out, a coin spent
 * twice
 */
export function writePsbt(
  inputs: readonly PsbtInput[],
  outputs: readonly PsbtOutput[],
): Uint8Array {
  if (inputs.length === 0 || outputs.length === 0)
    throw new RangeError('Expected at least one input and one output');
  requireUnlike(inputs.map(({ txid, vout }) => `${txid}:${vout}`));
  const transaction = { type: UNSIGNED_TRANSACTION, value: unsignedTransaction(inputs, outputs) };
  return concatBytes(
    MAGIC,
    writeMap([transaction]),
    ...inputs.map(({ fields }) => writeMap(fields)),
    ...outputs.map(({ fields }) => writeMap(fields)),
  );
}

export const inputField = {
  /** The whole transaction that made the coin: signers read its amount from there. */
  transaction: (raw: Uint8Array): Field => ({ type: 0x00, value: raw }),
  /** The coin alone, for witness programs. */
  spent: (sats: bigint, script: Uint8Array): Field => ({
    type: 0x01,
    value: writeOutput({ sats, script }),
  }),
  redeemScript: (script: Uint8Array): Field => ({ type: 0x04, value: script }),
  derivation: (publicKey: Uint8Array, from: Derivation): Field => ({
    type: 0x06,
    key: publicKey,
    value: writeDerivation(from),
  }),
  /** @param x the key without its first byte */
  taprootDerivation: (x: Uint8Array, from: Derivation): Field => ({
    type: 0x16,
    key: x,
    value: concatBytes(NO_LEAVES, writeDerivation(from)),
  }),
  taprootKey: (x: Uint8Array): Field => ({ type: 0x17, value: x }),
};

export const outputField = {
  redeemScript: (script: Uint8Array): Field => ({ type: 0x00, value: script }),
  derivation: (publicKey: Uint8Array, from: Derivation): Field => ({
    type: 0x02,
    key: publicKey,
    value: writeDerivation(from),
  }),
  taprootKey: (x: Uint8Array): Field => ({ type: 0x05, value: x }),
  taprootDerivation: (x: Uint8Array, from: Derivation): Field => ({
    type: 0x07,
    key: x,
    value: concatBytes(NO_LEAVES, writeDerivation(from)),
  }),
};

/** The key signs for the output itself, not for a script below it. */
const NO_LEAVES = Uint8Array.of(0);

/** Version 2, no lock time. */
function unsignedTransaction(
  inputs: readonly PsbtInput[],
  outputs: readonly PsbtOutput[],
): Uint8Array {
  return concatBytes(
    uint(2, 4),
    size(inputs.length),
    ...inputs.map(({ txid, vout, sequence }) =>
      concatBytes(hexToBytes(txid).reverse(), uint(vout, 4), size(0), uint(sequence, 4)),
    ),
    size(outputs.length),
    ...outputs.map(writeOutput),
    uint(0, 4),
  );
}

function writeOutput({ sats, script }: Pick<PsbtOutput, 'sats' | 'script'>): Uint8Array {
  if (sats < 0n || sats > MAX_SATS)
    throw new RangeError(`Expected from 0 to ${MAX_SATS} sats, got ${sats}`);
  return concatBytes(uint(sats, 8), size(script.length), script);
}

const writeDerivation = ({ fingerprint, path }: Derivation): Uint8Array =>
  concatBytes(fingerprint, ...path.map((step) => uint(step, 4)));

/** Records, and the byte that ends a map. Keys are unique within it. */
function writeMap(fields: readonly Field[]): Uint8Array {
  const records = fields.map(({ type, key = new Uint8Array(), value }) => {
    const whole = concatBytes(size(type), key);
    return { whole, bytes: concatBytes(size(whole.length), whole, size(value.length), value) };
  });
  requireUnlike(records.map(({ whole }) => whole.join()));
  return concatBytes(...records.map(({ bytes }) => bytes), Uint8Array.of(0));
}

function requireUnlike(names: readonly string[]): void {
  if (new Set(names).size < names.length)
    throw new RangeError('Expected each coin and each key once');
}

/** Little-endian. */
function uint(value: number | bigint, bytes: number): Uint8Array {
  let rest = BigInt(value);
  const written = Uint8Array.from({ length: bytes }, () => {
    const low = Number(rest & 0xffn);
    rest >>= 8n;
    return low;
  });
  if (rest !== 0n) throw new RangeError(`Expected a number of ${bytes} bytes, got ${value}`);
  return written;
}

/** A count or length of variable size. */
function size(value: number): Uint8Array {
  if (value < 0xfd) return uint(value, 1);
  return value <= 0xffff
    ? concatBytes(Uint8Array.of(0xfd), uint(value, 2))
    : concatBytes(Uint8Array.of(0xfe), uint(value, 4));
}
