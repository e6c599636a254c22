/** A week as seven dots: today is filled, pay day has a star. The text next to it says the same. */
import { t } from '@lingui/core/macro';
import { cx } from '#web/ui/class-names.ts';
import { StarIcon } from '#web/ui/icons.tsx';
import { weekdayName } from '#web/weekdays.ts';
import './week-dots.css';

export interface WeekDotsProps {
  /** 0 is Sunday. */
  payday: number;
  today: number;
}

export function WeekDots({ payday, today }: WeekDotsProps) {
  const [todayName, paydayName] = [weekdayName(today), weekdayName(payday)];
  return (
    <div
      className="week-dots"
      role="img"
      aria-label={t`Today is ${todayName}. Pay day is ${paydayName}.`}
    >
      {[0, 1, 2, 3, 4, 5, 6].map((day) => (
        <span key={day} className="week-day">
          <span
            className={cx(
              'week-dot',
              day === today && 'week-dot-today',
              day === payday && 'week-dot-pay',
            )}
          >
            {day === payday && <StarIcon size={18} />}
          </span>
          {weekdayName(day, 'short')}
        </span>
      ))}
    </div>
  );
}
