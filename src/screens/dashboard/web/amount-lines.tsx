/** A balance on its card: the amount to tap, and the same amount in other units below. */
import { t } from '@lingui/core/macro';
import { Fragment } from 'react';
import { SATS_PER_BTC } from '#core/money.ts';
import { Money, type MoneySize, MoneyText } from '#web/ui/money.tsx';
import { type Unit, valueText } from '#web/ui/money-text.ts';
import { useOwnRate } from '#web/ui/own-rate.ts';
import { useStoredChoice } from '#web/ui/stored-choice.ts';
import { unitChoice } from '#web/ui/unit-choice.ts';

export interface AmountLinesProps {
  sats: bigint;
  /** Used until the reader chooses a unit. */
  unit: Unit;
  /** Units allowed below; excludes the one on top. */
  others: readonly Unit[];
  size: MoneySize;
  /** Shows the rate for dollars; once per page. */
  rate?: boolean;
}

export function AmountLines({ sats, unit, others, size, rate }: AmountLinesProps) {
  const shown = useStoredChoice(unitChoice) ?? unit;
  const below = others.filter((other) => other !== shown);
  return (
    <div>
      <Money sats={sats} unit={unit} size={size} bare />
      <p className="amount-others">
        {below.map((other, index) => (
          <Fragment key={other}>
            {index > 0 && ' · '}
            <MoneyText sats={sats} unit={other} bare />
          </Fragment>
        ))}
        {rate && <FixedRate />}
      </p>
    </div>
  );
}

/** The rate behind "about", shown once per page. */
export function FixedRate() {
  const own = useOwnRate();
  const oneBitcoin = valueText(SATS_PER_BTC).replace(/\D00(?=\D*$)/, '');
  const words = own ? t`at ${oneBitcoin} a bitcoin` : t`at a fixed ${oneBitcoin}`;
  return (
    <>
      {' '}
      <span className="num">{words}</span>
    </>
  );
}
