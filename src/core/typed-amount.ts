/**
 * Amounts as people type them: in sats, in bitcoin, or in their family's currency. The unit next to
 * the field decides what the number means; a text with two readings is refused.
 */
import { MAX_SATS, parseBtc, type Sats } from './money.ts';
import { satsFor } from './price.ts';
import { decimalsOf, type Rate } from './rate.ts';
import type { TypedUnit } from './typed-units.ts';

/** Digit separators apart from point and comma: spaces, and Swiss apostrophes. */
const SPACES = " \u00a0\u202f'’";

/** `2000`, `2,000`, `2.000`, `2 000`: the same mark between all groups, no leading zero. */
const WHOLE = new RegExp(`^(?:0|[1-9]\\d*|[1-9]\\d{0,2}([.,${SPACES}])\\d{3}(?:\\1\\d{3})*)$`);

const SPACED = new RegExp(`^[1-9]\\d{0,2}(?:([${SPACES}])\\d{3})(?:\\1\\d{3})*(?![\\d${SPACES}])`);

/** Groups with one mark, then perhaps decimals after the other: `1,234.5`, `1.234,5`. */
const GROUPED = /^([1-9]\d{0,2}([.,])\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d*))?$/;

/**
 * Whole sats; undefined for anything that isn't an amount or has two readings. Fractions of a sat
 * are refused: `0.5` may be bitcoin, dollars or a typo, and half a bitcoin is never guessed.
 * @param decimal the decimal mark of the reader's language: point or comma
 * @param rate the price in the family's currency; without it nothing is read in that currency
 */
export function readTyped(
  text: string,
  unit: TypedUnit,
  decimal: string,
  rate: Rate | null = null,
): Sats | undefined {
  const trimmed = text.trim();
  if (unit === 'sats') return readSats(trimmed);
  if (unit === 'own') return rate ? readOwn(trimmed, decimal, rate) : undefined;
  const plain = withPoint(trimmed, decimal);
  return plain === undefined ? undefined : parseBtc(plain);
}

function readSats(text: string): Sats | undefined {
  if (!WHOLE.test(text) || text.length > 40) return undefined;
  const sats = BigInt(text.replaceAll(/\D/g, ''));
  return sats <= MAX_SATS ? sats : undefined;
}

/** An amount of the family's currency, as the sats it buys; the rest of a sat is dropped. */
function readOwn(text: string, decimal: string, rate: Rate): Sats | undefined {
  const minor = text.length > 40 ? undefined : readMinor(text, decimal, decimalsOf(rate.currency));
  const sats = minor === undefined ? undefined : satsFor(minor, rate);
  return sats === undefined || sats > MAX_SATS ? undefined : sats;
}

/**
 * In the currency's smallest unit. Three digits after the reader's decimal mark are one too many
 * for cents; after the other mark they are thousands: `1.500` is 1,500 euros where the decimal mark
 * is a comma.
 */
export function readMinor(text: string, decimal: string, decimals: number): bigint | undefined {
  const mark = /^[1-9]\d{0,2}([.,])\d{3}$/.exec(text.trim())?.[1];
  const plain =
    mark !== undefined && mark !== decimal && decimals < 3
      ? text.replace(mark, '')
      : withPoint(text.trim(), decimal);
  const [, whole, part = ''] = /^(\d+)(?:\.(\d*))?$/.exec(plain?.trim() ?? '') ?? [];
  if (whole === undefined || part.length > decimals) return undefined;
  return BigInt(whole + part.padEnd(decimals, '0'));
}

/**
 * Bitcoin with a point and without groups. `1,500` is one and a half only where the decimal mark is
 * a comma.
 */
function withPoint(text: string, decimal: string): string | undefined {
  const solid = text.replace(SPACED, (whole) => whole.replaceAll(/\D/g, ''));
  const grouped = GROUPED.exec(solid);
  if (!grouped) return solid.replaceAll(',', '.');
  const [, whole = '', mark = '', decimals] = grouped;
  const isSure = decimals !== undefined || whole.indexOf(mark) !== whole.lastIndexOf(mark);
  if (isSure) return `${whole.replaceAll(mark, '')}.${decimals ?? ''}`;
  return mark === decimal ? solid.replace(mark, '.') : undefined;
}
