/** Hands the reply to the page's early call (early-boot.ts) to the script's first call. */
import { EARLY_PATH } from './early-boot.ts';

declare global {
  interface Window {
    satlingEarly?: Promise<Response> | undefined;
  }
}

/** The early reply is valid only this long: the book may have changed since the page was opened. */
const FRESH_MS = 60_000;

/**
 * The early reply, given out once: a second call asks the server again. After a change the reply is
 * outdated and dropped.
 */
export function takeEarly(url: string, method = 'GET'): Promise<Response> | undefined {
  const isChange = method !== 'GET';
  if (url !== EARLY_PATH && !isChange) return undefined;
  const early = window.satlingEarly;
  window.satlingEarly = undefined;
  return isChange || performance.now() > FRESH_MS ? undefined : early;
}
