/** A percentage: typed, set by slider, or tapped. */
import { t } from '@lingui/core/macro';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';

const CHIPS = ['5', '10', '25'];

export interface PercentFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Whole numbers only: strips everything except digits. */
  whole?: boolean;
  below?: string | undefined;
}

export function PercentField({ value, onChange, whole = false, below }: PercentFieldProps) {
  const change = (text: string) => onChange(text.replaceAll(whole ? /\D/g : /[^\d.]/g, ''));
  return (
    <Field name="percentage" label={t`Percentage`} below={below}>
      {(control) => (
        <>
          <div className="slider">
            <input
              type="range"
              aria-label={t`Slide to choose`}
              aria-valuetext={`${value}%`}
              min={0}
              max={100}
              step={5}
              value={Number(value) || 0}
              onChange={(event) => change(event.target.value)}
            />
            <span className="input-row">
              <input
                {...control}
                className="input input-num"
                inputMode={whole ? 'numeric' : 'decimal'}
                value={value}
                onChange={(event) => change(event.target.value)}
              />
              <span className="num">%</span>
            </span>
          </div>
          <div className="form-actions">
            {CHIPS.map((chip) => (
              <Button key={chip} look="alt" small onClick={() => onChange(chip)}>
                {chip}%
              </Button>
            ))}
          </div>
        </>
      )}
    </Field>
  );
}
