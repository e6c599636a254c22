/** The services that the program depends on, one card each. */
import { t } from '@lingui/core/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { momentText } from '#web/dates.ts';
import { Card } from '#web/ui/card.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { type Health, SERVICES, type Service } from '../../contract.ts';
import { Line } from '../figure.tsx';
import { errorWord, msText, serviceWord } from '../words.ts';
import { StatusChip } from './system-now.tsx';

export function ServicesTab({ answer }: { answer: UseQueryResult<Health> }) {
  return (
    <Loaded answer={answer} label={t`Checking the services`} height="12rem">
      {({ services, backupProvenAt = null }) => (
        <div className="adm-parts adm-many">
          {SERVICES.map((name) => {
            const service = services?.[name];
            return (
              service && (
                <Card key={name}>
                  <div className="adm-state">
                    <h2 className="text-h3">{serviceWord(name)}</h2>
                    <StatusChip status={service.status} />
                  </div>
                  {name === 'backups' ? (
                    <BackupFacts service={service} provenAt={backupProvenAt} />
                  ) : (
                    <Facts service={service} />
                  )}
                </Card>
              )
            );
          })}
        </div>
      )}
    </Loaded>
  );
}

interface BackupFactsProps {
  service: Service;
  provenAt: string | null;
}

function BackupFacts({ service: { lastChecked, error }, provenAt }: BackupFactsProps) {
  return (
    <dl>
      <Line label={t`Last proven backup`} value={whenText(provenAt)} />
      <Line label={t`Last run`} value={whenText(lastChecked)} />
      {error !== null && <Line label={t`Says`} value={errorWord(error)} />}
    </dl>
  );
}

const whenText = (moment: string | null) =>
  moment === null ? t`Never` : momentText(moment, undefined);

function Facts({ service: { responseTime, lastChecked, error } }: { service: Service }) {
  return (
    <dl>
      <Line
        label={t`Response time`}
        value={responseTime === null ? t`Not asked` : msText(responseTime)}
      />
      <Line label={t`Last checked`} value={whenText(lastChecked)} />
      {error !== null && <Line label={t`Says`} value={errorWord(error)} />}
    </dl>
  );
}
