/** A number from 0 to 100 in steps of 5: typed, or slid; never by dragging alone. */
import { t } from '@lingui/core/macro';
import { Field, type FieldFrame } from './field.tsx';

export interface SliderFieldProps extends FieldFrame {
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
  step?: number;
  /** Stands after the number. */
  suffix?: string;
}

export function SliderField(props: SliderFieldProps) {
  const { value, onChange, min = 0, max = 100, step = 5, suffix = '%', ...frame } = props;
  const range = { min, max, step };
  return (
    <Field {...frame}>
      {(control) => (
        <div className="slider">
          <input
            {...range}
            type="range"
            aria-label={t`Slide to choose`}
            aria-valuetext={`${value}${suffix}`}
            value={value}
            onChange={(event) => onChange(event.target.valueAsNumber)}
          />
          <span className="input-row">
            <input
              {...range}
              {...control}
              className="input input-num"
              type="number"
              inputMode="numeric"
              value={Number.isNaN(value) ? '' : value}
              onChange={(event) => onChange(event.target.valueAsNumber)}
            />
            <span className="num">{suffix}</span>
          </span>
        </div>
      )}
    </Field>
  );
}
