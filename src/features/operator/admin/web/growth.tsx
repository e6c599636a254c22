/** The number of new people on each of the last ten days: a table with bars. */
import { t } from '@lingui/core/macro';
import { dateText } from '#web/dates.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import type { AdminMetrics } from '../contract.ts';
import { countText } from './words.ts';

const SHOWN = 10;

export function Growth({ days }: { days: AdminMetrics['growth']['newUsersByDay'] }) {
  const all = days.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return <EmptyState title={t`No growth data available`} />;
  const shown = days.slice(-SHOWN);
  const most = Math.max(1, ...shown.map(({ count }) => count));
  return (
    <>
      <p className="sub">{t`New users in the last 30 days: ${countText(all)}`}</p>
      <table className="adm-growth">
        <caption className="sr-only">{t`New users of the last 10 days`}</caption>
        <colgroup>
          <col className="adm-growth-dates" />
          <col />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t`Date`}</th>
            <th scope="col">{t`New users`}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ date, count }) => (
            <tr key={date}>
              <th scope="row">{dateText(date)}</th>
              <td>
                <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={(count / most) * 100} height="10" />
                </svg>
                <span>{countText(count)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
