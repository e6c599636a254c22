/** The keys of the children's own wallets, in the worker. */
import { publicKeyOf } from '#core/lightning/nostr.ts';
import { VaultError } from '#core/vault/error.ts';
import { subWalletKeysOf, type WalletSecrets } from '#core/vault/secrets.ts';
import { randomHex } from './refill-token.ts';

export type KeyPair = { secret: string; publicKey: string };

export function newKeyPair(): KeyPair {
  // All but about one in 2^128 numbers of 32 bytes are keys.
  const secret = randomHex();
  return { secret, publicKey: publicKeyOf(secret) };
}

/** A child's connection, for its own device: the wallet, and the key to it. */
export type Pairing = { publicKey: string; walletUrl: string };

/** @throws VaultError if the vault doesn't have the key */
export function connectionOf(secrets: WalletSecrets, { publicKey, walletUrl }: Pairing): string {
  const secret = subWalletKeysOf(secrets).find((key) => publicKeyOf(key) === publicKey);
  if (secret === undefined) throw new VaultError('CANNOT_OPEN', 'This key is not in the vault');
  return `${walletUrl}&secret=${secret}`;
}
