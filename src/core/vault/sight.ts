/**
 * Shows what this server can see of a family in each mode. A single table: /encryption-options is
 * drawn from it, and features/money/vault/server-sight.test.ts checks each row against the
 * database. Pure.
 */

/**
 * - `readable`: stored in a form that the server can read.
 * - `locked`: only stored under the family's passphrase.
 * - `absent`: not stored here at all.
 */
export type Sight = 'readable' | 'locked' | 'absent';

export const SIGHTS = [
  /** Names, entries, goals, requests. */
  { what: 'BOOK', standard: 'readable', encrypted: 'readable' },
  /** An xpub, a descriptor, or the address of a wallet that the server isn't allowed to look up. */
  { what: 'PUBLIC_KEY', standard: 'readable', encrypted: 'locked' },
  /** Addresses used by a key's wallet, prepared ones, and one that a parent reveals. */
  { what: 'WALLET_ADDRESSES', standard: 'readable', encrypted: 'readable' },
  /** The connection through which a Lightning wallet accepts payment orders. */
  { what: 'PAYING_CONNECTION', standard: 'readable', encrypted: 'locked' },
  /**
   * A child's own wallet made in the standard mode: its connection stays unencrypted. One made in
   * the encrypted mode is in the payload, like the connection above.
   */
  { what: 'EARLIER_SUB_WALLET', standard: 'readable', encrypted: 'readable' },
  { what: 'RECEIVING_CONNECTION', standard: 'readable', encrypted: 'readable' },
  /** The provider's name, and the relays through which a wallet is reached. */
  { what: 'PROVIDER', standard: 'readable', encrypted: 'readable' },
  { what: 'LIGHTNING_ADDRESSES', standard: 'readable', encrypted: 'readable' },
  { what: 'PASSPHRASE', standard: 'absent', encrypted: 'absent' },
  /** Private keys and seed words. */
  { what: 'PRIVATE_KEYS', standard: 'absent', encrypted: 'absent' },
] as const satisfies readonly { what: string; standard: Sight; encrypted: Sight }[];

export type Seen = (typeof SIGHTS)[number]['what'];
