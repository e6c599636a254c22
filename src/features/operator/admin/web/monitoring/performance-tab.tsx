/** The number and speed of replies, and the slow statements. */
import { t } from '@lingui/core/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { Card } from '#web/ui/card.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import type { MonitoringStats } from '../../contract.ts';
import { Line } from '../figure.tsx';
import { countText, msText } from '../words.ts';
import { ResetButton } from './reset-button.tsx';
import { useReset } from './use-reset.ts';

export function PerformanceTab({ answer }: { answer: UseQueryResult<MonitoringStats> }) {
  const reset = useReset('resetMonitoring');
  return (
    <div className="adm-stack">
      <Loaded answer={answer} label={t`Counting`} height="12rem">
        {({ performance, slowQueries }) => (
          <div className="adm-parts">
            <Card>
              <h2 className="text-h3">{t`Requests`}</h2>
              <dl>
                <Line label={t`Total requests`} value={countText(performance.totalRequests)} />
                <Line label={t`Average response`} value={msText(performance.averageResponseTime)} />
                <Line label={t`P95 response`} value={msText(performance.p95ResponseTime)} />
                <Line label={t`Slow requests`} value={countText(performance.slowRequestCount)} />
              </dl>
              <p className="sub">{t`Slow means longer than a second.`}</p>
            </Card>
            <Card>
              <h2 className="text-h3">{t`Slow queries`}</h2>
              <dl>
                <Line label={t`Slow queries`} value={countText(slowQueries.totalSlowQueries)} />
                <Line label={t`Average duration`} value={msText(slowQueries.averageDuration)} />
              </dl>
              <p className="sub">{t`Slow means half a second or longer, waiting included.`}</p>
            </Card>
          </div>
        )}
      </Loaded>
      <p className="sub">{t`All instances together, since the last reset, up to seven days back.`}</p>
      <ResetButton
        reset={reset}
        label={t`Reset`}
        question={t`Reset the performance figures?`}
        consequence={t`Requests, slow queries and errors on all instances start from 0 again. The log and every family’s book stay as they are.`}
        done={t`Counting starts again from now.`}
      />
    </div>
  );
}
