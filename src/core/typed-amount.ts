/**
 * Amounts as people type them, in sats or in bitcoin. The unit beside the field decides what the
 * number means; a text that can be read in two ways is not read at all.
 */
import { MAX_SATS, parseBtc, type Sats } from './money.ts';
import type { TypedUnit } from './typed-units.ts';

/** What may group digits beside point and comma: spaces, and the apostrophes of Switzerland. */
const SPACES = " \u00a0\u202f'’";

/** `2000`, `2,000`, `2.000`, `2 000`: the same mark between all groups, no zero in front. */
const WHOLE = new RegExp(`^(?:0|[1-9]\\d*|[1-9]\\d{0,2}([.,${SPACES}])\\d{3}(?:\\1\\d{3})*)$`);

const SPACED = new RegExp(`^[1-9]\\d{0,2}(?:([${SPACES}])\\d{3})(?:\\1\\d{3})*(?![\\d${SPACES}])`);

/** Groups with one mark, then perhaps decimals after the other: `1,234.5`, `1.234,5`. */
const GROUPED = /^([1-9]\d{0,2}([.,])\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d*))?$/;

/**
 * Whole sats; undefined for what is no amount or could be two. A fraction is none in sats: `0.5`
 * may be bitcoin, dollars or a slip, and half a bitcoin is never guessed.
 * @param decimal the decimal mark of the reader's language: point or comma.
 */
export function readTyped(text: string, unit: TypedUnit, decimal: string): Sats | undefined {
  const trimmed = text.trim();
  if (unit === 'sats') return readSats(trimmed);
  const plain = withPoint(trimmed, decimal);
  return plain === undefined ? undefined : parseBtc(plain);
}

function readSats(text: string): Sats | undefined {
  if (!WHOLE.test(text) || text.length > 40) return undefined;
  const sats = BigInt(text.replaceAll(/\D/g, ''));
  return sats <= MAX_SATS ? sats : undefined;
}

/** Bitcoin with a point and without groups. `1,500` is one and a half only where a comma is. */
function withPoint(text: string, decimal: string): string | undefined {
  const solid = text.replace(SPACED, (whole) => whole.replaceAll(/\D/g, ''));
  const grouped = GROUPED.exec(solid);
  if (!grouped) return solid.replaceAll(',', '.');
  const [, whole = '', mark = '', decimals] = grouped;
  const isSure = decimals !== undefined || whole.indexOf(mark) !== whole.lastIndexOf(mark);
  if (isSure) return `${whole.replaceAll(mark, '')}.${decimals ?? ''}`;
  return mark === decimal ? solid.replace(mark, '.') : undefined;
}
