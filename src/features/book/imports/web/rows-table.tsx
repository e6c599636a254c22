/** Every row of the file with its outcome, and the questions about single rows. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { ImportRow } from '#features/book/imports/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { dayText, timeText } from '#web/dates.ts';
import { said } from '#web/messages/said.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip, type Tone } from '#web/ui/chip.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import type { PreviewProps } from './row-question.tsx';
import { RowQuestion } from './row-question.tsx';
import { stateText } from './words.ts';

const AT_FIRST = 50;

const TONES: Record<ImportRow['state'], Tone> = {
  new: 'green',
  matched: 'blue',
  history: 'plain',
  duplicate: 'plain',
  skipped: 'plain',
  question: 'gold',
};

export function RowsTable(props: PreviewProps) {
  const { rows } = props.preview;
  const [all, setAll] = useState(false);
  // Rows with questions come first.
  const sorted = [...rows].sort((a, b) => b.asks.length - a.asks.length || a.row - b.row);
  const shown = all ? sorted : sorted.slice(0, AT_FIRST);
  return (
    <div className="import-rows">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <section className="import-scroll" tabIndex={0} aria-label={t`Rows in the file`}>
        <table className="import-table">
          <thead>
            <tr>
              <th scope="col">{t`Row`}</th>
              <th scope="col">{t`When and what`}</th>
              <th scope="col" className="import-end">{t`Amount`}</th>
              <th scope="col">{t`What happens`}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row key={row.row} row={row} {...props} />
            ))}
          </tbody>
        </table>
      </section>
      {shown.length < rows.length && (
        <Button look="alt" small onClick={() => setAll(true)}>
          {t`Show all ${rows.length} rows`}
        </Button>
      )}
    </div>
  );
}

function Row({ row, ...props }: PreviewProps & { row: ImportRow }) {
  const { timeZone } = props;
  return (
    <tr data-state={row.state}>
      <td className="num">{row.row}</td>
      <td>
        {row.at && (
          <span className="sub block">
            {dayText(row.at, timeZone, 'full')}, {timeText(row.at, timeZone)}
          </span>
        )}
        {row.description && said(row.description)}
        {(row.asks.length > 0 || props.answers.separate?.includes(row.row)) && (
          <RowQuestion row={row} {...props} />
        )}
      </td>
      <td className="import-end">
        {row.amount && <MoneyText sats={satsOf(row.amount)} signed follow />}
      </td>
      <td>
        <Chip tone={TONES[row.state]}>{stateText(row)}</Chip>
      </td>
    </tr>
  );
}
