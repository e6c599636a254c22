/** Refused requests and their origin. */
import { t } from '@lingui/core/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { momentText } from '#web/dates.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import type { SecurityStats } from '../../contract.ts';
import { Line } from '../figure.tsx';
import { countText, eventWord } from '../words.ts';
import { ResetButton } from './reset-button.tsx';
import { useReset } from './use-reset.ts';

const SHOWN = 5;

export function SecurityTab({ answer }: { answer: UseQueryResult<SecurityStats> }) {
  const reset = useReset('resetSecurity');
  return (
    <div className="adm-stack">
      <Loaded answer={answer} label={t`Counting`} height="16rem">
        {(stats) => (
          <div className="adm-parts">
            <Refused metrics={stats.metrics} />
            <Suspicious networks={stats.topSuspiciousIPs} />
            <Events events={stats.recentCriticalEvents} />
          </div>
        )}
      </Loaded>
      <p className="sub">{t`Addresses are kept as networks (/24 or /48), for seven days.`}</p>
      <ResetButton
        reset={reset}
        label={t`Reset security data`}
        question={t`Reset the security data?`}
        consequence={t`Failed logins, rate limit hits and attempts on all instances are cleared. Anyone over a limit stays over it, and your reset stays visible for seven days.`}
        done={t`The security data was reset.`}
      />
    </div>
  );
}

function Refused({ metrics }: { metrics: SecurityStats['metrics'] }) {
  const { failedLogins, rateLimitHits, unauthorizedAttempts, blockedIPs } = metrics;
  return (
    <Card>
      <h2 className="text-h3">{t`Refused`}</h2>
      <dl>
        <Line label={t`Failed logins`} value={countText(failedLogins)} />
        <Line label={t`Rate limit hits`} value={countText(rateLimitHits)} />
        <Line label={t`Unauthorized attempts`} value={countText(unauthorizedAttempts)} />
        <Line label={t`Blocked IPs`} value={countText(blockedIPs.length)} />
      </dl>
      {blockedIPs.length > 0 && (
        <p className="sub">{t`Over a limit now: ${blockedIPs.slice(0, SHOWN).join(', ')}`}</p>
      )}
    </Card>
  );
}

function Suspicious({ networks }: { networks: SecurityStats['topSuspiciousIPs'] }) {
  return (
    <Card>
      <h2 className="text-h3">{t`Suspicious IPs`}</h2>
      {networks.length === 0 ? (
        <EmptyState title={t`No suspicious activity detected`} />
      ) : (
        <dl>
          {networks.slice(0, SHOWN).map(({ ip, count }) => (
            <Line key={ip} label={ip} value={countText(count)} />
          ))}
        </dl>
      )}
    </Card>
  );
}

function Events({ events }: { events: SecurityStats['recentCriticalEvents'] }) {
  return (
    <Card className="adm-wide">
      <h2 className="text-h3">{t`Critical security events`}</h2>
      {events.length === 0 ? (
        <p className="sub">{t`None in the last seven days.`}</p>
      ) : (
        <ul>
          {events.slice(0, SHOWN).map((event) => (
            <li key={`${event.timestamp} ${event.description}`} className="adm-line adm-user">
              <strong>{eventWord(event)}</strong>
              <span>{event.description}</span>
              <span className="sub">{momentText(event.timestamp, undefined)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
