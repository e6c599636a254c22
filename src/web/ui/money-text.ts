/** Amounts as words: number first, unit always. Exact, from whole satoshis; no floating point. */
import { t } from '@lingui/core/macro';
import { formatBtc, usdCents } from '#core/money.ts';
import { decimalsOf, majorText, minorOf } from '#core/rate.ts';
import { numberFormat } from '#web/formats.ts';
import { ownRate, usdPerBtc } from './own-rate.ts';

export type Unit = 'sats' | 'btc' | 'usd';

/** `142300n` → `142,300` (no unit; the caller writes it). */
export function groupedSats(sats: bigint): string {
  return minus(numberFormat().format(sats));
}

/** `142300n` → `142,300 sats`. */
export function satsText(sats: bigint): string {
  return `${groupedSats(sats)} sats`;
}

/** `about €87`, in a family's currency; empty without one, and for zero. */
export const aboutText = (sats: bigint): string =>
  ownRate() === null || sats === 0n ? '' : moneyText(sats < 0n ? -sats : sats, 'usd');

/**
 * Within a sentence: `142,300 sats (about €87)`. Of two amounts the total gets it: "3,000 sats of
 * 20,000 sats (about €12)". Buttons, chips and fields use `satsText`.
 */
export function satsWithValue(sats: bigint): string {
  const about = aboutText(sats);
  return about ? `${satsText(sats)} (${about})` : satsText(sats);
}

/** `142300n` → `0.00142300 BTC`, with the decimal mark of the reader's language. */
export function btcText(sats: bigint): string {
  const format = numberFormat({ minimumFractionDigits: 8, useGrouping: false });
  return `${minus(format.format(formatBtc(sats) as `${number}`))} BTC`;
}

/**
 * The value: `142300n` → `$62.61` at the fixed rate, or two significant digits in the family's
 * currency, `€87`, or at another rate. Put "about" before it.
 */
export function valueText(sats: bigint, rate = ownRate()): string {
  if (rate === null) return centsText(usdCents(sats, usdPerBtc()));
  const decimals = decimalsOf(rate.currency);
  const major = majorText(minorOf(sats * FINER, rate), decimals + FINER_DECIMALS);
  const size = Math.abs(Number(major));
  // Coins are written with all their digits: €3.70, not €3.7.
  const isCoins = size >= 0.995 && size < 9.95;
  const format = numberFormat({
    ...{ style: 'currency', currency: rate.currency },
    ...(isCoins ? { minimumFractionDigits: decimals } : { maximumSignificantDigits: 2 }),
  });
  return minus(format.format((isCoins ? Number(major).toPrecision(2) : major) as `${number}`));
}

/** A sat may be worth less than the smallest coin. */
const FINER_DECIMALS = 4;
const FINER = 10_000n;

/** `6261n` → `$62.61`; whole dollars without cents if `decimals` is 0. */
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

/** The amount in one unit, as running text; government currencies get an "about". */
export function moneyText(sats: bigint, unit: Unit): string {
  if (unit === 'sats') return satsText(sats);
  return unit === 'btc' ? btcText(sats) : t`about ${valueText(sats)}`;
}

/** A real minus sign, as wide as a plus. */
function minus(text: string): string {
  return text.replace('-', '−');
}
