/**
 * The frame of one field: label above, hint below it, error next to its cause, and all three tied
 * to the control. `Field` frames any control; `GroupField` frames several that answer one question.
 */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { said } from '#web/messages/said.ts';
import { useField } from './form.tsx';
import { StopIcon } from './icons.tsx';

export interface FieldFrame {
  /** Unique in its form; errors are found by it. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Shows "optional" after the label. */
  optional?: boolean;
}

/** Attributes that every control needs. */
export interface ControlProps {
  id: string;
  name: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldProps extends FieldFrame {
  children: (control: ControlProps) => ReactNode;
  /** A line below the control that changes with it. */
  below?: ReactNode;
}

export function Field({ name, label, hint, error, optional, children, below }: FieldProps) {
  const field = useField(name, error);
  const parts = [hint && `${field.id}-hint`, below && `${field.id}-live`];
  const describedBy = [...parts, field.error && `${field.id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label className="field-label" htmlFor={field.id}>
        {label} {optional && <Optional />}
      </label>
      <Hint id={field.id} text={hint} />
      {children({
        id: field.id,
        name,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': field.error ? true : undefined,
      })}
      {below && (
        <p id={`${field.id}-live`} className="field-hint" aria-live="polite">
          {below}
        </p>
      )}
      <FieldError id={field.id} text={field.error} />
    </div>
  );
}

export interface GroupFieldProps extends FieldFrame {
  role?: 'radiogroup' | 'group';
  className?: string;
  /** `firstId` is the id of the first control, for links from the error summary. */
  children: (group: { firstId: string; invalid: boolean }) => ReactNode;
}

export function GroupField(props: GroupFieldProps) {
  const { name, label, hint, error, optional, role = 'radiogroup', className, children } = props;
  const field = useField(name, error);
  const ids = [hint && `${field.id}-hint`, field.error && `${field.id}-error`];
  return (
    <fieldset
      className="field"
      role={role}
      aria-describedby={ids.filter(Boolean).join(' ') || undefined}
      aria-invalid={field.error ? true : undefined}
    >
      <legend className="field-label">
        {label} {optional && <Optional />}
      </legend>
      <Hint id={field.id} text={hint} />
      <div className={className ?? 'choices'}>
        {children({ firstId: field.id, invalid: Boolean(field.error) })}
      </div>
      <FieldError id={field.id} text={field.error} />
    </fieldset>
  );
}

function Hint({ id, text }: { id: string; text: ReactNode }) {
  return text ? (
    <p id={`${id}-hint`} className="field-hint">
      {text}
    </p>
  ) : null;
}

function FieldError({ id, text }: { id: string; text: string | undefined }) {
  return text ? (
    <p id={`${id}-error`} className="field-error">
      <StopIcon size={18} /> {said(text)}
    </p>
  ) : null;
}

function Optional() {
  return <span className="sub">{t`(optional)`}</span>;
}
