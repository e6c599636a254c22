/** Shows a changed allowance's next date, and asks about weeks that are due but not booked. */
import { t } from '@lingui/core/macro';
import { satsOf } from '#web/amounts.ts';
import { dateText } from '#web/dates.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { RadioGroup } from '#web/ui/choice-field.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import type { Preview, Unbooked } from './use-change-preview.ts';

export interface ChangePreviewProps {
  preview: Preview;
  value: Unbooked | undefined;
  onChange: (value: Unbooked) => void;
}

export function ChangePreview({ preview, value, onChange }: ChangePreviewProps) {
  return (
    <>
      {preview.asks && (
        <RadioGroup
          name="unbooked"
          label={t`Not recorded yet`}
          hint={weeksText(preview)}
          value={value}
          onChange={onChange}
          options={[
            { value: 'book', label: t`Record them`, hint: t`They are recorded now.` },
            { value: 'skip', label: t`Skip them`, hint: t`They are never recorded.` },
          ]}
        />
      )}
      {preview.failed && (
        <InlineAlert>{t`The next date could not be worked out just now.`}</InlineAlert>
      )}
      <p className="next-date" role="status">
        {nextText(preview)}
      </p>
    </>
  );
}

function weeksText({ weeks }: Preview): string {
  const list = weeks.map(
    ({ dueDate, amount }) => `${dateText(dueDate)}: ${satsWithValue(satsOf(amount))}`,
  );
  return list.join('; ');
}

function nextText({ nextDate }: Preview): string {
  if (nextDate === undefined) return '';
  if (nextDate === null) return t`Once saved, no more allowances are recorded.`;
  const date = dateText(nextDate, 'full');
  return t`Once saved, the next allowance is on ${date}.`;
}
