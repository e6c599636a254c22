/** One step: a stamp with its number, inked once the step is done. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { cx } from '#web/ui/class-names.ts';
import { StarIcon } from '#web/ui/icons.tsx';

interface TrialStepProps {
  number: number;
  title: string;
  done: boolean;
  /** Whether it starts expanded; if undefined, it can't be folded. */
  open?: boolean;
  children: ReactNode;
}

export function TrialStep({ number, title, done, open, children }: TrialStepProps) {
  return (
    <li className="trial-step">
      <span className={cx('stamp trial-stamp', done && 'stamp-on stamp-new')} aria-hidden="true">
        {done ? <StarIcon /> : number}
      </span>
      <section className="grid gap-4 min-w-0" aria-label={title}>
        <h2>
          <span className="trial-number">{t`Step ${number}`}</span> {title}
        </h2>
        {open === undefined ? (
          children
        ) : (
          <details key={String(open)} className="fold" open={open}>
            <summary>{open ? t`What to do` : t`Show this step`}</summary>
            <div className="grid gap-4">{children}</div>
          </details>
        )}
      </section>
    </li>
  );
}
