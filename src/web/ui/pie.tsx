/**
 * A pie chart of shares. The drawing is one image with a one-sentence name; the list next to it has
 * the data, and can be shown as a table. Color always comes with a pattern.
 */
import { t } from '@lingui/core/macro';
import { useId, useState } from 'react';
import { slotClass } from './avatar.tsx';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import { MoneyText } from './money.tsx';
import type { Unit } from './money-text.ts';
import { arcPath, type Part, type Slice, slicesOf } from './pie-maths.ts';
import { PiePatterns, patternFill } from './pie-patterns.tsx';

export interface PieProps {
  /** The whole that is shared, in a few words: the start of the image's name. */
  title: string;
  /** In a fixed order (never by size); only amounts above zero are drawn. */
  parts: readonly Part[];
  /** The sentence shown when all amounts are zero. */
  empty: string;
  unit?: Unit;
}

export function Pie({ title, parts, empty, unit = 'sats' }: PieProps) {
  const [asTable, setAsTable] = useState(false);
  const slices = slicesOf(parts, t`Others`);
  if (slices.length === 0) return <p className="sub">{empty}</p>;
  return (
    <div className="share">
      {asTable ? (
        <ShareTable title={title} slices={slices} unit={unit} />
      ) : (
        <SharePie title={title} slices={slices} unit={unit} />
      )}
      <div>
        <Button look="quiet" small onClick={() => setAsTable(!asTable)}>
          {asTable ? t`Show as picture` : t`Show as table`}
        </Button>
      </div>
    </div>
  );
}

interface ShareProps {
  title: string;
  slices: readonly Slice[];
  unit: Unit;
}

function SharePie({ title, slices, unit }: ShareProps) {
  const id = useId();
  const [on, setOn] = useState<string>();
  const summary = slices.map((slice) => t`${slice.name} ${slice.percent} percent`).join(', ');
  return (
    <div className="share-parts">
      <svg
        className="share-pie"
        viewBox="-1.04 -1.04 2.08 2.08"
        role="img"
        aria-label={`${title}: ${summary}`}
        aria-describedby={`${id}-list`}
      >
        <PiePatterns id={id} />
        {slices.map((slice) => (
          <path
            key={slice.id}
            d={arcPath(slice.from, slice.to)}
            fill={patternFill(id, slice.slot)}
            onPointerEnter={() => setOn(slice.id)}
            onPointerLeave={() => setOn(undefined)}
          />
        ))}
      </svg>
      <ul id={`${id}-list`} className="share-list" aria-label={title}>
        {slices.map((slice) => (
          <li key={slice.id} data-on={slice.id === on}>
            <span className={cx('swatch', slotClass(slice.slot))} />
            <span>{slice.name}</span>
            <span className="num">{slice.percent}%</span>
            <MoneyText className="share-amount" sats={slice.sats} unit={unit} follow />
          </li>
        ))}
      </ul>
    </div>
  );
}

function ShareTable({ title, slices, unit }: ShareProps) {
  return (
    <table className="table">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Name`}</th>
          <th scope="col" className="end">{t`Share`}</th>
          <th scope="col" className="end">{t`Amount`}</th>
        </tr>
      </thead>
      <tbody>
        {slices.map((slice) => (
          <tr key={slice.id}>
            <th scope="row">{slice.name}</th>
            <td className="end num">{slice.percent}%</td>
            <td className="end">
              <MoneyText sats={slice.sats} unit={unit} follow />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
