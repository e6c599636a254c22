/**
 * What one bitcoin is worth in the family's own money, as this browser knows it: kept, so that the
 * first paint shows it already. Without one, the fixed estimate in dollars.
 */
import { useSyncExternalStore } from 'react';
import { USD_PER_BTC } from '#core/money.ts';
import type { Rate } from '#core/rate.ts';
import { whenForgotten } from '#web/forget.ts';
import { STORAGE_PREFIX } from '#web/local/storage.ts';

const KEY = `${STORAGE_PREFIX}rate`;
const listeners = new Set<() => void>();
let known: { rate: Rate | null } | undefined;

/** The family's own, or null. */
export function ownRate(): Rate | null {
  known ??= { rate: read() };
  return known.rate;
}

export function setOwnRate(rate: { currency: string; minorPerBtc: number } | null): void {
  const next = rate && { currency: rate.currency, minorPerBtc: BigInt(rate.minorPerBtc) };
  const old = ownRate();
  if (old?.currency === next?.currency && old?.minorPerBtc === next?.minorPerBtc) return;
  known = { rate: next };
  keep(next);
  for (const listener of listeners) listener();
}

whenForgotten(() => setOwnRate(null));

/** Draws again when it changes. */
export const useOwnRate = (): Rate | null => useSyncExternalStore(subscribe, ownRate, () => null);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The fixed rate: the operator's, which the server writes into the page, or the usual one. */
export const usdPerBtc = (): bigint =>
  BigInt(globalThis.document?.documentElement.dataset.usdPerBtc ?? USD_PER_BTC);

function read(): Rate | null {
  try {
    const [currency, minor] = (localStorage.getItem(KEY) ?? '').split(' ');
    return currency && minor ? { currency, minorPerBtc: BigInt(minor) } : null;
  } catch {
    return null;
  }
}

function keep(rate: Rate | null): void {
  try {
    if (rate === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, `${rate.currency} ${rate.minorPerBtc}`);
  } catch {
    // Where storage is forbidden it lasts as long as the page.
  }
}
