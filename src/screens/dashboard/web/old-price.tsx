/** Pay days that wait, as the price they are agreed at is too old: one press takes it. */
import { t } from '@lingui/core/macro';
import type { Child } from '#features/children/contract.ts';
import { rates } from '#features/rates/contract.ts';
import { priceText } from '#features/rates/web/price-text.ts';
import { messageOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { Banner, InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

/** Due today or before, and not recorded without a newer price. */
export const waitsForPrice = ({ agreedAllowance, daysUntilAllowance }: Child): boolean =>
  agreedAllowance?.isPriceOld === true && daysUntilAllowance === 0;

interface OldPriceProps {
  /** They wait for the same price. */
  waiting: readonly Child[];
  /** Then they are due like any other. */
  onTaken: () => void;
}

export function OldPrice({ waiting, onTaken }: OldPriceProps) {
  const take = useCall(rates.take, { onDone: onTaken });
  const agreed = waiting[0]?.agreedAllowance;
  if (!agreed) return null;
  const { currency, minorPerBtc } = agreed;
  const names = waiting.map(({ name }) => name).join(', ');
  const price = priceText({ currency, minorPerBtc: BigInt(minorPerBtc) });
  return (
    <>
      {take.error && (
        <InlineAlert>
          {messageOf(take.error, t`Nothing was changed. Please try again.`)}
        </InlineAlert>
      )}
      <Banner
        tone="warn"
        title={t`Needs a price: ${names}`}
        action={
          <Button
            look="alt"
            small
            busy={take.isPending}
            onClick={() => take.run({ currency, minorPerBtc })}
          >
            {t`Use ${price}`}
          </Button>
        }
      >
        {t`The last price, ${price} a bitcoin, is more than 48 hours old. Nothing is recorded until you use it or a newer one.`}
      </Banner>
    </>
  );
}
