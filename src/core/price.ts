/**
 * Reads a bitcoin price as typed, and calculates what it buys. A separate file because rate.ts is
 * part of the first load.
 */
import { SATS_PER_BTC, type Sats } from './money.ts';
import type { Rate } from './rate.ts';

/** Above it, a number in JSON would no longer be exact. */
export const MOST_MINOR_PER_BTC = 1_000_000_000_000_000n;

/** The sources that an operator can switch on (PRICE_SOURCE). */
export const PRICE_SOURCES = ['coinbase', 'kraken'] as const;
export type PriceSourceName = (typeof PRICE_SOURCES)[number];

/** It is unreachable or too slow, refuses, or returns something that isn't a price. */
export const PRICE_PROBLEMS = ['silent', 'refused', 'bad_answer'] as const;
export type PriceProblem = (typeof PRICE_PROBLEMS)[number];

export const isCurrency = (code: string): boolean =>
  Intl.supportedValuesOf('currency').includes(code);

/**
 * The price of one bitcoin as typed, in the currency's smallest unit. In every language, a mark
 * before exactly three digits groups thousands; before fewer it is the decimal mark.
 */
export function readPrice(text: string, decimals: number): bigint | undefined {
  const typed = text.trim().replaceAll(/[\s'’]/g, '');
  const [, whole = '', part = ''] =
    /^(\d+(?:[.,]\d{3})*)(?:[.,](\d{1,2}|\d{4,}))?$/.exec(typed) ?? [];
  if (whole === '' || part.length > decimals) return undefined;
  const minor = BigInt(whole.replaceAll(/[.,]/g, '') + part.padEnd(decimals, '0'));
  return minor > 0n && minor <= MOST_MINOR_PER_BTC ? minor : undefined;
}

/**
 * More than twice or less than half of the last price in the same currency; the person has to
 * confirm it.
 */
export const isUnlikely = (next: Rate, last: Rate | null): boolean =>
  last !== null &&
  last.currency === next.currency &&
  (next.minorPerBtc > 2n * last.minorPerBtc || 2n * next.minorPerBtc < last.minorPerBtc);

/** The whole sats that an amount in the smallest unit buys; the rest of a sat is dropped. */
export const satsFor = (minor: bigint, { minorPerBtc }: Rate): Sats =>
  (minor * SATS_PER_BTC) / minorPerBtc;

/** An amount per week in a currency, with a maximum in sats. */
export type Agreement = {
  readonly currency: string;
  /** In the currency's smallest unit. */
  readonly minor: bigint;
  readonly mostSats: Sats;
};

/** The sats of an agreement at a price, rounded down. */
export function agreedSats(agreed: Agreement & Rate): Sats {
  const sats = satsFor(agreed.minor, agreed);
  return sats < agreed.mostSats ? sats : agreed.mostSats;
}
