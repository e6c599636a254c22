/**
 * Runs before the home page's first paint: with the readable cookie `signed_in=1` the page opens in
 * its Loading state, to avoid a button that appears and then changes.
 */
export const LANDING_BOOT =
  "if(/(^|; )signed_in=1(;|$)/.test(document.cookie))document.documentElement.dataset.auth='loading'";
