/**
 * A random token in the vault, made in the worker. The server has its hash: the token proves that a
 * request comes from a browser that has opened the vault (features/money/wallet/prepared).
 */
import type { WalletSecrets } from '#core/vault/secrets.ts';

/** The same secrets if they have a valid one. A new passphrase makes a new one. */
export const withRefillToken = (secrets: WalletSecrets, isRenewed = false): WalletSecrets =>
  secrets.refillToken !== undefined && !isRenewed
    ? secrets
    : { ...secrets, refillToken: randomHex() };

/** 32 random bytes. */
export const randomHex = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
};
