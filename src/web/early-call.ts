/** The answer of the call that the page itself has sent (early-boot.ts), for the script's first. */
import { EARLY_PATH } from './early-boot.ts';

declare global {
  interface Window {
    satlingEarly?: Promise<Response> | undefined;
  }
}

/** The book may have moved on since the page was opened: this long it may have been on its way. */
const FRESH_MS = 60_000;

/**
 * What was asked already, once: a second call asks the server again. After a change it is from
 * before the change, and nobody's any more.
 */
export function takeEarly(url: string, method = 'GET'): Promise<Response> | undefined {
  const isChange = method !== 'GET';
  if (url !== EARLY_PATH && !isChange) return undefined;
  const early = window.satlingEarly;
  window.satlingEarly = undefined;
  return isChange || performance.now() > FRESH_MS ? undefined : early;
}
