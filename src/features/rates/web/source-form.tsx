/** The price from the operator's source: for which money, and the yes to what it says. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '#contract/endpoint.ts';
import { SECOND } from '#core/time.ts';
import { rates } from '#features/rates/contract.ts';
import { momentText } from '#web/dates.ts';
import { query, useCall } from '#web/query.ts';
import { useTimeZone } from '#web/time-zone.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { CurrencyField } from './currency-field.tsx';
import type { Known } from './price-now.tsx';
import { priceText } from './price-text.ts';
import { problemText, sourceName } from './source-words.ts';
import { useReadAgain } from './use-read-again.ts';

export type Source = Output<typeof rates.source>;

/** The server asks within a minute. */
const LOOK_EVERY_MS = 10 * SECOND;

interface SourceFormProps {
  known: Known;
  source: Source;
  /** Offered first where none is known. */
  usual: string;
}

export function SourceForm({ known, source, usual }: SourceFormProps) {
  const [currency, setCurrency] = useState(source.currency ?? known?.currency ?? usual);
  const readAgain = useReadAgain();
  const choose = useCall(rates.choose, { onDone: readAgain });
  const name = source.name && sourceName(source.name);
  if (!name) return null;
  return (
    <>
      <CurrencyField value={currency} onChange={setCurrency} />
      <CallFailure error={choose.error} fallback={t`It could not be changed just now.`} />
      {currency === source.currency ? (
        <Reading source={source} name={name} isFirst={!known?.fromSource} />
      ) : (
        <Button
          look="alt"
          className="justify-self-start"
          busy={choose.isPending}
          onClick={() => choose.run({ currency })}
        >
          {t`Get the price from ${name}`}
        </Button>
      )}
    </>
  );
}

interface ReadingProps {
  source: Source;
  name: string;
  /** No price of the source has been taken yet. */
  isFirst: boolean;
}

function Reading({
  source: { minorPerBtc, isTaken, problem, ...said },
  name,
  isFirst,
}: ReadingProps) {
  // Until there is something to say yes to.
  const isAwaited = minorPerBtc === null && problem === null;
  useQuery({ ...query(rates.source, {}), refetchInterval: isAwaited ? LOOK_EVERY_MS : false });
  const { currency, at } = said;
  return (
    <>
      {isAwaited && (
        <p role="status">{t`This server asks ${name} within a minute. The price then shows here.`}</p>
      )}
      {problem && <Banner tone="warn">{problemText(problem, name)}</Banner>}
      {currency && at && minorPerBtc !== null && !isTaken && (
        <Offer {...{ currency, at, minorPerBtc, name, isFirst }} />
      )}
    </>
  );
}

interface OfferProps extends Pick<ReadingProps, 'name' | 'isFirst'> {
  currency: string;
  minorPerBtc: number;
  at: string;
}

function Offer({ currency, minorPerBtc, at, name, isFirst }: OfferProps) {
  const readAgain = useReadAgain();
  const take = useCall(rates.take, { onDone: readAgain });
  const price = priceText({ currency, minorPerBtc: BigInt(minorPerBtc) });
  const moment = momentText(at, useTimeZone());
  return (
    <>
      <CallFailure error={take.error} fallback={t`The price could not be saved just now.`} />
      <Banner
        tone={isFirst ? 'info' : 'warn'}
        title={t`${name}: ${price} a bitcoin`}
        action={
          <Button
            look="alt"
            small
            busy={take.isPending}
            onClick={() => take.run({ currency, minorPerBtc })}
          >
            {t`Use this price`}
          </Button>
        }
      >
        {isFirst
          ? t`As of ${moment}. Once you use it, your price follows ${name}.`
          : t`As of ${moment}. It is more than twice, or less than half, the last one, so it isn’t used unless you say so.`}
      </Banner>
    </>
  );
}
