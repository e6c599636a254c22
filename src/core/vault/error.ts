/** Why a vault could not be sealed or opened. No message repeats a secret. */

/**
 * - `CANNOT_OPEN`: another passphrase, purpose or family, or an altered payload; the cipher can't
 *   distinguish these.
 * - `DAMAGED`: not a payload at all, or one without anything that could be a wallet.
 * - `BAD_ROUNDS`: the header's number of rounds is refused before it is tried.
 * - `CANNOT_SEAL`: the browser failed to encrypt.
 */
export type VaultErrorCode = 'CANNOT_OPEN' | 'DAMAGED' | 'BAD_ROUNDS' | 'CANNOT_SEAL';

export const CANNOT_SEAL = 'Failed to encrypt Bitcoin secrets';
export const CANNOT_OPEN =
  'Failed to decrypt Bitcoin secrets - invalid passphrase or corrupted data';

export class VaultError extends Error {
  readonly code: VaultErrorCode;

  constructor(code: VaultErrorCode, message: string) {
    super(message);
    this.name = 'VaultError';
    this.code = code;
  }
}
