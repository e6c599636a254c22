/** The panel's two cards: the number of entries, and the oldest date. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { privacy } from '#features/book/privacy/contract.ts';
import { dayText } from '#web/dates.ts';
import { messageOf } from '#web/errors.ts';
import { localeTag } from '#web/messages/i18n.ts';
import { query } from '#web/query.ts';
import { useTimeZone } from '#web/time-zone.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Loading } from '#web/ui/skeleton.tsx';

/** The size of both cards: stacked on a phone, side by side if they fit. */
const ROOM = 'clamp(6.1rem, (26.875rem - 100vw) * 99, 15rem)';

export function KeptCards() {
  const stats = useQuery(query(privacy.stats, {}));
  const timeZone = useTimeZone();
  if (stats.isError)
    return (
      <InlineAlert
        action={
          <Button look="alt" small busy={stats.isFetching} onClick={() => void stats.refetch()}>
            {t`Try Again`}
          </Button>
        }
      >
        {messageOf(stats.error, t`This could not be loaded just now.`)}
      </InlineAlert>
    );
  if (!stats.data) return <Loading label={t`Counting the entries`} height={ROOM} />;
  const { totalCount, oldestDate } = stats.data;
  return (
    <div className="grid gap-4 two-columns">
      <Kept label={t`Entries kept`}>{new Intl.NumberFormat(localeTag()).format(totalCount)}</Kept>
      <Kept label={t`Oldest entry`}>
        {oldestDate ? dayText(oldestDate, timeZone, 'full') : t`No entries yet`}
      </Kept>
    </div>
  );
}

function Kept({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Card as="div" tone="gold">
      <p className="sub">{label}</p>
      <p className="display break-anywhere">{children}</p>
    </Card>
  );
}
