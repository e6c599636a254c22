/** Everything that can be wrong with a Bitcoin key or address a person enters. */

/**
 * Codes for texts that can spend money. These must never leave the device or be stored anywhere.
 */
const SECRET_CODES = ['PRIVATE_EXTENDED_KEY', 'PRIVATE_KEY', 'SEED_WORDS', 'NOSTR_SECRET'] as const;

export type SecretCode = (typeof SECRET_CODES)[number];

export type BitcoinInputCode =
  | SecretCode
  | 'EMPTY'
  | 'TOO_LONG'
  /** None of these: an address, an extended public key, a descriptor. */
  | 'UNKNOWN_FORMAT'
  /** A character is mistyped or missing. */
  | 'BAD_CHECKSUM'
  /** The checksum is right, but the content is no valid key. */
  | 'BAD_KEY'
  /** A valid key, but not one that a wallet's addresses derive from. */
  | 'NOT_AN_ACCOUNT_KEY'
  | 'MULTISIG'
  | 'BAD_ADDRESS'
  /** A valid address of a witness version that has no meaning yet (BIP350). */
  | 'LATER_ADDRESS'
  | 'BAD_DESCRIPTOR'
  | 'BAD_PAYMENT_URI'
  /** A key or address of a network other than the one in use. */
  | 'WRONG_NETWORK';

/** The message is for people. It says what was expected and never repeats the input. */
export class BitcoinInputError extends Error {
  readonly code: BitcoinInputCode;
  constructor(code: BitcoinInputCode, message: string) {
    super(message);
    this.name = 'BitcoinInputError';
    this.code = code;
  }

  /** True if the text can spend money. */
  get isSecret(): boolean {
    return (SECRET_CODES as readonly string[]).includes(this.code);
  }
}
