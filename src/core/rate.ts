/** What a bitcoin is worth in a currency: only for the eye, never part of a sum. */
import { SATS_PER_BTC, type Sats } from './money.ts';

export type Rate = {
  /** ISO 4217. */
  readonly currency: string;
  /** In the currency's smallest unit: cents, or yen. */
  readonly minorPerBtc: bigint;
};

/** Above it, a number in JSON would no longer be exact. */
export const MOST_MINOR_PER_BTC = 1_000_000_000_000_000n;

export const isCurrency = (code: string): boolean =>
  Intl.supportedValuesOf('currency').includes(code);

/** Decimals of a currency: 2 for euros, 0 for yen, 3 for Kuwaiti dinars. */
export const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits ?? 2;

/** In the smallest unit, to the nearest. */
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

/**
 * What a person types as the price of one bitcoin, in the smallest unit. A mark before exactly
 * three digits groups thousands, in every language; one before fewer is the decimal mark.
 */
export function readPrice(text: string, decimals: number): bigint | undefined {
  const typed = text.trim().replaceAll(/[\s'’]/g, '');
  const [, whole = '', part = ''] =
    /^(\d+(?:[.,]\d{3})*)(?:[.,](\d{1,2}|\d{4,}))?$/.exec(typed) ?? [];
  if (whole === '' || part.length > decimals) return undefined;
  const minor = BigInt(whole.replaceAll(/[.,]/g, '') + part.padEnd(decimals, '0'));
  return minor > 0n && minor <= MOST_MINOR_PER_BTC ? minor : undefined;
}

/** More than twice or less than half of the last one in the same currency: asked once more. */
export const isUnlikely = (next: Rate, last: Rate | null): boolean =>
  last !== null &&
  last.currency === next.currency &&
  (next.minorPerBtc > 2n * last.minorPerBtc || 2n * next.minorPerBtc < last.minorPerBtc);
