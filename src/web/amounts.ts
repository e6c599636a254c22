/** Amounts of replies become whole sats; a minus in front says that something went out. */
import { parseBtc, type Sats } from '#core/money.ts';

/** `-0.00001200` → `-1200n`. Text that is no amount is a fault of the server and throws. */
export function satsOf(text: string): Sats {
  const isOut = text.startsWith('-');
  const sats = parseBtc(isOut ? text.slice(1) : text);
  if (sats === undefined) throw new RangeError(`no amount: ${text}`);
  return isOut ? -sats : sats;
}
