/** A number with its label, used by the dozen on the operators' pages. */
import type { ReactNode } from 'react';

export interface FigureProps {
  label: string;
  /** Explains what is measured, if the label is ambiguous. */
  note?: string | undefined;
  value: ReactNode;
  children?: ReactNode;
}

/** In a `<dl>`. */
export function Figure({ label, note, value, children }: FigureProps) {
  return (
    <div className="adm-figure">
      <dt>
        {label}
        {note && <span className="sub">{note}</span>}
      </dt>
      <dd>
        <span className="adm-number">{value}</span>
        {children}
      </dd>
    </div>
  );
}

/** A figure on a ruled line. */
export function Line({ label, value }: Pick<FigureProps, 'label' | 'value'>) {
  return (
    <div className="adm-line">
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
