/** Offers a source's price, which takes effect once an adult accepts it. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { rates } from '#features/people/rates/contract.ts';
import { useCall } from '#web/query.ts';
import { Banner, type BannerProps } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';

interface TakePriceProps extends Pick<BannerProps, 'tone' | 'title'> {
  currency: string;
  minorPerBtc: number;
  label: string;
  onTaken: () => void;
  children: ReactNode;
}

export function TakePrice(props: TakePriceProps) {
  const { currency, minorPerBtc, label, onTaken, children, ...banner } = props;
  const take = useCall(rates.take, { onDone: onTaken });
  return (
    <>
      <CallFailure error={take.error} fallback={t`The price could not be saved just now.`} />
      <Banner
        {...banner}
        action={
          <Button
            look="alt"
            small
            busy={take.isPending}
            onClick={() => take.run({ currency, minorPerBtc })}
          >
            {label}
          </Button>
        }
      >
        {children}
      </Banner>
    </>
  );
}
