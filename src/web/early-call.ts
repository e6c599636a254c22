/** The answer of the call that the page itself has sent (early-boot.ts), for the script's first. */
import { EARLY_PATH } from './early-boot.ts';

declare global {
  interface Window {
    satlingEarly?: Promise<Response> | undefined;
  }
}

/** What was asked already, once: a second call asks the server again. */
export function takeEarly(url: string, method = 'GET'): Promise<Response> | undefined {
  if (url !== EARLY_PATH || method !== 'GET') return undefined;
  const early = window.satlingEarly;
  window.satlingEarly = undefined;
  return early;
}
