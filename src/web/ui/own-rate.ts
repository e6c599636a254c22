/**
 * The price of one bitcoin in the family's currency, which comes with the signed-in user. Without
 * one, the fixed estimate in dollars.
 */
import { useSyncExternalStore } from 'react';
import { USD_PER_BTC } from '#core/money.ts';
import type { Rate } from '#core/rate.ts';

const listeners = new Set<() => void>();
let own: Rate | null = null;

/** The family's own, or null. */
export const ownRate = (): Rate | null => own;

export function setOwnRate(rate: { currency: string; minorPerBtc: number } | null): void {
  if (own?.currency === rate?.currency && Number(own?.minorPerBtc) === Number(rate?.minorPerBtc))
    return;
  own = rate && { currency: rate.currency, minorPerBtc: BigInt(rate.minorPerBtc) };
  for (const listener of listeners) listener();
}

/** Rerenders when it changes. */
export const useOwnRate = (): Rate | null => useSyncExternalStore(subscribe, ownRate, () => null);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The fixed rate: the operator's, which the server writes into the page, or the default. */
export const usdPerBtc = (): bigint =>
  BigInt(globalThis.document?.documentElement.dataset.usdPerBtc ?? USD_PER_BTC);
