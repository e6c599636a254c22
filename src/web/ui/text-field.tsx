/** Text, several lines of text, whole numbers, and a choice from a list. Values are always text. */
import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes } from 'react';
import { Field, type FieldFrame } from './field.tsx';

type Own = keyof FieldFrame | 'value' | 'onChange' | 'id';

interface TextValue {
  value: string;
  onChange: (value: string) => void;
}

export interface TextFieldProps
  extends FieldFrame,
    TextValue,
    Omit<InputHTMLAttributes<HTMLInputElement>, Own> {
  /** Fixed-width letters, for addresses and keys. */
  mono?: boolean;
  /** Shown next to the input: a paste or show button. */
  beside?: ReactNode;
  below?: ReactNode;
}

export function TextField(props: TextFieldProps) {
  const { name, label, hint, error, optional, below, value, onChange, mono, beside, ...rest } =
    props;
  return (
    <Field {...frame({ name, label, hint, error, optional })} below={below}>
      {(control) => (
        <div className="input-row">
          <input
            type="text"
            {...rest}
            {...control}
            className={mono ? 'input mono' : 'input'}
            required={!optional}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          {beside}
        </div>
      )}
    </Field>
  );
}

export interface NumberFieldProps extends Omit<TextFieldProps, 'type' | 'inputMode' | 'mono'> {
  min?: number;
  max?: number;
  step?: number;
}

/** A whole number, unless `step` is set. */
export function NumberField({ step = 1, ...props }: NumberFieldProps) {
  return <TextField {...props} type="number" inputMode="numeric" step={step} />;
}

export interface SelectFieldProps
  extends FieldFrame,
    TextValue,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, Own> {
  options: readonly { value: string; label: string }[];
  /** Shown while nothing is chosen. */
  placeholder?: string;
}

export function SelectField(props: SelectFieldProps) {
  const { name, label, hint, error, optional, value, onChange, options, placeholder, ...rest } =
    props;
  return (
    <Field {...frame({ name, label, hint, error, optional })}>
      {(control) => (
        <select
          {...rest}
          {...control}
          className="input"
          required={!optional}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {placeholder && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Leaves `optional` out when unset. */
function frame({ optional, ...rest }: { [K in keyof FieldFrame]: FieldFrame[K] | undefined }) {
  return { ...rest, optional: optional ?? false } as FieldFrame;
}
