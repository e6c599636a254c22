/**
 * Proof of a Lightning payment. The payer learns the preimage of the payment hash only when the
 * payee takes the money (BOLT 2, `update_fulfill_htlc`). The payee knows it from the start: it does
 * not prove an *incoming* payment unless the wallet also reports the invoice as settled.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { isHex32 } from './text.ts';

/**
 * True only if the SHA-256 of the preimage is the payment hash; both are hexadecimal. Some wallets
 * answer with an empty string, zeros or a UUID instead: not a proof, but not an error either.
 */
export function isProofOf(preimage: string | undefined, paymentHash: string): boolean {
  const secret = preimage?.toLowerCase() ?? '';
  return isHex32(secret) && bytesToHex(sha256(hexToBytes(secret))) === paymentHash.toLowerCase();
}

/** Hashes and keys in a reply look like preimages; this many are tried. */
const MOST_TRIED = 100;

/** A preimage anywhere in a wallet's reply: even in a refusal it is proof. */
export function proofIn(words: string, paymentHash: string): string | undefined {
  const found = words.toLowerCase().match(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g) ?? [];
  return found.slice(0, MOST_TRIED).find((secret) => isProofOf(secret, paymentHash));
}
