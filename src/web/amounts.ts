/** Converts amounts in replies to whole sats; a leading minus means money went out. */
import { parseBtc, type Sats } from '#core/money.ts';

/** `-0.00001200` → `-1200n`. Text that is not an amount is a server fault and throws. */
export function satsOf(text: string): Sats {
  const isOut = text.startsWith('-');
  const sats = parseBtc(isOut ? text.slice(1) : text);
  if (sats === undefined) throw new RangeError(`no amount: ${text}`);
  return isOut ? -sats : sats;
}
