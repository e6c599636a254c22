/** News from the operator's source about a family's currency, if it concerns a parent. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Output } from '#contract/endpoint.ts';
import { SECOND } from '#core/time.ts';
import { rates } from '#features/people/rates/contract.ts';
import { momentText } from '#web/dates.ts';
import { query } from '#web/query.ts';
import { useTimeZone } from '#web/time-zone.ts';
import { Banner } from '#web/ui/banner.tsx';
import { priceText } from './price-text.ts';
import { problemText, sourceName } from './source-words.ts';
import { TakePrice } from './take-price.tsx';
import { useReadAgain } from './use-read-again.ts';

export type Source = Output<typeof rates.source>;

/** The server queries it within a minute. */
const LOOK_EVERY_MS = 10 * SECOND;

interface SourceNewsProps {
  source: Source;
  /** No price from the source has been accepted yet. */
  isFirst: boolean;
}

export function SourceNews({ source, isFirst }: SourceNewsProps) {
  const { currency, minorPerBtc, at, isTaken, problem } = source;
  // Until there is a price to accept.
  const isAwaited = currency !== null && minorPerBtc === null && problem === null;
  useQuery({ ...query(rates.source, {}), refetchInterval: isAwaited ? LOOK_EVERY_MS : false });
  if (source.name === null || currency === null) return null;
  const name = sourceName(source.name);
  return (
    <>
      {isAwaited && (
        <p role="status">{t`This server asks ${name} within a minute. The price then shows here.`}</p>
      )}
      {problem && <Banner tone="warn">{problemText(problem, name)}</Banner>}
      {at && minorPerBtc !== null && !isTaken && (
        <Offer {...{ currency, at, minorPerBtc, name, isFirst }} />
      )}
    </>
  );
}

interface OfferProps extends Pick<SourceNewsProps, 'isFirst'> {
  name: string;
  currency: string;
  minorPerBtc: number;
  at: string;
}

function Offer({ currency, minorPerBtc, at, name, isFirst }: OfferProps) {
  const readAgain = useReadAgain();
  const price = priceText({ currency, minorPerBtc: BigInt(minorPerBtc) });
  const moment = momentText(at, useTimeZone());
  return (
    <TakePrice
      {...{ currency, minorPerBtc }}
      tone={isFirst ? 'info' : 'warn'}
      title={t`${name}: ${price} a bitcoin`}
      label={t`Use this price`}
      onTaken={readAgain}
    >
      {isFirst
        ? t`As of ${moment}. Once you use it, your price follows ${name}.`
        : t`As of ${moment}. It is more than twice, or less than half, the last one, so it isn’t used unless you say so.`}
    </TakePrice>
  );
}
