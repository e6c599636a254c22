/**
 * Inline scripts that run while the app's script is loading: a few bytes in the head, each with its
 * hash in the content security policy (scripts/build.ts). They do only what they must.
 */
const PAGE = '/dashboard';
export const EARLY_PATH = '/api/dashboard';

/**
 * Sends the dashboard's only call with the page. The script's first call to that address takes over
 * the reply (early-call.ts), and handles a failure.
 */
export const EARLY_CALL =
  `if(location.pathname==='${PAGE}'&&document.cookie.split('; ').includes('signed_in=1'))` +
  `(window.satlingEarly=fetch('${EARLY_PATH}',{credentials:'include'})).catch(function(){})`;

/** A browser's first formatting of a number or a date is slow, so it is done ahead of time. */
export const EARLY_FORMATS =
  'setTimeout(function(){new Intl.NumberFormat().format(0);' +
  "new Intl.DateTimeFormat([],{weekday:'long'}).format(0);new Intl.ListFormat().format([])})";
