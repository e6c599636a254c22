/** In Family Overview: the server's latest backup that is proven to restore. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { DAY } from '#core/time.ts';
import { backups, type LastBackup } from '#features/operator/backups/contract.ts';
import { isoDay, momentText, timeText } from '#web/dates.ts';
import { query } from '#web/query.ts';
import { useTimeZone } from '#web/time-zone.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Card } from '#web/ui/card.tsx';

/** Hidden until known, and if the operator makes the backups. */
export function BackupCard() {
  const { data } = useQuery({ ...query(backups.last, {}), staleTime: 0 });
  const timeZone = useTimeZone();
  if (!data || data.state === 'elsewhere') return null;
  const when = data.provenAt && provenText(data.provenAt, timeZone, Date.now());
  return (
    <Card className="grid gap-3" aria-labelledby="server-backup">
      <h2 id="server-backup">{t`Backup`}</h2>
      <State state={data.state} when={when} />
    </Card>
  );
}

interface StateProps {
  state: LastBackup['state'];
  when: string | null;
}

function State({ state, when }: StateProps) {
  if (state === 'first')
    return <p className="sub">{t`This server makes its first backup tonight.`}</p>;
  const last = when === null ? t`No backup is proven yet.` : t`Last proven backup: ${when}`;
  if (state === 'proven')
    return (
      <>
        <p>{last}</p>
        <p className="sub">{t`It was restored on the server, and every book in it was checked.`}</p>
      </>
    );
  return (
    <>
      <InlineAlert>{t`Last night’s backup didn’t work out.`}</InlineAlert>
      <p>{last}</p>
      <p className="sub">
        {t`Your book is fine. The operator of this server gets an email and finds the reason under Monitoring.`}
      </p>
    </>
  );
}

/** `today, 4:12 AM`; includes the date if older than yesterday. */
export function provenText(moment: string, timeZone: string | undefined, now: number): string {
  const dayAt = (at: number) => isoDay(new Date(at).toISOString(), timeZone);
  const [day, time] = [isoDay(moment, timeZone), timeText(moment, timeZone)];
  if (day === dayAt(now)) return t`today, ${time}`;
  return day === dayAt(now - DAY) ? t`yesterday, ${time}` : momentText(moment, timeZone);
}
