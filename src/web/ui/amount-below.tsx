/** The lines below an amount field: what the number means, and the balance after it. */
import { t } from '@lingui/core/macro';
import type { Sats } from '#core/money.ts';
import { decimalsOf } from '#core/rate.ts';
import { numberFormat } from '#web/formats.ts';
import { type Amount, isBlank, type ShownAmount } from './amount.ts';
import { btcText, satsText, valueText } from './money-text.ts';
import { ownRate } from './own-rate.ts';

export interface BalanceNow {
  sats: Sats;
  change: 'in' | 'out';
}

interface AmountBelowProps {
  amount: Amount;
  shown: ShownAmount;
  balance: BalanceNow | undefined;
  satsOnly: boolean;
}

export function AmountBelow({ amount, shown, balance, satsOnly }: AmountBelowProps) {
  const { sats } = amount;
  if (isBlank(amount)) return null;
  if (sats === undefined) return <span className="amount-doubt">{doubt(shown, satsOnly)}</span>;
  const after = balance && afterText(balance, sats);
  return (
    <span className="amount-below num">
      <span>{meaning(sats, shown.unit, satsOnly)}</span>
      {after && <span>{after}</span>}
    </span>
  );
}

function meaning(sats: Sats, unit: ShownAmount['unit'], satsOnly: boolean): string {
  if (unit === 'own') return `= ${satsText(sats)}`;
  const dollars = valueText(sats);
  if (satsOnly && unit === 'sats') return t`about ${dollars}`;
  const other = unit === 'btc' ? satsText(sats) : btcText(sats);
  return t`= ${other}, about ${dollars}`;
}

function afterText({ sats, change }: BalanceNow, amount: Sats): string | undefined {
  if (amount === 0n || (change === 'out' && amount > sats)) return undefined;
  const after = satsText(change === 'in' ? sats + amount : sats - amount);
  return change === 'in' ? t`After this: ${after}` : t`After this: ${after} left`;
}

/** Explains why a text is not an amount, while typing. */
function doubt({ text, unit }: ShownAmount, satsOnly: boolean): string {
  if (satsOnly) return t`Please type a whole number.`;
  const typed = text.trim();
  if (unit === 'own') {
    const example = sampleText();
    return t`Please type an amount such as ${example}.`;
  }
  if (unit === 'sats' && /^\d*[.,]\d*$/.test(typed))
    return t`Sats have no decimals. Did you mean ${typed} BTC? Then choose BTC.`;
  if (unit === 'btc' && /^\d+[.,]\d{3}$/.test(typed))
    return t`This can be read in two ways. Please leave out the mark between the thousands.`;
  return t`This is not an amount.`;
}

/** `12.00`, or `12` in a currency without cents. */
function sampleText(): string {
  const digits = decimalsOf(ownRate()?.currency ?? 'USD');
  return numberFormat({ minimumFractionDigits: digits }).format(12);
}
