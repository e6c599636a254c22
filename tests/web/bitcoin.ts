/** For tests: finds amounts in bitcoin on a screen without the same amount in sats. */

/** The surrounding text of each. A field has its sats below it. */
export const bitcoinAlone = (): string[] =>
  [...document.querySelectorAll('body *')]
    .filter((one) => isBitcoin(one) && ![...one.children].some(isBitcoin))
    .filter((one) => !one.closest('.amount-below'))
    .map((one) => one.parentElement?.parentElement?.textContent ?? '')
    .filter((text) => !/\d sats/.test(text));

const isBitcoin = (one: Element) => /\d\s*BTC/.test(one.textContent);
