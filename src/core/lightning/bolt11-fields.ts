/** The tagged fields of an invoice (BOLT 11, "Tagged Fields" and "Feature Bits"). */
import { bytesToHex } from '@noble/hashes/utils.js';
import { bytesOf, numberOf, type Words } from './bolt11-words.ts';
import { LightningError } from './error.ts';
import { utf8Text } from './text.ts';

/** One channel on the route to the payee. */
export type RouteHop = {
  /** Compressed public key of the node where the channel starts, hexadecimal. */
  readonly nodeId: string;
  /** Block × transaction × output, as BOLT 7 writes it: `539268x845x1`. */
  readonly shortChannelId: string;
  readonly feeBaseMsat: bigint;
  readonly feeProportionalMillionths: number;
  readonly cltvExpiryDelta: number;
};

export type TaggedFields = {
  readonly paymentHash: string;
  readonly paymentSecret: string;
  /** Exactly one of the two is set. Written by a stranger: show it as text, never as HTML. */
  readonly description: string | undefined;
  readonly descriptionHash: string | undefined;
  readonly metadata: string | undefined;
  readonly expirySeconds: number;
  readonly minFinalCltvExpiryDelta: number;
  readonly routeHints: readonly (readonly RouteHop[])[];
  readonly featureBits: readonly number[];
  /** The public key in field `n`. */
  readonly namedPayee: Uint8Array | undefined;
  /** The words of each field `f`. */
  readonly fallbacks: readonly Words[];
};

const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const DEFAULT_EXPIRY_SECONDS = 3600;
/** The largest timestamp: the sum of both is still a date. */
const MAX_EXPIRY_SECONDS = 2 ** 35;
const DEFAULT_CLTV_DELTA = 18;
const HOP_BYTES = 51;

/**
 * The even bits that may be set: BOLT 9's features of context 9 and those it assumes. The family's
 * own wallet pays, and checks its support of them itself.
 */
const KNOWN_EVEN_BITS = new Set([
  0, // option_data_loss_protect
  8, // var_onion_optin
  12, // option_static_remotekey
  14, // payment_secret
  16, // basic_mpp
  24, // option_route_blinding
  36, // option_attribution_data
  44, // option_channel_type
  48, // option_payment_metadata
]);

type Field = { readonly letter: string; readonly words: Words };

const fail = (why: string): never => {
  throw new LightningError('BAD_INVOICE', `The invoice ${why}`);
};

/**
 * Skips unknown fields, and `p`, `h`, `s` and `n` of the wrong length: the text of BOLT 11 refuses
 * the latter, but its own example "including fields which must be ignored" has them. Of repeated
 * fields, the first one applies.
 * @throws LightningError if a required field is missing or a field can't be read
 */
export function readTaggedFields(words: Words): TaggedFields {
  const fields = splitFields(words);
  const first = (letter: string, length?: number) =>
    fields.find(
      (field) => field.letter === letter && (length ?? field.words.length) === field.words.length,
    )?.words;
  const all = (letter: string) =>
    fields.filter((field) => field.letter === letter).map((field) => field.words);
  const hex = (found: Words | undefined, what: string) => found && bytesToHex(bytesOf(found, what));
  const description = first('d');
  const descriptionHash = first('h', 52);
  if (!description === !descriptionHash)
    fail('needs either a description or the hash of one (fields d and h)');
  const namedPayee = first('n', 53);
  return {
    paymentHash: hex(first('p', 52), 'payment hash') ?? fail('has no payment hash (field p)'),
    paymentSecret: hex(first('s', 52), 'payment secret') ?? fail('has no payment secret (field s)'),
    description:
      description &&
      (utf8Text(bytesOf(description, 'description')) ??
        fail('has a description that is not UTF-8')),
    descriptionHash: hex(descriptionHash, 'description hash'),
    metadata: hex(first('m'), 'metadata'),
    expirySeconds: expiryOf(first('x')),
    minFinalCltvExpiryDelta: minimalNumber(first('c'), 'c') ?? DEFAULT_CLTV_DELTA,
    routeHints: all('r').map(hopsOf),
    featureBits: featuresOf(first('9') ?? []),
    namedPayee: namedPayee && bytesOf(namedPayee, 'payee'),
    fallbacks: all('f'),
  };
}

/** Each field is five bits of type, ten bits of length and that many words. */
function splitFields(words: Words): Field[] {
  const fields: Field[] = [];
  for (let at = 0; at < words.length; ) {
    const [letter = 0, high, low] = words.slice(at, at + 3);
    if (high === undefined || low === undefined) return fail('ends inside a field');
    const end = at + 3 + high * 32 + low;
    if (end > words.length) fail('has a field that is longer than the invoice');
    fields.push({ letter: LETTERS.charAt(letter), words: words.slice(at + 3, end) });
    at = end;
  }
  return fields;
}

function minimalNumber(words: Words | undefined, letter: string): number | undefined {
  if (words?.[0] === 0) fail(`has a field ${letter} that begins with zeros`);
  return words && numberOf(words, `field ${letter}`);
}

function expiryOf(words: Words | undefined): number {
  const seconds = minimalNumber(words, 'x') ?? DEFAULT_EXPIRY_SECONDS;
  return seconds <= MAX_EXPIRY_SECONDS
    ? seconds
    : fail('has an expiry too far in the future (field x)');
}

function hopsOf(words: Words): RouteHop[] {
  const bytes = bytesOf(words, 'route hint');
  if (bytes.length === 0 || bytes.length % HOP_BYTES !== 0)
    fail('has a route hint that is cut off (field r)');
  return Array.from({ length: bytes.length / HOP_BYTES }, (_, i) => {
    const hop = bytes.subarray(i * HOP_BYTES, (i + 1) * HOP_BYTES);
    const view = new DataView(hop.buffer, hop.byteOffset, HOP_BYTES);
    const channel = view.getBigUint64(33);
    return {
      nodeId: bytesToHex(hop.subarray(0, 33)),
      shortChannelId: `${channel >> 40n}x${(channel >> 16n) & 0xffffffn}x${channel & 0xffffn}`,
      feeBaseMsat: BigInt(view.getUint32(41)),
      feeProportionalMillionths: view.getUint32(45),
      cltvExpiryDelta: view.getUint16(49),
    };
  });
}

/** The numbers of the set bits, ascending. @throws LightningError for an unknown even bit */
function featuresOf(words: Words): number[] {
  if (words[0] === 0) fail('has a field 9 that begins with zeros');
  const bits = words
    .flatMap((word, i) =>
      [0, 1, 2, 3, 4]
        .filter((bit) => (word >> bit) & 1)
        .map((bit) => (words.length - 1 - i) * 5 + bit),
    )
    .sort((a, b) => a - b);
  const unknown = bits.find((bit) => bit % 2 === 0 && !KNOWN_EVEN_BITS.has(bit));
  if (unknown !== undefined)
    throw new LightningError(
      'UNSUPPORTED_INVOICE',
      `The invoice requires the unknown feature ${unknown}`,
    );
  const has = (even: number) => bits.includes(even) || bits.includes(even + 1);
  // BOLT 9: a feature is set together with those it depends on.
  if (has(16) && !has(14))
    fail('offers multi-part payment without a payment secret (features 16 and 14)');
  return bits;
}
