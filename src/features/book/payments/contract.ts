/** Reasons for a missing payment or an unknown outcome: one list for server and screens. */
import type { ClaimedReason } from '#core/lightning/wallet.ts';

/** Claims of a wallet after a pay command. Unverified: it may have paid after all. */
export const CLAIMS = [
  'said-over-budget',
  'said-insufficient',
  'said-busy',
  'said-restricted',
  'said-refused',
  'said-failed',
] as const satisfies readonly ClaimedReason[];
export type Claim = (typeof CLAIMS)[number];

/** Nothing was sent: the same invoice can be tried again. */
export const UNSENT = [
  'over-budget',
  'no-budget',
  'not-agreed',
  'insufficient',
  'not-offered',
  'unreachable',
  'busy',
  'refused',
  'never-sent',
] as const;

/** Why a payment was not made, or why its outcome is unknown. */
export const FAILURES = [
  ...CLAIMS,
  ...UNSENT,
  'no-route',
  'tried',
  'expired',
  'no-amount',
  'other-network',
  'no-answer',
  'bad-answer',
  'not-found',
  'unclear',
  'another-amount',
] as const;
export type Failure = (typeof FAILURES)[number];

/** Why something owed isn't paid yet, including reasons why no payment could start. */
export const OWED_BECAUSE = [
  ...FAILURES,
  'no-wallet',
  'locked',
  'no-address',
  'other-address',
  'too-large',
  'receiver-silent',
  'receiver-refused',
  'receiver-too-long',
  'taken-back',
  /** The wallet got the pay command and says it didn't pay; nothing else confirms that. */
  'unconfirmed',
  /** Above the ceiling of the adult who made the new plan: it needs one fresh confirmation. */
  'needs-ok',
] as const;
export type OwedBecause = (typeof OWED_BECAUSE)[number];

export const isClaim = (failure: OwedBecause | null): failure is Claim =>
  CLAIMS.some((claim) => claim === failure);
