/** A percentage from 0 to 100: a slider with steps of 5, and an input for any whole number. */
import { t } from '@lingui/core/macro';
import { Field, type FieldFrame } from './field.tsx';

export interface SliderFieldProps extends FieldFrame {
  value: number;
  onChange: (value: number) => void;
}

export function SliderField(props: SliderFieldProps) {
  const { value, onChange, ...frame } = props;
  return (
    <Field {...frame}>
      {(control) => (
        <div className="slider">
          <input
            type="range"
            min={0}
            max={100}
            step={5}
            aria-label={t`Slide to choose`}
            aria-valuetext={`${value}%`}
            value={value}
            onChange={(event) => onChange(event.target.valueAsNumber)}
          />
          <span className="input-row">
            <input
              {...control}
              className="input input-num"
              type="number"
              min={0}
              max={100}
              step={1}
              inputMode="numeric"
              value={Number.isNaN(value) ? '' : value}
              onChange={(event) => onChange(event.target.valueAsNumber)}
            />
            <span className="num">%</span>
          </span>
        </div>
      )}
    </Field>
  );
}
