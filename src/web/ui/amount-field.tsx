/**
 * An input for an amount: bitcoin with up to 8 decimals, or whole sats. Below it the same amount
 * in the other unit and in dollars is updated live; above it, if given, are amounts to tap.
 */
import { t } from '@lingui/core/macro';
import { formatBtc, MAX_SATS, parseBtc } from '#core/money.ts';
import { Field, type FieldFrame } from './field.tsx';
import { btcText, satsText, usdText } from './money-text.ts';

export interface AmountFieldProps extends FieldFrame {
  /** The text as typed; `readAmount` converts it to sats. */
  value: string;
  onChange: (value: string) => void;
  unit?: 'btc' | 'sats';
  /** Amounts to choose with one tap. */
  chips?: readonly bigint[];
  /** The maximum: shown as a chip "All" with the amount. */
  maxSats?: bigint | undefined;
  disabled?: boolean;
}

export function AmountField(props: AmountFieldProps) {
  const { value, onChange, unit = 'btc', chips = [], maxSats, disabled, ...frame } = props;
  const sats = readAmount(value, unit);
  const choose = (amount: bigint) => onChange(writeAmount(amount, unit));
  return (
    <Field {...frame} below={sats === undefined ? undefined : liveText(sats, unit)}>
      {(control) => (
        <>
          <div className="input-row">
            <input
              {...control}
              className="input input-num"
              // Not type="number": browsers drop a comma, so 0,5 would become 05.
              type="text"
              inputMode={unit === 'btc' ? 'decimal' : 'numeric'}
              autoComplete="off"
              step={unit === 'btc' ? '0.00000001' : '1'}
              required={!frame.optional}
              disabled={disabled}
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
            <span className="num">{unit === 'btc' ? 'BTC' : 'sats'}</span>
          </div>
          <Chips chips={chips} maxSats={maxSats} onChoose={choose} />
        </>
      )}
    </Field>
  );
}

/** Whole sats, or undefined while the text is not yet an amount. */
export function readAmount(text: string, unit: 'btc' | 'sats' = 'btc'): bigint | undefined {
  if (unit === 'btc') return parseBtc(text.trim());
  const sats = /^(0|[1-9]\d{0,15})$/.test(text.trim()) ? BigInt(text.trim()) : undefined;
  return sats !== undefined && sats <= MAX_SATS ? sats : undefined;
}

/** The amount as text for contracts; empty while it is not an amount. */
export function amountText(text: string, unit: 'btc' | 'sats' = 'btc'): string {
  const sats = readAmount(text, unit);
  return sats === undefined ? '' : formatBtc(sats);
}

/** The text an `AmountField` shows for an amount. */
export function writeAmount(sats: bigint, unit: 'btc' | 'sats' = 'btc'): string {
  return unit === 'btc' ? formatBtc(sats) : sats.toString();
}

interface ChipsProps {
  chips: readonly bigint[];
  maxSats: bigint | undefined;
  onChoose: (sats: bigint) => void;
}

function Chips({ chips, maxSats, onChoose }: ChipsProps) {
  const offered = chips.filter((sats) => maxSats === undefined || sats <= maxSats);
  if (offered.length === 0 && !maxSats) return null;
  return (
    <div className="form-actions">
      {offered.map((sats) => (
        <button
          key={sats}
          type="button"
          className="btn btn-alt btn-sm num"
          onClick={() => onChoose(sats)}
        >
          {satsText(sats)}
        </button>
      ))}
      {maxSats !== undefined && maxSats > 0n && (
        <button
          type="button"
          className="btn btn-quiet btn-sm num"
          onClick={() => onChoose(maxSats)}
        >
          {t`All: ${satsText(maxSats)}`}
        </button>
      )}
    </div>
  );
}

function liveText(sats: bigint, unit: 'btc' | 'sats') {
  const other = unit === 'btc' ? satsText(sats) : btcText(sats);
  const dollars = usdText(sats);
  return <span className="num">{t`= ${other}, about ${dollars}`}</span>;
}
