/** The search form: a text, then child, type and month; other dates are behind "More". */
import { t } from '@lingui/core/macro';
import { type TransactionType, TYPES } from '#features/book/transactions/contract.ts';
import { monthText } from '#web/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/class-names.ts';
import { Form } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { typeWord } from './words.ts';

/** As in the URL; an empty text means everything. */
export interface Wanted {
  child: string;
  type: TransactionType | '';
  /** `2026-11`; if set, `from` and `to` are empty. */
  month: string;
  from: string;
  to: string;
  text: string;
}

export const EVERYTHING: Wanted = { child: '', type: '', month: '', from: '', to: '', text: '' };

export interface FindFormProps {
  wanted: Wanted;
  onChange: (wanted: Wanted) => void;
  /** The choices; empty for a child in its own book. */
  books: readonly { id: string; name: string }[];
  /** The available months, newest first. */
  months: readonly string[];
}

export function FindForm({ wanted, onChange, books, months }: FindFormProps) {
  const change = (part: Partial<Wanted>) => onChange({ ...wanted, ...part });
  const isFiltered = Object.values(wanted).some((value) => value !== '');
  return (
    <search>
      <Form className="find" onSubmit={() => undefined}>
        <input
          type="search"
          className="input"
          aria-label={t`Words`}
          placeholder={t`Search the book`}
          maxLength={100}
          value={wanted.text}
          onChange={(event) => change({ text: event.target.value })}
        />
        <div className="find-chips">
          {books.length > 1 && (
            <ChipSelect
              label={t`Whose book`}
              value={wanted.child}
              onChange={(child) => change({ child })}
              all={t`All children`}
              options={books.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          <ChipSelect
            label={t`What kind`}
            value={wanted.type}
            onChange={(type) => change({ type: type as TransactionType | '' })}
            all={t`Every kind`}
            options={TYPES.map((value) => ({ value, label: typeWord(value) }))}
          />
          <ChipSelect
            label={t`Month`}
            value={wanted.month}
            onChange={(month) => change({ month, from: '', to: '' })}
            all={t`All months`}
            options={months.map((value) => ({ value, label: monthText(value) }))}
          />
          {isFiltered && (
            <Button look="quiet" small onClick={() => onChange(EVERYTHING)}>{t`Show all`}</Button>
          )}
        </div>
        <OtherDates wanted={wanted} onChange={change} />
      </Form>
    </search>
  );
}

function OtherDates({
  wanted: { from, to },
  onChange,
}: {
  wanted: Wanted;
  onChange: (part: Partial<Wanted>) => void;
}) {
  return (
    <details className="find-more" open={from !== '' || to !== ''}>
      <summary>{t`More`}</summary>
      <div className="field-row">
        <TextField
          name="from"
          type="date"
          label={t`From`}
          optional
          value={from}
          onChange={(value) => onChange({ from: value, month: '' })}
        />
        <TextField
          name="to"
          type="date"
          label={t`To`}
          optional
          value={to}
          onChange={(value) => onChange({ to: value, month: '' })}
        />
      </div>
    </details>
  );
}

interface ChipSelectProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Shown while nothing is chosen. */
  all: string;
  options: readonly { value: string; label: string }[];
}

/** A select as wide as its text; highlighted once a choice is made. */
function ChipSelect({ label, value, onChange, all, options }: ChipSelectProps) {
  return (
    <select
      className={cx('input chip-select', value !== '' && 'chip-select-on')}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{all}</option>
      {value !== '' && !options.some((one) => one.value === value) && (
        <option value={value}>{value}</option>
      )}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
