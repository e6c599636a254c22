/** What a wallet's answers mean for a payment. Pure. */

import type { LookUp, PayOutcome } from '#core/lightning/wallet.ts';
import { DAY, MINUTE } from '#core/time.ts';
import { type Failure, isClaim } from '#features/payments/contract.ts';
import type { Proof } from './contract.ts';

/**
 * What was learnt. `unknown` keeps the hold: it may have been paid, also where the wallet says that
 * it was not. `failed` ends it, and names whose word that is: only what we know ourselves, or what
 * whoever was to be paid says, lets a pay day be paid anew unasked.
 */
export type News =
  | { is: 'paid'; proof: Proof; preimage: string | null; feeSats: bigint | null }
  | { is: 'failed'; failure: Failure; by: 'us' | 'payee' | 'wallet' | 'person' }
  | { is: 'unknown'; failure: Failure };

/** Nothing was heard in time. */
export const SILENCE: News = { is: 'unknown', failure: 'no-answer' };

/** A wallet's no is a claim: only what was never sent has failed at once. */
export function afterPay(outcome: PayOutcome): News {
  if (outcome.outcome === 'paid') return paid(outcome);
  if (outcome.outcome === 'unsent') return { is: 'failed', failure: outcome.reason, by: 'us' };
  return { is: 'unknown', failure: outcome.reason };
}

/** `failure`: what its wallet has said so far. */
type Facts = { expiresAt: Date; connectionId: string | null; failure: Failure | null };

/** From then on nobody can pay the invoice any more; the payee's clock may be a little late. */
export const unpayableAt = ({ expiresAt }: Pick<Facts, 'expiresAt'>): number =>
  expiresAt.getTime() + 5 * MINUTE;

/** After this moment a payment was not made that its wallet does not know and never refused. */
export const givenUpAt = ({ expiresAt }: Pick<Facts, 'expiresAt'>): number =>
  expiresAt.getTime() + DAY;

/**
 * A wallet's no counts only where it is given after the invoice has expired, and by the wallet that
 * was told to pay: "failed", or "not found" from one that had refused. One that had not must have
 * had a day.
 * @param heard the connection that answers, and when
 */
export function afterLookUp(
  found: LookUp,
  payment: Facts,
  { by, now }: { by: string | undefined; now: Date },
): News {
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
}): News => ({ is: 'paid', proof, preimage: preimage ?? null, feeSats: feeSats ?? null });
