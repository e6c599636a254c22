/**
 * Amounts. Inside the program money is whole satoshis in a bigint whose name ends in `Sats`;
 * bitcoin with eight decimals is text that exists only at the edges (API, forms, screens, CSV). 1
 * BTC = 100,000,000 sats; there will never be more than 21,000,000 BTC.
 */

export type Sats = bigint;

export const SATS_PER_BTC = 100_000_000n;
export const MAX_SATS: Sats = 21_000_000n * SATS_PER_BTC;

/** The default fixed display rate: USD per BTC. An estimate to show, never part of a rule. */
export const USD_PER_BTC = 44_000n;

const DECIMAL = /^(?:(0|[1-9]\d{0,7})(?:\.(\d{0,8}))?|\.(\d{1,8}))$/;

/**
 * Reads bitcoin as people and programs write it: `0.001`, `0,001`, `.5`, `5.`, `1,234.5`, at most 8
 * decimals. A comma may be the decimal mark or group thousands, if only one reading is possible;
 * `1,500` could be either, so it is refused. No sign, exponent, spaces or leading zeros (`05` is a
 * `0,5` that lost its comma), ASCII digits only, at most 21,000,000. Returns undefined for anything
 * else; never rounds.
 */
export function parseBtc(text: string): Sats | undefined {
  const match = DECIMAL.exec(withPoint(text));
  if (!match) return undefined;
  const [, whole = '0', decimals = match[3] ?? ''] = match;
  const sats = BigInt(whole) * SATS_PER_BTC + BigInt(decimals.padEnd(8, '0'));
  return sats <= MAX_SATS ? sats : undefined;
}

/**
 * Uses a point as the decimal mark and drops groups; an ambiguous comma stays, and is refused
 * later.
 */
function withPoint(text: string): string {
  const grouped = /^[1-9]\d{0,2}(?:,\d{3})+(\.\d*)?$/.exec(text);
  // `1,500` alone may be one and a half; a second comma or a point settles what the first one
  // means.
  if (grouped && (grouped[1] !== undefined || text.indexOf(',') !== text.lastIndexOf(',')))
    return text.replaceAll(',', '');
  return grouped ? text : text.replace(/^(\d*),(\d*)$/, '$1.$2');
}

/**
 * Reads a JSON number as bitcoin. JSON numbers are doubles, so their shortest decimal form is used
 * (`1e-8` is 0.00000001). Undefined if it has more than 8 decimals, is negative or not finite.
 */
export function parseBtcNumber(value: number): Sats | undefined {
  if (!Number.isFinite(value) || value < 0 || Object.is(value, -0)) return undefined;
  const fixed = value.toFixed(8);
  return Number(fixed) === value ? parseBtc(fixed) : undefined;
}

/** `142300n` → `0.00142300`. Negative amounts start with their sign. */
export function formatBtc(sats: Sats): string {
  const digits = (sats < 0n ? -sats : sats).toString().padStart(9, '0');
  return `${sats < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

/** Whole US cents at the fixed rate, rounded half up by magnitude. `142300n` → `6261n`. */
export function usdCents(sats: Sats, usdPerBtc: bigint = USD_PER_BTC): bigint {
  const magnitude = sats < 0n ? -sats : sats;
  const cents = (magnitude * usdPerBtc * 100n + SATS_PER_BTC / 2n) / SATS_PER_BTC;
  return sats < 0n ? -cents : cents;
}
