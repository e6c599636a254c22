/** Amounts as words: number first, unit always. Exact, from whole satoshis; no floating point. */
import { t } from '@lingui/core/macro';
import { formatBtc, USD_PER_BTC, usdCents } from '#core/money.ts';
import { numberFormat } from '#web/formats.ts';

export type Unit = 'sats' | 'btc' | 'usd';

/** `142300n` → `142,300` (no unit; the caller writes it beside). */
export function groupedSats(sats: bigint): string {
  return minus(numberFormat().format(sats));
}

/** `142300n` → `142,300 sats`. */
export function satsText(sats: bigint): string {
  return `${groupedSats(sats)} sats`;
}

/** `142300n` → `0.00142300 BTC`, with the decimal mark of the reader's language. */
export function btcText(sats: bigint): string {
  const format = numberFormat({ minimumFractionDigits: 8, useGrouping: false });
  return `${minus(format.format(formatBtc(sats) as `${number}`))} BTC`;
}

/** The fixed rate: the operator's, which the server writes into the page, or the usual one. */
export const usdPerBtc = (): bigint =>
  BigInt(globalThis.document?.documentElement.dataset.usdPerBtc ?? USD_PER_BTC);

/** `142300n` → `$62.61`, at the fixed rate. Say "about" beside it. */
export const usdText = (sats: bigint): string => centsText(usdCents(sats, usdPerBtc()));

/** `6261n` → `$62.61`; whole dollars without cents where `decimals` is 0. */
export function centsText(cents: bigint, decimals: 0 | 2 = 2): string {
  const size = cents < 0n ? -cents : cents;
  const digits = size.toString().padStart(3, '0');
  const decimal = `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  const format = numberFormat({
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return minus(format.format(decimal as `${number}`));
}

/** The amount in one unit, as running text; dollars get their "about". */
export function moneyText(sats: bigint, unit: Unit): string {
  if (unit === 'sats') return satsText(sats);
  return unit === 'btc' ? btcText(sats) : t`about ${usdText(sats)}`;
}

/** A real minus sign, as wide as a plus. */
function minus(text: string): string {
  return text.replace('-', '−');
}
