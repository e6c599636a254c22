/**
 * What the app's page does while its script is on its way: few bytes in its head, each with its
 * hash in the content security policy (scripts/build.ts). They say no more than they must.
 */
const PAGE = '/dashboard';
export const EARLY_PATH = '/api/dashboard';

/**
 * The dashboard's one call leaves with the page. The script's first such call takes over the answer
 * (early-call.ts); a failure is heard by that, and not before.
 */
export const EARLY_CALL =
  `if(location.pathname==='${PAGE}'&&document.cookie.split('; ').includes('signed_in=1'))` +
  `(window.satlingEarly=fetch('${EARLY_PATH}',{credentials:'include'})).catch(function(){})`;

/** A browser's first word of a number or a date takes long: said before anybody waits for it. */
export const EARLY_FORMATS =
  'setTimeout(function(){new Intl.NumberFormat().format(0);' +
  "new Intl.DateTimeFormat([],{weekday:'long'}).format(0);new Intl.ListFormat().format([])})";
