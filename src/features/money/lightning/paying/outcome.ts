/** Derives a payment's outcome from a wallet's replies. Pure. */

import type { LookUp, PayOutcome } from '#core/lightning/wallet.ts';
import { DAY, MINUTE } from '#core/time.ts';
import { type Failure, isClaim } from '#features/book/payments/contract.ts';
import type { Proof } from './contract.ts';

/**
 * `unknown` leaves the hold in place: it may have been paid, even if the wallet denies it. `failed`
 * ends it and records the source: a pay day is retried automatically only if the source is our own
 * record or the payee.
 */
export type PaymentOutcome =
  | { is: 'paid'; proof: Proof; preimage: string | null; feeSats: bigint | null }
  | { is: 'failed'; failure: Failure; by: 'us' | 'payee' | 'wallet' | 'person' }
  | { is: 'unknown'; failure: Failure };

/** The wallet didn't answer in time. */
export const NO_ANSWER: PaymentOutcome = { is: 'unknown', failure: 'no-answer' };

/** A wallet's denial is a claim: only a payment that was never sent fails at once. */
export function afterPay(outcome: PayOutcome): PaymentOutcome {
  if (outcome.outcome === 'paid') return paid(outcome);
  if (outcome.outcome === 'unsent') return { is: 'failed', failure: outcome.reason, by: 'us' };
  return { is: 'unknown', failure: outcome.reason };
}

/** `failure`: the wallet's latest claim, if any. */
type Facts = { expiresAt: Date; connectionId: string | null; failure: Failure | null };

/** From then on, the invoice can't be paid, even if the payee's clock is a little slow. */
export const unpayableAt = ({ expiresAt }: Pick<Facts, 'expiresAt'>): number =>
  expiresAt.getTime() + 5 * MINUTE;

/** After this moment, a payment fails if its wallet doesn't know it and never refused it. */
export const givenUpAt = ({ expiresAt }: Pick<Facts, 'expiresAt'>): number =>
  expiresAt.getTime() + DAY;

/**
 * A wallet's denial is valid only after the invoice has expired, and only from the wallet that was
 * to pay: "failed", or "not found" from one that had refused. One that had not refused gets an
 * extra day.
 * @param answered the connection that answered, and when
 */
export function afterLookUp(
  found: LookUp,
  payment: Facts,
  { by, now }: { by: string | undefined; now: Date },
): PaymentOutcome {
  if (found.state === 'settled') return paid(found);
  if (found.state === 'expired') return { is: 'unknown', failure: 'bad-answer' };
  if (found.state === 'open') return { is: 'unknown', failure: 'no-answer' };
  const claim = isClaim(payment.failure) ? payment.failure : undefined;
  const isItsWallet = by !== undefined && by === payment.connectionId;
  const isAfter = (moment: number) => isItsWallet && now.getTime() > moment;
  if (found.state === 'failed') {
    const failure = claim ?? 'said-failed';
    if (isAfter(unpayableAt(payment))) return { is: 'failed', failure, by: 'wallet' };
    return { is: 'unknown', failure };
  }
  const endsAt = claim === undefined ? givenUpAt(payment) : unpayableAt(payment);
  if (found.reason === 'not-found' && isAfter(endsAt))
    return { is: 'failed', failure: claim ?? 'not-found', by: 'wallet' };
  return { is: 'unknown', failure: found.reason };
}

const paid = ({
  proof,
  preimage,
  feeSats,
}: {
  proof: 'proven' | 'stated';
  preimage?: string | undefined;
  feeSats: bigint | undefined;
}): PaymentOutcome => ({ is: 'paid', proof, preimage: preimage ?? null, feeSats: feeSats ?? null });
