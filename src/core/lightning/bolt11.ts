/**
 * Reads Lightning invoices according to BOLT 11 (lightning/bolts, 11-payment-encoding.md, with the
 * features of BOLT 9). It is strict because a parent agrees to pay the result: it checks the
 * signature and refuses every invoice that BOLT 11 forbids a reader to pay.
 */
import { bech32 } from '@scure/base';
import { fallbackAddress } from './bolt11-fallback.ts';
import { readTaggedFields, type TaggedFields } from './bolt11-fields.ts';
import { type Network, readPrefix } from './bolt11-prefix.ts';
import { payeeOf, SIGNATURE_WORDS } from './bolt11-signature.ts';
import { numberOf } from './bolt11-words.ts';
import { LightningError } from './error.ts';

/** Hashes, keys and other bytes are lower-case hexadecimal; times are Unix seconds. */
export type Invoice = Omit<TaggedFields, 'namedPayee' | 'fallbacks'> & {
  /** The invoice itself, in lower case and without `lightning:`. */
  readonly text: string;
  readonly network: Network;
  /** Undefined if the payer chooses. */
  readonly amountMsat: bigint | undefined;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** The payee's node: its compressed public key. */
  readonly payee: string;
  readonly fallbackAddresses: readonly string[];
};

/** The capacity of one QR code. */
const MAX_CHARS = 7089;
const TIMESTAMP_WORDS = 7;

/**
 * Accepts an invoice in lower or upper case, after `lightning:`, or in a `bitcoin:` URI of BIP 321
 * (`bitcoin:…?lightning=…`). Ignores white space around it.
 * @throws LightningError BAD_INVOICE or UNSUPPORTED_INVOICE for everything else.
 */
export function decodeInvoice(input: string): Invoice {
  const text = invoiceTextIn(input);
  const { prefix, words } = decodeBech32(text);
  const { network, amountMsat } = readPrefix(prefix);
  if (words.length < TIMESTAMP_WORDS + SIGNATURE_WORDS)
    fail('The text is too short to be an invoice');
  const signedWords = words.slice(0, -SIGNATURE_WORDS);
  const createdAt = numberOf(signedWords.slice(0, TIMESTAMP_WORDS), 'timestamp');
  const { namedPayee, fallbacks, ...fields } = readTaggedFields(signedWords.slice(TIMESTAMP_WORDS));
  return {
    ...fields,
    text,
    network,
    amountMsat,
    createdAt,
    expiresAt: createdAt + fields.expirySeconds,
    payee: payeeOf(prefix, signedWords, words.slice(-SIGNATURE_WORDS), namedPayee),
    fallbackAddresses: fallbacks.flatMap((field) => fallbackAddress(field, network) ?? []),
  };
}

function invoiceTextIn(input: string): string {
  if (input.length > MAX_CHARS) fail(`An invoice has at most ${MAX_CHARS} characters`);
  const text = input.trim();
  const bare = /^lightning:(.*)$/i.exec(text)?.[1] ?? lightningOf(text) ?? text;
  // BIP 173 allows all upper case, but not mixed case.
  return bare === bare.toUpperCase() ? bare.toLowerCase() : bare;
}

/** The parameter `lightning` of a `bitcoin:` URI; its name may be in upper case. */
function lightningOf(text: string): string | undefined {
  const query = /^bitcoin:[^?]*\?(.*)$/i.exec(text)?.[1];
  if (query === undefined) return undefined;
  const found = [...new URLSearchParams(query)].find(([key]) => key.toLowerCase() === 'lightning');
  return found?.[1] ?? fail('This Bitcoin address contains no Lightning invoice');
}

function decodeBech32(text: string) {
  try {
    return bech32.decode(text as `${string}1${string}`, false);
  } catch {
    return fail('This is not a Lightning invoice, or some of its characters are wrong or missing');
  }
}

function fail(message: string): never {
  throw new LightningError('BAD_INVOICE', message);
}
