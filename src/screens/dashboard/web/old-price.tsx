/** Pay days that wait because their agreed price is too old: one press accepts it. */
import { t } from '@lingui/core/macro';
import type { Child } from '#features/people/children/contract.ts';
import { priceText } from '#features/people/rates/web/price-text.ts';
import { TakePrice } from '#features/people/rates/web/take-price.tsx';

/** Due by today, but not recordable without a newer price. */
export const waitsForPrice = ({ agreedAllowance, daysUntilAllowance }: Child): boolean =>
  agreedAllowance?.isPriceOld === true && daysUntilAllowance === 0;

interface OldPriceProps {
  /** The children waiting for the same price. */
  waiting: readonly Child[];
  /** Called once accepted: they are then due like any other. */
  onTaken: () => void;
}

export function OldPrice({ waiting, onTaken }: OldPriceProps) {
  const agreed = waiting[0]?.agreedAllowance;
  if (!agreed) return null;
  const { currency, minorPerBtc } = agreed;
  const names = waiting.map(({ name }) => name).join(', ');
  const price = priceText({ currency, minorPerBtc: BigInt(minorPerBtc) });
  return (
    <TakePrice
      {...{ currency, minorPerBtc, onTaken }}
      tone="warn"
      title={t`Needs a price: ${names}`}
      label={t`Use ${price}`}
    >
      {t`The last price, ${price} a bitcoin, is more than 48 hours old. Nothing is recorded until you use it or a newer one.`}
    </TakePrice>
  );
}
