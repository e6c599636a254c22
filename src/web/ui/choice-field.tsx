/** One of a few: cards with radio buttons, and the seven days of the week. */
import type { ReactNode } from 'react';
import { weekdayName } from '#web/weekdays.ts';
import { type FieldFrame, GroupField } from './field.tsx';

export interface RadioGroupProps<T extends string> extends FieldFrame {
  value: T | undefined;
  onChange: (value: T) => void;
  options: readonly { value: T; label: ReactNode; hint?: ReactNode; disabled?: boolean }[];
}

export function RadioGroup<T extends string>(props: RadioGroupProps<T>) {
  const { value, onChange, options, ...frame } = props;
  return (
    <GroupField {...frame}>
      {({ firstId }) =>
        options.map((option, index) => (
          <label key={option.value} className="choice">
            <input
              type="radio"
              id={index === 0 ? firstId : undefined}
              name={firstId}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            <span>
              {option.label}
              {option.hint && <span className="sub block">{option.hint}</span>}
            </span>
          </label>
        ))
      }
    </GroupField>
  );
}

export interface DayPickerProps extends FieldFrame {
  /** 0 is Sunday, 6 is Saturday. */
  value: number | undefined;
  onChange: (day: number) => void;
}

export function DayPicker({ value, onChange, ...frame }: DayPickerProps) {
  return (
    <GroupField {...frame} className="days">
      {({ firstId }) =>
        [0, 1, 2, 3, 4, 5, 6].map((day) => (
          <label key={day} className="day">
            <input
              type="radio"
              id={day === 0 ? firstId : undefined}
              name={firstId}
              value={day}
              checked={day === value}
              onChange={() => onChange(day)}
            />
            <span aria-hidden="true">{weekdayName(day, 'short')}</span>
            <span className="sr-only">{weekdayName(day)}</span>
          </label>
        ))
      }
    </GroupField>
  );
}
