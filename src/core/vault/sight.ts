/**
 * What this server can see of a family in each mode. One table: /encryption-options is drawn from
 * it, and features/vault/server-sight.test.ts looks each row up in the database. Pure.
 */

/**
 * - `readable`: it is stored here so that the server can read it.
 * - `locked`: only a copy is stored that needs the family's passphrase.
 * - `absent`: it is not stored here at all.
 */
export type Sight = 'readable' | 'locked' | 'absent';

export const SIGHTS = [
  /** Names, entries, goals, requests. */
  { what: 'BOOK', standard: 'readable', encrypted: 'readable' },
  /** An xpub, a descriptor, or the address of a wallet that nobody lets the server look up. */
  { what: 'PUBLIC_KEY', standard: 'readable', encrypted: 'locked' },
  /** Those that a key's wallet uses, those that are prepared, and one that a parent lets it see. */
  { what: 'WALLET_ADDRESSES', standard: 'readable', encrypted: 'readable' },
  /** What a Lightning wallet takes payment orders with. */
  { what: 'PAYING_CONNECTION', standard: 'readable', encrypted: 'locked' },
  /**
   * A child's own wallet that was made in the standard mode: its connection stays as it was. One
   * that is made in the encrypted mode is in the payload, as the connection above.
   */
  { what: 'EARLIER_SUB_WALLET', standard: 'readable', encrypted: 'readable' },
  { what: 'RECEIVING_CONNECTION', standard: 'readable', encrypted: 'readable' },
  /** The provider's name, and the relays at which a wallet is reached. */
  { what: 'PROVIDER', standard: 'readable', encrypted: 'readable' },
  { what: 'LIGHTNING_ADDRESSES', standard: 'readable', encrypted: 'readable' },
  { what: 'PASSPHRASE', standard: 'absent', encrypted: 'absent' },
  /** Private keys and seed words. */
  { what: 'PRIVATE_KEYS', standard: 'absent', encrypted: 'absent' },
] as const satisfies readonly { what: string; standard: Sight; encrypted: Sight }[];

export type Seen = (typeof SIGHTS)[number]['what'];
