/** Questions that the file leaves open, rather than guessing. */
import { t } from '@lingui/core/macro';
import { dateText } from '#web/dates.ts';
import { RadioGroup } from '#web/ui/choice-field.tsx';
import { SelectField } from '#web/ui/text-field.tsx';
import type { PreviewProps } from './row-question.tsx';

export function Questions({ preview, answers, onAnswer }: PreviewProps) {
  const { dateOrder, timeZone, rows } = preview;
  const unsure = rows.some(({ asks }) => asks.includes('direction'));
  const asks = dateOrder !== null || timeZone !== null || unsure || answers.direction;
  if (!asks) return null;
  return (
    <div className="import-asks">
      {dateOrder && (
        <RadioGroup
          name="dateOrder"
          label={t`Which date is right?`}
          hint={t`This file can be read either way. Its first date is ${dateOrder.example}.`}
          value={answers.dateOrder}
          onChange={(value) => onAnswer({ dateOrder: value })}
          options={[
            { value: 'mdy', label: readAs(dateOrder.example, 'mdy') },
            { value: 'dmy', label: readAs(dateOrder.example, 'dmy') },
          ]}
        />
      )}
      {(unsure || answers.direction) && (
        <RadioGroup
          name="direction"
          label={t`Were these payments received or sent?`}
          hint={t`The file does not say. If it holds both, answer for each row below.`}
          value={answers.direction}
          onChange={(direction) => onAnswer({ direction })}
          options={[
            { value: 'in', label: t`All received` },
            { value: 'out', label: t`All sent` },
          ]}
        />
      )}
      {timeZone !== null && (
        <SelectField
          name="timeZone"
          label={t`The wallet’s time zone`}
          hint={t`The times in this file have no time zone.`}
          value={timeZone}
          onChange={(zone) => onAnswer({ timeZone: zone })}
          options={zones(timeZone).map((zone) => ({
            value: zone,
            label: zone.replaceAll('_', ' '),
          }))}
        />
      )}
    </div>
  );
}

const zones = (chosen: string): string[] => [
  ...new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')]),
];

/** `7/4/2023 3:15 PM` → `Tuesday, July 4, 2023`. */
function readAs(example: string, order: 'mdy' | 'dmy'): string {
  const [first = '1', second = '1', year = '2000'] = example.split(/\D+/);
  const [month, day] = order === 'mdy' ? [first, second] : [second, first];
  const full = year.length === 2 ? `20${year}` : year;
  return dateText(`${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, 'full');
}
