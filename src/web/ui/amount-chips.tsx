/** Amounts to choose with one tap, and "All". */
import { t } from '@lingui/core/macro';
import type { Sats } from '#core/money.ts';
import { satsText } from './money-text.ts';

interface AmountChipsProps {
  chips: readonly Sats[];
  maxSats: Sats | undefined;
  disabled: boolean | undefined;
  onChoose: (sats: Sats) => void;
}

export function AmountChips({ chips, maxSats, disabled, onChoose }: AmountChipsProps) {
  const offered = chips.filter((sats) => maxSats === undefined || sats < maxSats);
  if (offered.length === 0 && !maxSats) return null;
  return (
    <div className="amount-chips">
      {offered.map((sats) => (
        <button
          key={sats}
          type="button"
          className="btn btn-alt btn-sm num"
          disabled={disabled}
          onClick={() => onChoose(sats)}
        >
          {satsText(sats)}
        </button>
      ))}
      {maxSats !== undefined && maxSats > 0n && (
        <button
          type="button"
          className="btn btn-alt btn-sm num"
          disabled={disabled}
          onClick={() => onChoose(maxSats)}
        >
          {t`All: ${satsText(maxSats)}`}
        </button>
      )}
    </div>
  );
}
