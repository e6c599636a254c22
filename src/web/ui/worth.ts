/** The value of money when it came or went, and its value now, in a family's currency. */
import { t } from '@lingui/core/macro';
import { aboutText, valueText } from './money-text.ts';

/**
 * `about €0.42 then, €0.55 now`. Without a price from then, or if both read the same, only `about
 * €0.55`; empty in a family without a currency, and for zero.
 * @param then the price of a bitcoin, in the smallest unit of its currency
 */
export function worthText(
  sats: bigint,
  then: { currency: string; minorPerBtc: number } | null,
): string {
  const about = aboutText(sats);
  if (!about || !then) return about;
  const size = sats < 0n ? -sats : sats;
  const now = valueText(size);
  const was = valueText(size, { ...then, minorPerBtc: BigInt(then.minorPerBtc) });
  return was === now ? about : t`about ${was} then, ${now} now`;
}
