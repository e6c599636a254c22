/** The price of a bitcoin, as typed. */
import { decimalsOf, majorText, type Rate } from '#core/rate.ts';
import { numberFormat } from '#web/formats.ts';

/** `€61,000`. */
export function priceText({ currency, minorPerBtc }: Rate): string {
  const decimals = decimalsOf(currency);
  const format = numberFormat({
    style: 'currency',
    currency,
    minimumFractionDigits: minorPerBtc % 10n ** BigInt(decimals) === 0n ? 0 : decimals,
  });
  return format.format(majorText(minorPerBtc, decimals) as `${number}`);
}
