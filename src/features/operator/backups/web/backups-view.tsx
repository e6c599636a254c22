/** Backups for the operator: their state, the sheet, restores to check. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Output } from '#contract/endpoint.ts';
import { backupCare } from '#features/operator/backups/care/contract.ts';
import { momentText } from '#web/dates.ts';
import { query } from '#web/query.ts';
import { Banner, InlineAlert } from '#web/ui/banner.tsx';
import { Card } from '#web/ui/card.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { CheckRestore } from './check-restore.tsx';
import { SheetCard } from './sheet-card.tsx';

type Care = Output<typeof backupCare.read>;

export function BackupsView() {
  const answer = useQuery({ ...query(backupCare.read, {}), staleTime: 0 });
  return (
    <Loaded answer={answer} label={t`Looking at the backups`} height="20rem">
      {(care) => (
        <div className="adm-stack">
          {care.unchecked && <CheckRestore {...care.unchecked} />}
          <Standing care={care} />
          <SheetCard isKept={care.isSheetKept} />
        </div>
      )}
    </Loaded>
  );
}

function Standing({ care }: { care: Care }) {
  const { makes, isTroubled, place } = care;
  const about = makes && placeText(place);
  return (
    <Card className="grid gap-3" aria-labelledby="backups-now">
      <h2 id="backups-now">{t`Backups of this server`}</h2>
      {!makes && <p>{t`Satling doesn’t make any here, because you chose to make your own.`}</p>}
      {makes && isTroubled && (
        <InlineAlert>
          {t`Last night’s backup didn’t work out. Monitoring says what went wrong.`}
        </InlineAlert>
      )}
      {makes && <Proven {...care} />}
      {about &&
        (place?.problem ? <InlineAlert>{about}</InlineAlert> : <p className="sub">{about}</p>)}
    </Card>
  );
}

function Proven({ provenAt, isTroubled, isSheetKept }: Care) {
  if (!provenAt) return <p>{t`The first backup will be made tonight.`}</p>;
  const at = momentText(provenAt, undefined);
  const said = t`Last backup proven to restore: ${at}.`;
  if (!isSheetKept)
    return (
      <Banner tone="warn" title={t`Proven here; not recoverable without this machine.`}>
        {said}
      </Banner>
    );
  return isTroubled ? <p>{said}</p> : <Banner tone="done">{said}</Banner>;
}

function placeText(place: Care['place']): string {
  if (!place)
    return t`Backups are kept on this machine only. Set up off-site storage, or copy them to another disk yourself.`;
  const at = place.sentAt && momentText(place.sentAt, undefined);
  if (place.problem !== null)
    return at
      ? t`Off-site storage didn’t take last night’s backup. The newest one there is from ${at}. Monitoring says what went wrong.`
      : t`Off-site storage hasn’t taken a backup yet. Monitoring says what went wrong.`;
  return at
    ? t`Also kept off-site, sent there and read back: ${at}.`
    : t`Off-site storage gets its first backup tonight.`;
}
