/** An allowance in the family’s currency: the weekly amount, and its maximum in sats. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Sats } from '#core/money.ts';
import { agreedSats, satsFor } from '#core/price.ts';
import { decimalsOf, majorText, type Rate } from '#core/rate.ts';
import { readMinor } from '#core/typed-amount.ts';
import type { Child } from '#features/people/children/contract.ts';
import { MOST_AGREED } from '#features/pocket/allowances/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { type Amount, amountOf, btcOf, decimalMark, NO_AMOUNT } from '#web/ui/amount.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { satsText } from '#web/ui/money-text.ts';
import { useOwnRate } from '#web/ui/own-rate.ts';
import { Switch } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';

export type Agreeing = NonNullable<ReturnType<typeof useAgreeing>>;

/** Undefined in a family without a price, whose allowances are in sats. */
export function useAgreeing({ agreedAllowance: was }: Child) {
  const rate = useOwnRate();
  const currency = was?.currency ?? rate?.currency;
  const [isOn, setOn] = useState(was !== null);
  const [text, setText] = useState(was ? typedText(was) : '');
  const [chosen, setMost] = useState(was ? amountOf(satsOf(was.most)) : undefined);
  if (currency === undefined) return undefined;
  const typed = readMinor(text, decimalMark(), decimalsOf(currency));
  const minor = typed !== undefined && typed > 0n && typed <= MOST_AGREED ? typed : undefined;
  const minorPerBtc = BigInt(was?.minorPerBtc ?? rate?.minorPerBtc ?? 0n);
  const most = chosen ?? suggestedMost(minor, { currency, minorPerBtc });
  return {
    ...{ currency, isOn, setOn, text, setText, most, setMost, minor },
    /** Its current value. */
    sats:
      minor && most.sats
        ? agreedSats({ currency, minor, mostSats: most.sats, minorPerBtc })
        : undefined,
    ends: was !== null && !isOn,
  };
}

/** Twice its current value, rounded up to the next hundred sats. */
function suggestedMost(minor: bigint | undefined, price: Rate): Amount {
  if (minor === undefined || price.minorPerBtc === 0n) return NO_AMOUNT;
  const sats = satsFor(2n * minor, price);
  return amountOf(((sats + 99n) / 100n) * 100n);
}

function typedText({ currency, minor }: NonNullable<Child['agreedAllowance']>): string {
  return majorText(BigInt(minor), decimalsOf(currency)).replace('.', decimalMark());
}

/** The call's input and its errors. `null` switches to sats. */
export function agreedInput(one: Agreeing | undefined) {
  if (!one?.isOn) return { agreed: one?.ends ? null : undefined, errors: {} };
  const { currency, minor, most } = one;
  const example = majorText(1200n, decimalsOf(currency)).replace('.', decimalMark());
  // One error per field: the contract has one agreement, and would name only the first field.
  const errors = {
    agreed: minor === undefined ? t`Please type an amount such as ${example}.` : undefined,
    most: most.sats ? undefined : t`Please enter the most sats for one week`,
  };
  return { agreed: { currency, minor: Number(minor ?? 0n), most: btcOf(most) }, errors };
}

export function AgreedFields({ one, children }: { one: Agreeing; children: React.ReactNode }) {
  const { currency, isOn, sats } = one;
  return (
    <>
      <Switch
        label={t`Agree it in ${currency}`}
        hint={t`On each pay day it becomes sats, at your own price.`}
        checked={isOn}
        onChange={one.setOn}
      />
      {isOn ? (
        <>
          <TextField
            name="agreed"
            label={t`Each week, in ${currency}`}
            inputMode="decimal"
            autoComplete="off"
            value={one.text}
            onChange={one.setText}
            below={sats !== undefined && <span className="num">{nowText(sats)}</span>}
          />
          <AmountField
            name="most"
            label={t`At most`}
            hint={t`A week never costs more than this, however low the price.`}
            chips={[]}
            value={one.most}
            onChange={one.setMost}
          />
        </>
      ) : (
        children
      )}
      {one.ends && (
        <p role="status">{t`Once saved, the allowance is in sats and no longer in ${currency}.`}</p>
      )}
    </>
  );
}

const nowText = (sats: Sats): string => t`${satsText(sats)} at the current price`;
