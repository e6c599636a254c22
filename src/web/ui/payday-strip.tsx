/** Seven days, Sunday to Saturday: today is marked, and each day shows who is due. */
import { t } from '@lingui/core/macro';
import type { FaceName } from '#core/faces.ts';
import { weekdayName } from '#web/weekdays.ts';
import { Avatar, looksOf } from './avatar.tsx';
import { cx } from './class-names.ts';

export interface DuePerson {
  key: string;
  name: string;
  slot: number;
  face: FaceName;
  /** 0 is Sunday. */
  day: number;
}

export interface PaydayStripProps {
  /** 0 is Sunday. */
  today: number;
  due: readonly DuePerson[];
  label: string;
}

export function PaydayStrip({ today, due, label }: PaydayStripProps) {
  return (
    <ol className="strip" aria-label={label}>
      {[0, 1, 2, 3, 4, 5, 6].map((day) => {
        const people = due.filter((person) => person.day === day);
        return (
          <li
            key={day}
            className={cx('strip-day', day === today && 'strip-today')}
            aria-current={day === today ? 'date' : undefined}
          >
            <span aria-hidden="true">{weekdayName(day, 'short')}</span>
            <span className="sr-only">{dayText(day, today, people)}</span>
            <span className="strip-who">
              {people.map((person) => (
                <Avatar key={person.key} name={person.name} {...looksOf(person)} size={30} />
              ))}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** The text for screen readers: `Saturday, today: Mia, Leo`. */
function dayText(day: number, today: number, people: readonly DuePerson[]): string {
  const name = weekdayName(day);
  const when = day === today ? t`${name}, today` : name;
  return people.length > 0 ? `${when}: ${people.map((person) => person.name).join(', ')}` : when;
}
