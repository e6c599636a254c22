/** Writes signed BOLT 11 invoices for tests, valid and invalid. The product only reads them. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import {
  bytesToHex,
  concatBytes,
  hexToBytes,
  randomBytes,
  utf8ToBytes,
} from '@noble/hashes/utils.js';
import { bech32 } from '@scure/base';

const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
/** The key of BOLT 11's own examples. */
const NODE_KEY = hexToBytes('e126f68f7eafcc8b74f54d269fe206be715000f94dac067d1c04a8ca3b2db734');
export const NODE_ID = bytesToHex(secp256k1.getPublicKey(NODE_KEY));

export type Field = readonly [letter: string, words: readonly number[]];

export const bytesField = (letter: string, bytes: Uint8Array): Field => [
  letter,
  bech32.toWords(bytes),
];

export function numberField(letter: string, value: number): Field {
  const words: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 32)) words.unshift(rest % 32);
  return [letter, words];
}

export function featureField(...bits: number[]): Field {
  const words = new Array<number>(Math.floor(Math.max(...bits) / 5) + 1).fill(0);
  for (const bit of bits) {
    const at = words.length - 1 - Math.floor(bit / 5);
    words[at] = (words[at] as number) | (1 << (bit % 5));
  }
  return ['9', words];
}

export const PREIMAGE = 'ab'.repeat(32);
export const PAYMENT_HASH = bytesToHex(sha256(hexToBytes(PREIMAGE)));

/** The fields of an ordinary invoice, by letter, to leave out or replace. */
export const ORDINARY: Record<string, Field> = {
  p: bytesField('p', hexToBytes(PAYMENT_HASH)),
  s: bytesField('s', hexToBytes('22'.repeat(32))),
  d: bytesField('d', utf8ToBytes('Allowance')),
  '9': featureField(8, 14, 17),
};

export type Draft = {
  readonly prefix?: string;
  readonly timestamp?: number;
  readonly fields?: readonly Field[];
  /** Words after the last field. */
  readonly tail?: readonly number[];
  /** Changes the 65 bytes of signature and recovery id. */
  readonly sign?: (signature: Uint8Array) => Uint8Array;
};

export const CREATED_AT = 1_790_000_000;

export function writeInvoice({
  prefix = 'lnbcrt21u',
  timestamp = CREATED_AT,
  fields = Object.values(ORDINARY),
  tail = [],
  sign = (signature) => signature,
}: Draft = {}): string {
  const [, time] = numberField('', timestamp);
  const words = [
    ...new Array<number>(7 - time.length).fill(0),
    ...time,
    ...fields.flatMap(([letter, data]) => [
      LETTERS.indexOf(letter),
      data.length >> 5,
      data.length & 31,
      ...data,
    ]),
    ...tail,
  ];
  const bits = words.map((word) => word.toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{1,8}/g) ?? [];
  const signed = Uint8Array.from(bytes, (byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
  const hash = sha256(concatBytes(utf8ToBytes(prefix), signed));
  const [recoveryId = 0, ...rs] = secp256k1.sign(hash, NODE_KEY, {
    prehash: false,
    format: 'recovered',
  });
  const signature = sign(Uint8Array.of(...rs, recoveryId));
  return bech32.encode(prefix, [...words, ...bech32.toWords(signature)], false);
}

/** The same signature with the other valid S. */
export function highS(signature: Uint8Array): Uint8Array {
  const { r, s } = secp256k1.Signature.fromBytes(signature.subarray(0, 64), 'compact');
  const high = new secp256k1.Signature(r, secp256k1.Point.Fn.ORDER - s).toBytes('compact');
  return concatBytes(high, Uint8Array.of((signature[64] as number) ^ 1));
}

/** With a new preimage, 2,100 sats unless the prefix differs, valid for an hour. */
export function newInvoice({ prefix = 'lnbcrt21u', age = 5, seconds = 3_600 } = {}) {
  const preimage = randomBytes(32);
  const hash = sha256(preimage);
  const fields = { ...ORDINARY, p: bytesField('p', hash), x: numberField('x', seconds) };
  const timestamp = Math.floor(Date.now() / 1_000) - age;
  const text = writeInvoice({ prefix, timestamp, fields: Object.values(fields) });
  return { text, preimage: bytesToHex(preimage), hash: bytesToHex(hash) };
}
