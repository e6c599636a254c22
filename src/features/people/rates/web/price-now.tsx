/** The price in effect: its origin and age. */
import { t } from '@lingui/core/macro';
import type { Output } from '#contract/endpoint.ts';
import type { PriceSourceName } from '#core/price.ts';
import { DAY } from '#core/time.ts';
import type { rates } from '#features/people/rates/contract.ts';
import { dayText, momentText } from '#web/dates.ts';
import { useTimeZone } from '#web/time-zone.ts';
import { priceText } from './price-text.ts';
import { sourceName } from './source-words.ts';
import { TakePrice } from './take-price.tsx';
import { useReadAgain } from './use-read-again.ts';

export type Known = Output<typeof rates.get>;

/** After this many days, a typed price should be renewed. */
const OLD_DAYS = 90;

export const isLongAgo = ({ at, fromSource }: NonNullable<Known>): boolean =>
  !fromSource && Date.now() - new Date(at).getTime() > OLD_DAYS * DAY;

interface PriceNowProps {
  known: NonNullable<Known>;
  /** The source enabled by the operator, if any. */
  name: PriceSourceName | null;
}

export function PriceNow({ known, name }: PriceNowProps) {
  const { by, at, currency, minorPerBtc, fromSource } = known;
  const zone = useTimeZone();
  const day = dayText(at, zone, 'full');
  const price = priceText({ currency, minorPerBtc: BigInt(minorPerBtc) });
  if (fromSource) {
    const source = name === null ? t`the server’s source` : sourceName(name);
    const moment = momentText(at, zone);
    return <p>{t`${price} a bitcoin, from ${source}, ${moment}.`}</p>;
  }
  return (
    <p>
      {by
        ? t`${price} a bitcoin, typed by ${by} on ${day}.`
        : t`${price} a bitcoin, typed on ${day}.`}{' '}
      {isLongAgo(known) && <strong>{t`Is it still right?`}</strong>}
    </p>
  );
}

/** Shown while allowances wait for a price, after the source has been silent for long. */
export function OldPrice({ known: { currency, minorPerBtc } }: Pick<PriceNowProps, 'known'>) {
  const readAgain = useReadAgain();
  const price = priceText({ currency, minorPerBtc: BigInt(minorPerBtc) });
  return (
    <TakePrice
      {...{ currency, minorPerBtc }}
      tone="warn"
      title={t`The price of ${price} is more than 48 hours old`}
      label={t`Use it anyway`}
      onTaken={readAgain}
    >
      {t`Allowances agreed in ${currency} wait until you say it still counts.`}
    </TakePrice>
  );
}
