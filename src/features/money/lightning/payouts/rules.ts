/** Decides how a payout proceeds, and when it is retried. Pure. */

import { LightningError } from '#core/lightning/error.ts';
import { payRequestUrl } from '#core/lightning/lnurl.ts';
import type { ConnectionErrorCode } from '#core/lightning/wallet.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import type { OwedBecause } from '#features/book/payments/contract.ts';
import { MOST_SATS } from '../connections/contract.ts';
import { LNURLP } from '../gifts/rules.ts';
import type { Payer, PayoutState } from './contract.ts';

/** No wallet was told to pay it. */
export const isPayable = (state: PayoutState): boolean => state === 'due' || state === 'owed';

type Facts = {
  payer: Payer;
  amountSats: bigint;
  address: string | null;
  agreedAddress: string | null;
};

/** Returns the obstacle known before any request; undefined if it can be tried. */
export function obstacleTo(facts: Facts): OwedBecause | undefined {
  const { payer, amountSats, address, agreedAddress } = facts;
  if (amountSats > MOST_SATS) return 'too-large';
  if (address === null) return 'no-address';
  if (address !== agreedAddress) return 'other-address';
  if (payer === 'server') return undefined;
  return payer === 'unlock' ? 'locked' : 'no-wallet';
}

/** After the first attempt, the second, and so on; then once a day. */
const WAITS_MS = [5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR];

/** @param tries the number of attempts, including this one */
export const nextTry = (tries: number, now: Date): Date =>
  new Date(now.getTime() + (WAITS_MS[tries - 1] ?? DAY));

/**
 * A denial by a person or the wallet is no proof: the payout is retried only if a person decides
 * so. The same goes for anything above a parent's ceiling.
 */
const WAITS_FOR_A_PERSON: readonly OwedBecause[] = ['unclear', 'unconfirmed', 'needs-ok'];
export const isTriedAgain = (failure: OwedBecause): boolean =>
  !WAITS_FOR_A_PERSON.includes(failure);

/** The reason why the receiver's server gave no invoice. */
export const receiverFailure = (code: ConnectionErrorCode): OwedBecause =>
  code === 'UNREACHABLE' || code === 'NO_ANSWER' || code === 'BUSY'
    ? 'receiver-silent'
    : 'receiver-refused';

/** The reason why the family's wallet isn't told to pay, after the budget check. */
export function walletFailure(code: ConnectionErrorCode): OwedBecause {
  if (code === 'OVER_BUDGET') return 'over-budget';
  if (code === 'UNREACHABLE' || code === 'NO_ANSWER' || code === 'BUSY') return 'unreachable';
  return 'refused';
}

/** The name of an address on this server; undefined for addresses elsewhere. */
export function nameHere(address: string, publicUrl: string): string | undefined {
  try {
    const url = payRequestUrl(address, { insecure: 'any' });
    const isHere = url.host === new URL(publicUrl).host && url.pathname.startsWith(LNURLP);
    return isHere ? decodeURIComponent(url.pathname.slice(LNURLP.length)) : undefined;
  } catch (error) {
    if (error instanceof LightningError) return undefined;
    throw error;
  }
}
