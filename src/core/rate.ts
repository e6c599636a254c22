/** The value of bitcoin in a currency: for display, and for allowances agreed in it. */
import { SATS_PER_BTC, type Sats } from './money.ts';

export type Rate = {
  /** ISO 4217. */
  readonly currency: string;
  /** In the currency's smallest unit: cents, or yen. */
  readonly minorPerBtc: bigint;
};

/** Decimals of a currency: 2 for euros, 0 for yen, 3 for Kuwaiti dinars. */
export const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits ?? 2;

/** In the smallest unit, rounded to the nearest. */
export function minorOf(sats: Sats, { minorPerBtc }: Rate): bigint {
  const size = sats < 0n ? -sats : sats;
  const minor = (size * minorPerBtc + SATS_PER_BTC / 2n) / SATS_PER_BTC;
  return sats < 0n ? -minor : minor;
}

/** As a decimal text: `6150n` with two decimals is `61.50`. */
export function majorText(minor: bigint, decimals: number): string {
  const sign = minor < 0n ? '-' : '';
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0');
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
