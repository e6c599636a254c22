/** Asks once, in words, whether a large amount is intended; the form waits for the answer. */
import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { formatBtc, type Sats, usdCents } from '#core/money.ts';
import { numberFormat } from '#web/formats.ts';
import { Button } from './button.tsx';
import { useLargeAmount } from './form.tsx';
import { centsText, satsText, valueText } from './money-text.ts';
import { ownRate, usdPerBtc } from './own-rate.ts';

interface LargeQuestionProps {
  name: string;
  sats: Sats | undefined;
  isLarge: boolean;
}

export function LargeQuestion({ name, sats, isLarge }: LargeQuestionProps) {
  const { inputId, isAsked, confirm, withdraw } = useLargeAmount(name, isLarge ? sats : undefined);
  const question = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAsked) question.current?.focus();
  }, [isAsked]);
  if (!isAsked || sats === undefined) return null;
  const change = () => {
    withdraw();
    document.getElementById(inputId)?.focus();
  };
  return (
    <div ref={question} role="alert" tabIndex={-1} className="large-amount">
      <p>{t`That is ${largeText(sats)}, about ${roundUsd(sats)}. Is that right?`}</p>
      <div className="form-actions">
        <Button small onClick={confirm}>{t`Yes, that is right`}</Button>
        <Button small look="alt" onClick={change}>{t`No, change it`}</Button>
      </div>
    </div>
  );
}

const A_HUNDREDTH = 1_000_000n;

/** `7,000 sats`; from 0.01 BTC up, `200,000,000 sats (2 BTC)`. */
function largeText(sats: Sats): string {
  if (sats < A_HUNDREDTH) return satsText(sats);
  const format = numberFormat({ maximumFractionDigits: 8 });
  return `${satsText(sats)} (${format.format(formatBtc(sats) as `${number}`)} BTC)`;
}

/** Cents are noise with tens of dollars, so those are rounded to whole ones. */
function roundUsd(sats: Sats): string {
  if (ownRate() !== null) return valueText(sats);
  const cents = usdCents(sats, usdPerBtc());
  if (cents < 1_000n) return valueText(sats);
  const dollars = (cents + 50n) / 100n;
  return centsText(dollars * 100n, 0);
}
