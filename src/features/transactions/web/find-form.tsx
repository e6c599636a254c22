/** What to look for in the book: whose, what kind, when, and with which words. */
import { t } from '@lingui/core/macro';
import { type TransactionType, TYPES } from '#features/transactions/contract.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import { SelectField, TextField } from '#web/ui/text-field.tsx';
import { typeWord } from './words.ts';

/** As it stands in the address; an empty text stands for everything. */
export interface Wanted {
  child: string;
  type: TransactionType | '';
  from: string;
  to: string;
  text: string;
}

export const EVERYTHING: Wanted = { child: '', type: '', from: '', to: '', text: '' };

export interface FindFormProps {
  wanted: Wanted;
  onChange: (wanted: Wanted) => void;
  /** To choose from; none for a child, whose own book it is. */
  books: readonly { id: string; name: string }[];
}

export function FindForm({ wanted, onChange, books }: FindFormProps) {
  const change = (part: Partial<Wanted>) => onChange({ ...wanted, ...part });
  const isFiltered = Object.values(wanted).some((value) => value !== '');
  return (
    <search>
      <Form className="find" onSubmit={() => undefined}>
        <TextField
          name="text"
          type="search"
          label={t`Words`}
          optional
          maxLength={100}
          value={wanted.text}
          onChange={(text) => change({ text })}
        />
        {books.length > 1 && (
          <SelectField
            name="child"
            label={t`Whose book`}
            optional
            value={wanted.child}
            onChange={(child) => change({ child })}
            options={[
              { value: '', label: t`All children` },
              ...books.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        <SelectField
          name="type"
          label={t`What kind`}
          optional
          value={wanted.type}
          onChange={(type) => change({ type: type as TransactionType | '' })}
          options={[
            { value: '', label: t`Everything` },
            ...TYPES.map((value) => ({ value, label: typeWord(value) })),
          ]}
        />
        <TextField
          name="from"
          type="date"
          label={t`From`}
          optional
          value={wanted.from}
          onChange={(from) => change({ from })}
        />
        <TextField
          name="to"
          type="date"
          label={t`To`}
          optional
          value={wanted.to}
          onChange={(to) => change({ to })}
        />
        {isFiltered && (
          <Button look="quiet" small onClick={() => onChange(EVERYTHING)}>{t`Show all`}</Button>
        )}
      </Form>
    </search>
  );
}
