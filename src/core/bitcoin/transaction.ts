/**
 * Reads the inputs and outputs of a raw transaction (Bitcoin's wire format, with BIP144's
 * witnesses). Signatures are not checked: the network does that before it confirms one.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { scriptHash } from './address.ts';
import { BitcoinInputError } from './input-error.ts';

export type TransactionOutput = {
  readonly vout: number;
  readonly sats: bigint;
  /** In Electrum's form. */
  readonly scriptHash: string;
};

export type BitcoinTransaction = {
  readonly txid: string;
  /** `txid:vout` of each output it spends. */
  readonly spends: readonly string[];
  readonly outputs: readonly TransactionOutput[];
};

/** 21 million bitcoin in sats: the most an output can pay. */
const MAX_SATS = 2_100_000_000_000_000n;
/** No transaction is larger than a block. */
const MAX_BYTES = 4_000_000;

const fail = (): never => {
  throw new BitcoinInputError('UNKNOWN_FORMAT', 'This is no Bitcoin transaction');
};

/** Reads little-endian numbers and byte strings one after the other. */
class Reader {
  at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  take(count: number): Uint8Array {
    const end = this.at + count;
    if (end > this.#bytes.length) fail();
    const part = this.#bytes.subarray(this.at, end);
    this.at = end;
    return part;
  }

  uint(count: number): bigint {
    return this.take(count).reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
  }

  /** A variable-length count or length, never more than the bytes left. */
  count(): number {
    const first = Number(this.uint(1));
    const value = first < 0xfd ? BigInt(first) : this.uint({ 253: 2, 254: 4 }[first] ?? 8);
    if (value > BigInt(this.#bytes.length - this.at)) fail();
    return Number(value);
  }

  get isAtEnd(): boolean {
    return this.at === this.#bytes.length;
  }
}

// Not slice(): a Buffer's slice shares its memory, and reversing it would change the transaction.
const reversedHex = (bytes: Uint8Array): string => bytesToHex(Uint8Array.from(bytes).reverse());

function readOutput(reader: Reader, vout: number): TransactionOutput {
  const sats = reader.uint(8);
  if (sats > MAX_SATS) fail();
  return { vout, sats, scriptHash: scriptHash(reader.take(reader.count())) };
}

function readInput(reader: Reader): string {
  const txid = reversedHex(reader.take(32));
  const outpoint = `${txid}:${reader.uint(4)}`;
  reader.take(reader.count());
  reader.take(4);
  return outpoint;
}

const times = <Item>(count: number, read: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => read(index));

function join(...parts: Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** @throws BitcoinInputError UNKNOWN_FORMAT unless the bytes are exactly one transaction */
export function readTransaction(raw: Uint8Array): BitcoinTransaction {
  if (raw.length > MAX_BYTES) fail();
  const reader = new Reader(raw);
  const version = reader.take(4);
  const hasWitness = raw[4] === 0;
  if (hasWitness && reader.uint(2) !== 0x0100n) fail();
  const bodyStart = reader.at;
  const spends = times(reader.count(), () => readInput(reader));
  const outputs = times(reader.count(), (vout) => readOutput(reader, vout));
  const body = raw.subarray(bodyStart, reader.at);
  if (hasWitness) {
    for (const _ of spends) times(reader.count(), () => reader.take(reader.count()));
  }
  const lockTime = reader.take(4);
  if (spends.length === 0 || outputs.length === 0 || !reader.isAtEnd) fail();
  // The id excludes the witnesses (BIP141).
  const txid = reversedHex(sha256(sha256(join(version, body, lockTime))));
  return { txid, spends, outputs };
}
