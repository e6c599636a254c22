/** Wording for the vault's screens. */
import { t } from '@lingui/core/macro';
import { VaultError } from '#core/vault/error.ts';
import type { PassphraseAdvice } from '#core/vault/passphrase.ts';

export function adviceText(advice: PassphraseAdvice): string {
  switch (advice) {
    case 'TOO_COMMON':
      return t`This is one of the first anyone would try`;
    case 'LONGER':
      return t`Use at least 12 characters`;
    case 'LOWERCASE':
      return t`Add a small letter`;
    case 'UPPERCASE':
      return t`Add a capital letter`;
    case 'DIGIT':
      return t`Add a digit`;
    case 'SPECIAL':
      return t`Add a sign such as a hyphen`;
    case 'NO_PASSWORD':
      return t`Leave out the word “password”`;
  }
}

export const unlockFailure = (error: unknown): string =>
  error instanceof VaultError && error.code === 'CANNOT_OPEN'
    ? t`Incorrect passphrase. Please try again.`
    : t`Failed to decrypt wallet data. Please check your passphrase.`;

/** The keys to the children's own wallets are deleted with the vault. */
export const childKeysLost = (): string =>
  t`The keys to your children’s own wallets are deleted: devices that have one keep it, but it cannot be shown again.`;
