/**
 * The one error that this folder throws. Invoices, answers of servers and replies of wallets are
 * written by strangers: whatever they hold, the caller gets a typed value or a LightningError.
 * Its message is a sentence that says what was expected; it never repeats a secret.
 */

export type LightningErrorCode =
  /** Not an invoice, or one that breaks BOLT 11. */
  | 'BAD_INVOICE'
  /** A sound invoice that asks for something unknown: another network, an unknown feature. */
  | 'UNSUPPORTED_INVOICE'
  /** Neither an LNURL nor a Lightning address that can be asked. */
  | 'BAD_LNURL'
  /** The LNURL server's answer breaks its LUD. */
  | 'BAD_ANSWER'
  /** The LNURL server names a host that is not its own. */
  | 'OTHER_HOST'
  /** The LNURL server says no; the message holds its reason. */
  | 'SERVICE_REFUSED'
  /** The invoice of an LNURL server is not the one that was asked for. */
  | 'OTHER_INVOICE'
  /** The amount is not one that can be asked for or sent here. */
  | 'BAD_AMOUNT'
  | 'COMMENT_TOO_LONG'
  /** A secret or public key that is none. */
  | 'BAD_KEY'
  /** A Nostr event that is malformed, unsigned or not the expected one. */
  | 'BAD_EVENT'
  /** An encrypted text that cannot be opened, or a text that cannot be encrypted. */
  | 'BAD_CIPHERTEXT'
  | 'BAD_CONNECTION'
  | 'UNSUPPORTED_ENCRYPTION'
  /** A wallet's reply that cannot be read. After pay_invoice nobody knows what became of it. */
  | 'BAD_REPLY';

export class LightningError extends Error {
  readonly code: LightningErrorCode;
  constructor(code: LightningErrorCode, message: string) {
    super(message);
    this.name = 'LightningError';
    this.code = code;
  }
}
