/** One row's question: its direction, its date, or whether it is the entry it resembles. */
import { t } from '@lingui/core/macro';
import type { ImportPreview, ImportRow } from '#features/book/imports/contract.ts';
import { dayText } from '#web/dates.ts';
import type { Answers } from './use-import.ts';

export interface PreviewProps {
  preview: ImportPreview;
  answers: Answers;
  onAnswer: (more: Answers) => void;
  timeZone: string | undefined;
}

type RowProps = Pick<PreviewProps, 'answers' | 'onAnswer' | 'timeZone'> & { row: ImportRow };

export function RowQuestion(props: RowProps) {
  const { asks } = props.row;
  return (
    <div className="import-ask">
      {asks.includes('direction') && <Direction {...props} />}
      {asks.includes('date') && <When {...props} />}
      {(asks.includes('match') || props.answers.separate?.includes(props.row.row)) && (
        <Same {...props} />
      )}
    </div>
  );
}

type RowAnswer = NonNullable<Answers['rows']>[number];

/** The answers with this row's part changed. */
function withRow({ rows = [] }: Answers, row: number, part: Omit<RowAnswer, 'row'>): Answers {
  const before = rows.find((one) => one.row === row) ?? { row };
  return { rows: [...rows.filter((one) => one.row !== row), { ...before, ...part }] };
}

function Direction({ row, answers, onAnswer }: RowProps) {
  return (
    <select
      className="input"
      aria-label={t`Row ${row.row}: received or sent?`}
      value=""
      onChange={({ target }) => {
        const direction = target.value === 'in' ? 'in' : 'out';
        onAnswer(withRow(answers, row.row, { direction }));
      }}
    >
      <option value="">{t`Received or sent?`}</option>
      <option value="in">{t`Received`}</option>
      <option value="out">{t`Sent`}</option>
    </select>
  );
}

function When({ row, answers, onAnswer }: RowProps) {
  return (
    <label>
      {t`When was this?`}
      <input
        className="input"
        type="datetime-local"
        aria-label={t`Row ${row.row}: when was this?`}
        onBlur={({ target }) => {
          const at = new Date(target.value);
          if (Number.isNaN(at.getTime())) return;
          onAnswer(withRow(answers, row.row, { at: at.toISOString() }));
        }}
      />
    </label>
  );
}

/** Checked by default: counting a payment twice would be worse. */
function Same({ row, answers, onAnswer, timeZone }: RowProps) {
  const { separate = [] } = answers;
  const same = !separate.includes(row.row);
  const change = () =>
    onAnswer({
      separate: same ? [...separate, row.row] : separate.filter((other) => other !== row.row),
    });
  return (
    <label className="import-same">
      <input type="checkbox" checked={same} onChange={change} />
      {row.entry ? entryText(row.entry, timeZone) : t`This is in the book already`}
    </label>
  );
}

function entryText(entry: NonNullable<ImportRow['entry']>, timeZone: string | undefined) {
  const what = entry.description || t`an entry`;
  const day = dayText(entry.at, timeZone);
  return t`This is “${what}” from ${day}, already in the book`;
}
