/**
 * An amount. `Money` is a button: a tap changes the unit of every amount on the page, sats > BTC >
 * USD. `MoneyText` is the same amount, read-only. Both always show number and unit, followed by the
 * value in the family's currency (money.css hides that on a phone, in a row with two amounts).
 */
import { t } from '@lingui/core/macro';
import { cx } from './class-names.ts';
import { aboutText, btcText, groupedSats, moneyText, type Unit, valueText } from './money-text.ts';
import { useOwnRate } from './own-rate.ts';
import { useStoredChoice } from './stored-choice.ts';
import { nextUnit, unitChoice } from './unit-choice.ts';

export type MoneySize = 'line' | 'body' | 'big' | 'huge' | 'cover';

export interface MoneyProps {
  sats: bigint;
  /** The unit until the reader chooses one. */
  unit?: Unit;
  size?: MoneySize;
  /** Omits the value, which is shown nearby. */
  bare?: boolean;
  className?: string;
}

export interface MoneyTextProps extends MoneyProps {
  /** Shows + before positive amounts; negative ones always have a −. */
  signed?: boolean;
  /** Follow the reader's choice of unit instead of `unit`. */
  follow?: boolean;
}

export function Money({ sats, unit = 'sats', size = 'body', bare, className }: MoneyProps) {
  const shown = useStoredChoice(unitChoice) ?? unit;
  return (
    <button
      type="button"
      className={cx('num money money-button', `money-${size}`, className)}
      aria-label={fullText(sats, shown)}
      onClick={() => unitChoice.set(nextUnit(shown))}
    >
      <Shown sats={sats} unit={shown} bare={bare} />
    </button>
  );
}

export function MoneyText(props: MoneyTextProps) {
  const { sats, unit = 'sats', size = 'line', signed, follow, bare, className } = props;
  const chosen = useStoredChoice(unitChoice);
  const shown = (follow && chosen) || unit;
  return (
    <span className={cx('num money', `money-${size}`, className)}>
      <Shown sats={sats} unit={shown} bare={bare} signed={signed} />
    </span>
  );
}

interface ShownProps {
  sats: bigint;
  unit: Unit;
  bare: boolean | undefined;
  signed?: boolean | undefined;
}

function Shown({ sats, unit, bare, signed }: ShownProps) {
  useOwnRate();
  const about = bare || unit === 'usd' ? '' : aboutText(sats);
  const figures = (
    <>
      {signed && sats > 0n && '+'}
      <Figures sats={sats} unit={unit} />
    </>
  );
  if (!about) return figures;
  return (
    <>
      <span className="money-figures">{figures}</span> <span className="money-about">{about}</span>
    </>
  );
}

function Figures({ sats, unit }: { sats: bigint; unit: Unit }) {
  if (unit === 'usd') {
    return (
      <>
        <span className="money-unit">{t`about`}</span> {valueText(sats)}
      </>
    );
  }
  if (unit === 'sats') {
    return (
      <>
        {groupedSats(sats)} <span className="money-unit">sats</span>
      </>
    );
  }
  const digits = btcText(sats).replace(' BTC', '');
  return (
    <>
      {digits.slice(0, -4)}
      <span className="money-tail">{digits.slice(-4)}</span> <span className="money-unit">BTC</span>
    </>
  );
}

/** The visible amount first, then the other unit, then the effect of a tap. */
function fullText(sats: bigint, unit: Unit): string {
  const seen = moneyText(sats, unit);
  const other = moneyText(sats, unit === 'usd' ? 'sats' : 'usd');
  return t`${seen}, ${other}. Change unit`;
}
