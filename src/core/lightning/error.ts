/**
 * The only error that this folder throws. Invoices, server replies and wallet replies are written
 * by strangers: any content leads to a typed value or a LightningError. Its message says what was
 * expected and never repeats a secret.
 */

export type LightningErrorCode =
  /** Not an invoice, or one that breaks BOLT 11. */
  | 'BAD_INVOICE'
  /** An invoice for an unknown network, or one that requires an unknown feature. */
  | 'UNSUPPORTED_INVOICE'
  /** Neither an LNURL nor a Lightning address with a valid form. */
  | 'BAD_LNURL'
  /** The LNURL server's answer breaks its LUD. */
  | 'BAD_ANSWER'
  /** The LNURL server refused; the message is its reason. */
  | 'SERVICE_REFUSED'
  /** The LNURL server's invoice doesn't match the request. */
  | 'OTHER_INVOICE'
  /** An amount outside the limits. */
  | 'BAD_AMOUNT'
  | 'COMMENT_TOO_LONG'
  /** Not a valid secret or public key. */
  | 'BAD_KEY'
  /** A Nostr event that is malformed, wrongly signed or not the expected one. */
  | 'BAD_EVENT'
  /** A message that cannot be decrypted, or a text that cannot be encrypted. */
  | 'BAD_CIPHERTEXT'
  | 'BAD_CONNECTION'
  | 'UNSUPPORTED_ENCRYPTION'
  /** A wallet's reply that cannot be read. After pay_invoice the outcome is unknown. */
  | 'BAD_REPLY';

export class LightningError extends Error {
  readonly code: LightningErrorCode;
  constructor(code: LightningErrorCode, message: string) {
    super(message);
    this.name = 'LightningError';
    this.code = code;
  }
}
