/** Why a vault could not be sealed or opened. No message repeats a secret. */

/**
 * - `CANNOT_OPEN`: another passphrase, purpose or family, or a changed payload: the cipher cannot
 *   tell these apart.
 * - `DAMAGED`: no payload at all, or nothing that a wallet could be.
 * - `BAD_ROUNDS`: the header names a number of rounds that is refused unheard.
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
