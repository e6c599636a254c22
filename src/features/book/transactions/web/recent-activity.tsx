/** The latest lines of all books: five, or all of them with "View All". */

import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { RECENT, type Transaction, transactions } from '#features/book/transactions/contract.ts';
import { query } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { BookIcon } from '#web/ui/icons.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { ActivityList } from './activity-list.tsx';

export interface RecentActivityProps {
  timeZone: string;
  /** Says how long entries are kept. */
  note: ReactNode;
  mark: (entry: Transaction) => ReactNode;
}

export function RecentActivity({ timeZone, note, mark }: RecentActivityProps) {
  const [all, setAll] = useState(false);
  const recent = useQuery({
    ...query(transactions.recent, all ? { all: 'true' } : {}),
    placeholderData: keepPreviousData,
  });
  const stampedSince = useNewest(recent.data);
  const entries = recent.data ?? [];
  const shown = all ? entries : entries.slice(0, RECENT);
  return (
    <Card className="grid gap-2">
      <div className="card-head">
        <h2>{t`Recent activity`}</h2>
        {entries.length > 0 && (
          <Button look="quiet" small aria-pressed={all} onClick={() => setAll(!all)}>
            {t`View All`}
          </Button>
        )}
      </div>
      {recent.isPending && <Loading label={t`Opening the book`} height="16rem" />}
      {recent.isError && <Failed onRetry={() => void recent.refetch()} />}
      {recent.isSuccess && entries.length === 0 && <NothingYet />}
      {shown.length > 0 && (
        <ActivityList
          label={t`Recent activity`}
          entries={shown}
          timeZone={timeZone}
          byDay={all}
          mark={mark}
          hrefOf={({ id }) => `/activity?entry=${id}`}
          stampedSince={stampedSince}
        />
      )}
      <p className="sub">{note}</p>
    </Card>
  );
}

/** When the newest entry was made, as of opening the page; '' if there is none. */
function useNewest(entries: readonly Transaction[] | undefined): string | undefined {
  const [newest, setNewest] = useState<string>();
  if (newest === undefined && entries) setNewest(entries[0]?.createdAt ?? '');
  return newest;
}

function NothingYet() {
  return (
    <EmptyState icon={<BookIcon size={36} />} title={t`Nothing here yet`}>
      {t`The first pay day or bonus will be the first line here.`}
    </EmptyState>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <InlineAlert action={<Button look="alt" small onClick={onRetry}>{t`Try Again`}</Button>}>
      {t`The entries could not be read just now.`}
    </InlineAlert>
  );
}
