/** Errors on our side: by type, and the latest with the id used in the log. */
import { t } from '@lingui/core/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { momentText } from '#web/dates.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import type { MonitoringStats } from '../../contract.ts';
import { Line } from '../figure.tsx';
import { countText } from '../words.ts';

const SHOWN = 5;

export function ErrorsTab({ answer }: { answer: UseQueryResult<MonitoringStats> }) {
  return (
    <Loaded answer={answer} label={t`Counting`} height="12rem">
      {({ errors }) => (
        <div className="adm-parts">
          <Card>
            <h2 className="text-h3">{t`Errors`}</h2>
            <dl>
              <Line label={t`Total errors`} value={countText(errors.totalErrors)} />
              {Object.entries(errors.errorsByType).map(([type, count]) => (
                <Line key={type} label={type} value={countText(count)} />
              ))}
            </dl>
          </Card>
          <Card>
            <h2 className="text-h3">{t`Recent errors`}</h2>
            <Recent errors={errors.recentErrors} />
          </Card>
        </div>
      )}
    </Loaded>
  );
}

function Recent({ errors }: { errors: MonitoringStats['errors']['recentErrors'] }) {
  if (errors.length === 0) return <EmptyState title={t`No recent errors`} />;
  return (
    <ul>
      {errors.slice(0, SHOWN).map(({ id, method, path, error, timestamp }) => (
        <li key={id} className="adm-line adm-user">
          <strong>
            {method} {path}
          </strong>
          <span>{error}</span>
          <span className="sub">{momentText(timestamp, undefined)}</span>
          <span className="sub adm-id">{t`In the log: ${id}`}</span>
        </li>
      ))}
    </ul>
  );
}
