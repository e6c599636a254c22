/** What a wallet's answers mean for a payment. Pure. */
import type { LookUp, PayOutcome } from '#core/lightning/wallet.ts';
import type { Failure, Proof } from './contract.ts';

/** What was learnt. `unknown` keeps the hold: it may have been paid. */
export type News =
  | { is: 'paid'; proof: Proof; preimage: string | null; feeSats: bigint | null }
  | { is: 'failed'; failure: Failure }
  | { is: 'unknown'; failure: Failure };

/** Nothing was heard in time. */
export const SILENCE: News = { is: 'unknown', failure: 'no-answer' };

export function afterPay(outcome: PayOutcome): News {
  if (outcome.outcome === 'paid') return paid(outcome);
  if (outcome.outcome === 'refused') return { is: 'failed', failure: outcome.reason };
  return { is: 'unknown', failure: outcome.reason };
}

type Facts = { expiresAt: Date; connectionId: string | null };

const DAY_MS = 86_400_000;

/** After this moment a payment that the wallet does not know was not made. */
export const givenUpAt = ({ expiresAt }: Pick<Facts, 'expiresAt'>): number =>
  expiresAt.getTime() + DAY_MS;

/**
 * "Not found" is no "failed" before the invoice has expired and a day has gone, and never from
 * another wallet than the one that was told to pay.
 * @param heard the connection that answers, and when
 */
export function afterLookUp(
  found: LookUp,
  payment: Facts,
  { by, now }: { by: string | undefined; now: Date },
): News {
  if (found.state === 'settled') return paid(found);
  if (found.state === 'failed') return { is: 'failed', failure: 'no-route' };
  if (found.state === 'expired') return { is: 'unknown', failure: 'bad-answer' };
  if (found.state === 'open') return { is: 'unknown', failure: 'no-answer' };
  const isItsWallet = by !== undefined && by === payment.connectionId;
  if (found.reason === 'not-found' && isItsWallet && now.getTime() > givenUpAt(payment))
    return { is: 'failed', failure: 'expired' };
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
