/** The file picker and drop zone, with export instructions for each wallet. */
import { t } from '@lingui/core/macro';
import { type DragEvent, useState } from 'react';
import { SUPPORTED } from '#features/book/imports/contract.ts';
import { cx } from '#web/ui/class-names.ts';
import { BookIcon } from '#web/ui/icons.tsx';
import { howTo } from './words.ts';

interface ChooseFileProps {
  name: string | undefined;
  /** Worded for a child: limits are mentioned only when a file exceeds them. */
  simple: boolean;
  onChoose: (file: File | undefined) => void;
}

export function ChooseFile({ name, simple, onChoose }: ChooseFileProps) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onChoose(event.dataTransfer.files[0]);
  };
  return (
    <label
      className={cx('import-drop', over && 'import-over')}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <BookIcon size={28} />
      <span className="import-name">
        {name ?? t`Choose a CSV file`}
        <span className="sub block">{subText(name, simple)}</span>
      </span>
      <input
        className="sr-only"
        type="file"
        accept=".csv,text/csv"
        aria-label={t`CSV file`}
        onChange={(event) => {
          onChoose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </label>
  );
}

function subText(name: string | undefined, simple: boolean): string {
  if (name) return t`Choose another file`;
  return simple ? t`or drop it here` : t`or drop it here. At most 2 MiB and 5,000 rows.`;
}

export function HowTo() {
  const names = SUPPORTED.join(', ');
  return (
    <details className="import-how">
      <summary>{t`Where do I find the file? (${names})`}</summary>
      <dl>
        {howTo().map(({ wallet, steps }) => (
          <div key={wallet}>
            <dt>{wallet}</dt>
            <dd>{steps}</dd>
          </div>
        ))}
      </dl>
      <p className="sub">
        {t`Importing a file twice does no harm: rows already imported are skipped.`}
      </p>
    </details>
  );
}
