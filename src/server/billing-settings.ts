/**
 * The operator's prices and a family's access to paid features. Without a billing wallet nothing is
 * sold and every feature is open.
 */
import { readConnection } from '#core/lightning/nwc.ts';
import type { Tx } from './db/sql.ts';

export type BillingSettings = {
  /** Nostr Wallet Connect to the operator's own wallet, with permission to receive only. */
  readonly connectionString: string;
  /** The wallet's public key. */
  readonly walletId: string;
  /** Its relays, `host:port`. The operator chose them, so they may be on the private network. */
  readonly relays: readonly string[];
  readonly monthlySats: bigint;
  readonly yearlySats: bigint;
};

/** In sats; the operator can set others. */
export const DEFAULT_PRICES = { monthlySats: 21_000n, yearlySats: 200_000n };

/** Hosts that the operator names are trusted. */
const TRUSTED = { insecure: 'any' } as const;

/** @throws LightningError unless the text is a connection string */
export function readBillingWallet(
  text: string,
): Pick<BillingSettings, 'connectionString' | 'walletId' | 'relays'> {
  const { walletPubkey, relays } = readConnection(text, TRUSTED);
  return {
    connectionString: text,
    walletId: walletPubkey,
    relays: relays.map((relay) => new URL(relay).host),
  };
}

/** Always true if nothing is sold. */
export async function hasSubscription(
  billing: BillingSettings | undefined,
  tx: Tx,
  familyId: string,
  now: Date,
): Promise<boolean> {
  if (!billing) return true;
  const [row] = await tx`
    SELECT 1 FROM subscription_credit
    WHERE family_id = ${familyId} AND expires_at > ${now} LIMIT 1`;
  return row !== undefined;
}
