/** The currency to request from the operator's source. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { rates } from '#features/people/rates/contract.ts';
import { useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { CurrencyField } from './currency-field.tsx';
import type { Source } from './source-news.tsx';
import { useReadAgain } from './use-read-again.ts';

interface SourceFormProps {
  /** The currency already requested from it, if any. */
  source: Source;
  name: string;
  /** Offered first. */
  usual: string;
}

export function SourceForm({ source, name, usual }: SourceFormProps) {
  const [currency, setCurrency] = useState(usual);
  const readAgain = useReadAgain();
  const choose = useCall(rates.choose, { onDone: readAgain });
  return (
    <>
      <CurrencyField value={currency} onChange={setCurrency} />
      <CallFailure error={choose.error} fallback={t`It could not be changed just now.`} />
      {currency !== source.currency && (
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
