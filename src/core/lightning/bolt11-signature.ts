/** Finds the signer of an invoice (BOLT 11, "Data Part" and the reader's rules for field `n`). */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { bytesOf, type Words, zeroPaddedBytesOf } from './bolt11-words.ts';
import { LightningError } from './error.ts';
import { utf8Bytes } from './text.ts';

/** 64 bytes R and S, one byte recovery id. */
export const SIGNATURE_WORDS = 104;

/**
 * The payee's compressed public key in hexadecimal. If the invoice names it, the signature must be
 * valid for it and low-S; otherwise the key is recovered, and high-S is accepted.
 * @throws LightningError when the signature is not valid or no key can be recovered
 */
export function payeeOf(
  prefix: string,
  signedWords: Words,
  signatureWords: Words,
  namedPayee: Uint8Array | undefined,
): string {
  const hash = sha256(concatBytes(utf8Bytes(prefix), zeroPaddedBytesOf(signedWords)));
  const bytes = bytesOf(signatureWords, 'signature');
  const signature = bytes.subarray(0, 64);
  const recoveryId = bytes[64] as number;
  const payee =
    recoveryId > 3
      ? undefined
      : namedPayee
        ? verified(signature, hash, namedPayee)
        : recovered(signature, recoveryId, hash);
  if (!payee) throw new LightningError('BAD_INVOICE', 'The signature of the invoice is not valid');
  return bytesToHex(payee);
}

function verified(signature: Uint8Array, hash: Uint8Array, payee: Uint8Array) {
  try {
    const isValid = secp256k1.verify(signature, hash, payee, { prehash: false, lowS: true });
    return isValid ? payee : undefined;
  } catch {
    return undefined; // The named key is not on the curve.
  }
}

function recovered(signature: Uint8Array, recoveryId: number, hash: Uint8Array) {
  try {
    return secp256k1.Signature.fromBytes(signature, 'compact')
      .addRecoveryBit(recoveryId)
      .recoverPublicKey(hash)
      .toBytes(true);
  } catch {
    return undefined; // R is not on the curve, or R or S is out of range.
  }
}
