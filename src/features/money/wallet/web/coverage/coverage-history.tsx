/** The history of promised and held sats, as a chart and as a table. */
import { t } from '@lingui/core/macro';
import { useId, useState } from 'react';
import type { Coverage } from '#features/money/wallet/coverage/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { dayText } from '#web/dates.ts';
import { useTimeZone } from '#web/time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import { BOX, type Point, stepsOf } from './coverage-steps.ts';

type History = Pick<Coverage, 'history' | 'checkedAt'>;

export function CoverageHistory({ coverage }: { coverage: History }) {
  const [asTable, setAsTable] = useState(false);
  return (
    <>
      {asTable ? <HistoryTable coverage={coverage} /> : <Picture coverage={coverage} />}
      <div>
        <Button look="quiet" small onClick={() => setAsTable(!asTable)}>
          {asTable ? t`Show as picture` : t`Show as table`}
        </Button>
      </div>
    </>
  );
}

function Picture({ coverage: { history, checkedAt } }: { coverage: History }) {
  const id = useId();
  const timeZone = useTimeZone();
  const points = history.map(
    ({ at, promised, held }): Point => ({
      at: Date.parse(at),
      promisedSats: satsOf(promised),
      heldSats: satsOf(held),
    }),
  );
  const last = points.at(-1);
  const until = Math.max(checkedAt ? Date.parse(checkedAt) : 0, last?.at ?? 0);
  const { promised, held, area } = stepsOf(points, until);
  const day = (moment: number) => dayText(new Date(moment).toISOString(), timeZone);
  return (
    <figure className="coverage-picture">
      <svg
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={id}
      >
        <title id={id}>{summaryOf(points)}</title>
        <path className="coverage-area" d={area} />
        <path className="coverage-held" d={held} />
        <path className="coverage-promised" d={promised} />
      </svg>
      <p className="spread sub">
        <span>{day(points[0]?.at ?? until)}</span>
        <span>{day(until)}</span>
      </p>
      <figcaption className="wallet-chips sub">
        <span className="coverage-key">{t`In the wallet`}</span>
        <span className="coverage-key coverage-key-promised">{t`Promised`}</span>
      </figcaption>
    </figure>
  );
}

function summaryOf(points: readonly Point[]): string {
  const short = points.filter(({ promisedSats, heldSats }) => heldSats < promisedSats).length;
  const last = points.at(-1);
  const now = last
    ? t`Promised last: ${satsWithValue(last.promisedSats)}, held: ${satsWithValue(last.heldSats)}.`
    : '';
  const past = pastText(short);
  return `${past} ${now}`;
}

function pastText(short: number): string {
  if (short === 0) return t`It was covered all the time.`;
  return short === 1 ? t`It was short once.` : t`It was short ${short} times.`;
}

function HistoryTable({ coverage: { history } }: { coverage: History }) {
  const timeZone = useTimeZone();
  return (
    <div>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t`Since`}</th>
            <th scope="col" className="end">{t`Promised`}</th>
            <th scope="col" className="end">{t`In the wallet`}</th>
          </tr>
        </thead>
        <tbody>
          {history.toReversed().map(({ at, promised, held }) => (
            <tr key={at}>
              <th scope="row">{dayText(at, timeZone)}</th>
              <td className="end">
                <MoneyText sats={satsOf(promised)} follow bare />
              </td>
              <td className="end">
                <MoneyText sats={satsOf(held)} follow bare />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
