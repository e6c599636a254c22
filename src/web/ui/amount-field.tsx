/**
 * The one field for amounts: sats, bitcoin or the family's currency, as its reader prefers; the
 * value is always in sats. Digits are grouped while typing; below it are the amount in the other
 * unit, its value, and the balance after it.
 */
import { t } from '@lingui/core/macro';
import { type ChangeEvent, useLayoutEffect, useRef } from 'react';
import type { Sats } from '#core/money.ts';
import { TYPED_UNITS, type TypedUnit } from '#core/typed-units.ts';
import { type Amount, chosenAmount, type ShownAmount, shownAmount, typedAmount } from './amount.ts';
import { AmountBelow, type BalanceNow } from './amount-below.tsx';
import { AmountChips } from './amount-chips.tsx';
import { useAmountHabits } from './amount-habits.ts';
import { caretIn, editedText } from './amount-typing.ts';
import { cx } from './class-names.ts';
import { type ControlProps, Field, type FieldFrame } from './field.tsx';
import { LargeQuestion } from './large-question.tsx';
import { useOwnRate } from './own-rate.ts';
import '../styles/amount.css';

export interface AmountFieldProps extends FieldFrame {
  value: Amount;
  onChange: (value: Amount) => void;
  /** Amounts to choose with one tap; by default the family's usual ones. */
  chips?: readonly Sats[];
  /** The kind of line being written: the chips are the usual amounts of such lines. */
  kind?: string;
  /** The maximum: shown as a chip "All" with the amount. */
  maxSats?: Sats | undefined;
  /** The balance before the amount: the field shows it afterwards. */
  balance?: BalanceNow | undefined;
  /** For the youngest, when a parent looks at their book; by default as the reader prefers. */
  satsOnly?: boolean;
  /** Changes the typed text before it is read. */
  filter?: (text: string, unit: TypedUnit) => string;
  disabled?: boolean;
}

export function AmountField(props: AmountFieldProps) {
  const { value, onChange, chips, kind, maxSats, balance, filter, disabled } = props;
  const { name, label, hint, error, optional } = props;
  const habits = useAmountHabits();
  const satsOnly = props.satsOnly ?? habits.satsOnly;
  const rate = useOwnRate();
  const unit = satsOnly || (habits.unit === 'own' && !rate) ? 'sats' : habits.unit;
  const shown = shownAmount(value, unit);
  const change = (text: string): Amount => {
    const amount = typedAmount(filter ? filter(text, unit) : text, unit);
    onChange(amount);
    return amount;
  };
  const switchTo = (next: TypedUnit) => {
    habits.chooseUnit(next);
    if (value.typed) onChange(inUnit(value, next));
  };
  const isLarge = Boolean(value.typed) && isBetween(value.sats, habits.askAboveSats, maxSats);
  return (
    <div className="amount">
      <Field
        {...{ name, label, hint, error, optional: optional ?? false }}
        below={<AmountBelow amount={value} shown={shown} balance={balance} satsOnly={satsOnly} />}
      >
        {(control) => (
          <div className="amount-row">
            <AmountInput
              control={control}
              shown={shown}
              unit={unit}
              required={!optional}
              disabled={disabled}
              onType={change}
            />
            {satsOnly ? (
              <span className="amount-unit num">sats</span>
            ) : (
              <UnitSwitch unit={shown.unit} disabled={disabled} onChoose={switchTo} />
            )}
          </div>
        )}
      </Field>
      <LargeQuestion name={name} sats={value.sats} isLarge={isLarge} />
      <AmountChips
        chips={chips ?? habits.usualSats(kind)}
        maxSats={maxSats}
        disabled={disabled}
        onChoose={(sats) => onChange(chosenAmount(sats, unit))}
      />
    </div>
  );
}

/** The same amount in another unit; a text that couldn't be read is read again. */
function inUnit(amount: Amount, unit: TypedUnit): Amount {
  if (amount.sats !== undefined) return chosenAmount(amount.sats, unit);
  return typedAmount(amount.typed?.text ?? '', unit);
}

/** Anything above the maximum is refused anyway. */
const isBetween = (sats: Sats | undefined, above: Sats, most: Sats | undefined): boolean =>
  sats !== undefined && sats > above && (most === undefined || sats <= most);

interface AmountInputProps {
  control: ControlProps;
  shown: ShownAmount;
  unit: TypedUnit;
  required: boolean;
  disabled: boolean | undefined;
  onType: (text: string) => Amount;
}

function AmountInput({ control, shown, unit, required, disabled, onType }: AmountInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  useLayoutEffect(() => {
    const at = caret.current;
    caret.current = undefined;
    if (at !== undefined) input.current?.setSelectionRange(at, at);
  });
  const onChange = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const edited = editedText(target, nativeEvent, shown);
    const next = shownAmount(onType(edited.text), unit);
    if (document.activeElement === target) caret.current = caretIn(next, edited, nativeEvent);
  };
  return (
    <input
      {...control}
      ref={input}
      className="input input-num"
      // Not type="number": browsers drop a comma, so 0,5 would become 05.
      type="text"
      inputMode="decimal"
      autoComplete="off"
      // One sat, in every unit.
      step="0.00000001"
      required={required}
      disabled={disabled}
      value={shown.text}
      onChange={onChange}
    />
  );
}

interface UnitSwitchProps {
  unit: TypedUnit;
  disabled: boolean | undefined;
  onChoose: (unit: TypedUnit) => void;
}

function UnitSwitch({ unit, disabled, onChoose }: UnitSwitchProps) {
  const rate = useOwnRate();
  const words = { sats: 'sats', btc: 'BTC', own: rate?.currency };
  return (
    <fieldset className="units" aria-label={t`Unit`}>
      {TYPED_UNITS.filter((one) => words[one]).map((one) => (
        <button
          key={one}
          type="button"
          className={cx('unit num', one === unit && 'unit-on')}
          aria-pressed={one === unit}
          disabled={disabled}
          onClick={() => onChoose(one)}
        >
          {words[one]}
        </button>
      ))}
    </fieldset>
  );
}
