/** Why money on the way is not there, or why nobody knows: one list for server and screens. */
import type { ClaimedReason } from '#core/lightning/wallet.ts';

/** What a wallet says once it was told to pay. Its word alone: it may have paid. */
export const CLAIMS = [
  'said-over-budget',
  'said-insufficient',
  'said-busy',
  'said-restricted',
  'said-refused',
  'said-failed',
] as const satisfies readonly ClaimedReason[];
export type Claim = (typeof CLAIMS)[number];

/** Nothing was sent: the same invoice may be tried again. */
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

/** Why a payment was not made, or why nobody knows. */
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

/** Why what is to be paid is not paid yet: also where no payment could begin. */
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
  /** The wallet was told to pay and says that it did not; nobody else has said so. */
  'unconfirmed',
  /** Above the ceiling of the adult whose new plan it is: it waits for one fresh press. */
  'needs-ok',
] as const;
export type OwedBecause = (typeof OWED_BECAUSE)[number];

export const isClaim = (failure: OwedBecause | null): failure is Claim =>
  CLAIMS.some((claim) => claim === failure);
