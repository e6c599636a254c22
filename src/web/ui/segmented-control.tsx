/** One of two to four views, side by side. Real radio buttons, so the arrow keys work. */
import { type ReactNode, useId } from 'react';

export interface SegmentedControlProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: readonly { value: T; label: ReactNode }[];
}

export function SegmentedControl<T extends string>(props: SegmentedControlProps<T>) {
  const { label, value, onChange, options } = props;
  const name = useId();
  return (
    <div className="segments" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className="segment">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
