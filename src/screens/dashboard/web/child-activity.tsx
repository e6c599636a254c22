/** A child's five latest lines. */
import { t } from '@lingui/core/macro';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { RECENT, type Transaction } from '#features/book/transactions/contract.ts';
import { ActivityList } from '#features/book/transactions/web/activity-list.tsx';
import type { Child } from '#features/people/children/contract.ts';
import { nextPayday } from '#screens/dashboard/rules.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { BookIcon } from '#web/ui/icons.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { weekdayName } from '#web/weekdays.ts';

/** For a parent, the child's entries; for a child, its own latest. */
export type EntriesQuery = UseQueryOptions<Transaction[], Error, Transaction[], string[]>;

export interface ChildActivityProps {
  child: Child;
  timeZone: string | undefined;
  entries: EntriesQuery;
}

export function ChildActivity({ child, timeZone, entries }: ChildActivityProps) {
  const { data, isPending, refetch } = useQuery(entries);
  return (
    <Card className="dash-stack">
      <div className="card-head">
        <h2>{t`My Recent Activity`}</h2>
        {data && data.length > 0 && (
          <PageLink href={`/activity?child=${child.id}`} className="why-link">
            {t`All my lines`}
          </PageLink>
        )}
      </div>
      {isPending && <Loading label={t`Opening the book`} height="12rem" />}
      {!isPending && !data && <Failed onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <EmptyState icon={<BookIcon size={36} />} title={t`No activity yet`}>
          {firstText(child)}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <ActivityList
          label={t`My Recent Activity`}
          entries={data.slice(0, RECENT)}
          timeZone={timeZone}
          ownBook
          hrefOf={({ id }) => `/activity?child=${child.id}&entry=${id}`}
        />
      )}
    </Card>
  );
}

function firstText(child: Child): string {
  const next = nextPayday(child);
  if (!('days' in next)) return t`Your first pocket money will appear here.`;
  const day = weekdayName(next.weekday);
  return next.kind === 'today'
    ? t`Your first pocket money comes today.`
    : t`Your first pocket money comes on ${day}.`;
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <InlineAlert action={<Button look="alt" small onClick={onRetry}>{t`Try Again`}</Button>}>
      {t`The entries could not be read just now.`}
    </InlineAlert>
  );
}
