/** Where one is in a few steps: a bar, and "Step 2 of 5" in words. */
import { t } from '@lingui/core/macro';
import { cx } from './class-names.ts';

export interface StepperProps {
  /** The names of the steps, in order. */
  steps: readonly string[];
  /** The step at hand, from 0. */
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
