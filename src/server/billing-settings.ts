/**
 * What the operator sells, and what a family may use of it. Without a wallet nothing is sold and
 * everything is open.
 */
import { readConnection } from '#core/lightning/nwc.ts';
import type { Tx } from './db/database.ts';

export type BillingSettings = {
  /** Nostr Wallet Connect to the operator's own wallet. It must be able to receive only. */
  readonly connectionString: string;
  /** The wallet's public key. */
  readonly walletId: string;
  /** Its relays, `host:port`: the operator has named them, so they may be in the own network. */
  readonly relays: readonly string[];
  readonly monthlySats: bigint;
  readonly yearlySats: bigint;
};

/** Sats; the operator may set others. */
export const DEFAULT_PRICES = { monthlySats: 21_000n, yearlySats: 200_000n };

/** Whom the operator names, the operator trusts. */
const TRUSTED = { insecure: 'any' } as const;

/** @throws LightningError for a text that is no connection string */
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

/** True for everybody where nothing is sold. */
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
