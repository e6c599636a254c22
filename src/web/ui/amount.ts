/** The content of an amount field: the sats it means, and the text that was typed. */
import { formatBtc, type Sats } from '#core/money.ts';
import { decimalsOf, majorText, minorOf } from '#core/rate.ts';
import { readTyped } from '#core/typed-amount.ts';
import type { TypedUnit } from '#core/typed-units.ts';
import { numberFormat } from '#web/formats.ts';
import { groupedSats } from './money-text.ts';
import { ownRate } from './own-rate.ts';

export interface Amount {
  /** Undefined until the text is readable. */
  readonly sats: Sats | undefined;
  /** Absent until the reader changes the initial value. Whole sats without grouping. */
  readonly typed?: { readonly text: string; readonly unit: TypedUnit };
}

export const NO_AMOUNT: Amount = { sats: undefined };

/** A form's initial value. */
export const amountOf = (sats: Sats): Amount => ({ sats });

export function typedAmount(text: string, unit: TypedUnit): Amount {
  const sats = readTyped(text, unit, decimalMark(), ownRate());
  const isWhole = unit === 'sats' && sats !== undefined;
  return { sats, typed: { text: isWhole ? sats.toString() : text, unit } };
}

/** An amount chosen with one tap, as if it had been typed. */
export const chosenAmount = (sats: Sats, unit: TypedUnit): Amount => ({
  sats,
  typed: { text: writtenSats(sats, unit), unit },
});

export const isBlank = ({ sats, typed }: Amount): boolean =>
  sats === undefined && !typed?.text.trim();

/** Refused by every contract; the text itself could be an amount in another unit. */
const UNREADABLE = 'not an amount';

/** The amount in the form that calls take: bitcoin with 8 decimals; empty if nothing is typed. */
export function btcOf(amount: Amount): string {
  if (amount.sats !== undefined) return formatBtc(amount.sats);
  return isBlank(amount) ? '' : UNREADABLE;
}

export interface ShownAmount {
  text: string;
  unit: TypedUnit;
  /** True if the field added the marks between the thousands. */
  isGrouped: boolean;
}

/** The text of the field for a reader who types in `unit`. */
export function shownAmount({ sats, typed }: Amount, unit: TypedUnit): ShownAmount {
  if (typed && typed.unit === unit) return shown(typed.text, typed.unit);
  // A form that opens with zero shows an empty field: "2000" typed after a 0 is not an amount.
  if (sats === undefined || (sats === 0n && !typed)) return shown(typed?.text ?? '', unit);
  return shown(writtenSats(sats, unit), unit);
}

function shown(text: string, unit: TypedUnit): ShownAmount {
  const isGrouped = unit === 'sats' && /^(?:0|[1-9]\d*)$/.test(text);
  return { text: isGrouped ? groupedSats(BigInt(text)) : text, unit, isGrouped };
}

function writtenSats(sats: Sats, unit: TypedUnit): string {
  const rate = unit === 'own' ? ownRate() : null;
  if (unit === 'sats') return sats.toString();
  const plain = rate ? majorText(minorOf(sats, rate), decimalsOf(rate.currency)) : formatBtc(sats);
  return plain.replace('.', decimalMark());
}

/** In the reader's language: a point or a comma. */
export function decimalMark(): string {
  const parts = numberFormat().formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
}
