/** Progress through a few steps: a bar, and the text "Step 2 of 5". */
import { t } from '@lingui/core/macro';
import { cx } from './class-names.ts';

export interface StepperProps {
  /** The names of the steps, in order. */
  steps: readonly string[];
  /** The current step, from 0. */
  current: number;
}

export function Stepper({ steps, current }: StepperProps) {
  const place = current + 1;
  const count = steps.length;
  return (
    <div>
      <p className="sub">
        {t`Step ${place} of ${count}`}: <strong>{steps[current]}</strong>
      </p>
      <div className="stepper" aria-hidden="true">
        {steps.map((name, index) => (
          <span
            key={name}
            className={cx('step', index < current && 'step-done', index === current && 'step-now')}
          />
        ))}
      </div>
    </div>
  );
}
