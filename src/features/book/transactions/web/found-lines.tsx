/** The results, by day and page by page; for one account with the balance after each line. */

import { t } from '@lingui/core/macro';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useDeferredValue } from 'react';
import type { Input } from '#contract/endpoint.ts';
import {
  type Line,
  type Page,
  type Transaction,
  transactions,
} from '#features/book/transactions/contract.ts';
import { goalPart } from '#features/book/transactions/rules.ts';
import { satsOf } from '#web/amounts.ts';
import { callApi } from '#web/api.ts';
import { dayText } from '#web/dates.ts';
import { keyOf, senderOf } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { BookIcon } from '#web/ui/icons.tsx';
import { type LedgerEntry, LedgerList } from '#web/ui/ledger-list.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { groupedSats, moneyText } from '#web/ui/money-text.ts';
import { Loading } from '#web/ui/skeleton.tsx';
import { useStoredChoice } from '#web/ui/stored-choice.ts';
import { unitChoice } from '#web/ui/unit-choice.ts';
import { ActivityList } from './activity-list.tsx';

export interface FoundLinesProps {
  wanted: Omit<Input<(typeof transactions)['list']>, 'before'>;
  timeZone: string | undefined;
  ownBook: boolean;
  /** Leaves the search and shows all lines. */
  onAll: () => void;
  hrefOf: (entry: Transaction) => string;
  mark?: (entry: Transaction) => ReactNode;
}

/** Rendered with low priority, so typing, or a dialog over the lines, stays responsive. */
export const FoundLines = (props: FoundLinesProps) => <Found {...useDeferredValue(props)} />;

const Found = memo(function Found({ wanted, onAll, ...rest }: FoundLinesProps) {
  const found = useInfiniteQuery({
    queryKey: [...keyOf(transactions.list, wanted), 'pages'],
    queryFn: ({ pageParam, client }): Promise<Page> =>
      callApi(
        transactions.list,
        { ...wanted, ...(pageParam !== null && { before: pageParam }) },
        undefined,
        senderOf(client),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page) => page.next,
    placeholderData: keepPreviousData,
  });
  if (found.isPending) return <Loading label={t`Searching the book`} height="24rem" />;
  if (!found.data)
    return (
      <InlineAlert
        action={
          <Button look="alt" small onClick={() => void found.refetch()}>{t`Try Again`}</Button>
        }
      >
        {t`The entries could not be read just now.`}
      </InlineAlert>
    );
  const lines = found.data.pages.flatMap(({ entries }) => entries);
  const last = found.data.pages.at(-1);
  return (
    <>
      <Lines
        lines={lines}
        isAccount={wanted.accountId !== undefined}
        isSavings={last?.account?.kind === 'savings'}
        {...rest}
      />
      {!found.hasNextPage && last?.broughtForward && (
        <BroughtForward {...last.broughtForward} timeZone={rest.timeZone} />
      )}
      {lines.length === 0 && !found.hasNextPage && !last?.broughtForward && (
        <NothingFound isSearch={Object.keys(wanted).length > 0} onAll={onAll} />
      )}
      {found.hasNextPage && (
        <More
          since={last?.searchedTo ? dayText(last.searchedTo, rest.timeZone, 'full') : undefined}
          busy={found.isFetchingNextPage}
          onMore={() => void found.fetchNextPage()}
        />
      )}
    </>
  );
});

function NothingFound({ isSearch, onAll }: { isSearch: boolean; onAll: () => void }) {
  const icon = <BookIcon size={36} />;
  if (!isSearch)
    return (
      <EmptyState
        level={2}
        icon={icon}
        title={t`Nothing here yet`}
        action={<ButtonLink look="alt" small href="/dashboard">{t`Go to Dashboard`}</ButtonLink>}
      >
        {t`The first pay day or bonus will be the first line here.`}
      </EmptyState>
    );
  return (
    <EmptyState
      level={2}
      icon={icon}
      title={t`Nothing in these months`}
      action={<Button look="alt" small onClick={onAll}>{t`Show all lines`}</Button>}
    >
      {t`Try other words, another kind or a longer period.`}
    </EmptyState>
  );
}

type LinesProps = Omit<FoundLinesProps, 'wanted' | 'onAll'> & {
  lines: readonly Line[];
  isAccount: boolean;
  isSavings: boolean;
};

function Lines({ lines, isAccount, isSavings, ...rest }: LinesProps) {
  const unit = useStoredChoice(unitChoice) ?? 'sats';
  const byId = new Map(lines.map((line) => [line.id, line]));
  if (lines.length === 0) return null;
  return (
    <ActivityList
      {...rest}
      label={t`Entries`}
      byDay
      allStates
      isAccount={isAccount}
      entries={
        isAccount ? lines.map((line) => ({ ...line, amount: line.change ?? line.amount })) : lines
      }
      after={({ id }) => {
        const line = byId.get(id);
        const balance = line?.balanceAfter;
        return [
          isSavings && line?.change && sharedText(line, line.change),
          balance && t`balance ${moneyText(satsOf(balance), unit)}`,
        ]
          .filter(Boolean)
          .join(' · ');
      }}
    />
  );
}

/** `2,500, of which 625 to goals`: the whole pay day if savings got only part of it. */
function sharedText(line: Line, change: string): string {
  const whole = satsOf(line.amount);
  const part = goalPart(line, whole, satsOf(change));
  return part > 0n ? t`${groupedSats(whole)}, of which ${groupedSats(part)} to goals` : '';
}

/** The last line of a pruned book, which its balances start from. */
function BroughtForward({
  upTo,
  amount,
  timeZone,
}: NonNullable<Page['broughtForward']> & { timeZone: string | undefined }) {
  const day = dayText(upTo, timeZone, 'full');
  const entry: LedgerEntry = {
    id: 'brought-forward',
    title: <strong>{t`Brought forward`}</strong>,
    detail: t`Older entries, up to ${day}, were removed. What they added up to is carried forward.`,
    ...(amount !== null && { amount: <MoneyText sats={satsOf(amount)} signed follow /> }),
  };
  return <LedgerList label={t`Brought forward`} groups={[{ key: 'all', entries: [entry] }]} />;
}

interface MoreProps {
  /** How far back the search has gone. */
  since: string | undefined;
  busy: boolean;
  onMore: () => void;
}

function More({ since, busy, onMore }: MoreProps) {
  return (
    <div className="found-more">
      {since && <p className="sub">{t`Showing back to ${since}.`}</p>}
      <Button look="alt" busy={busy} onClick={onMore}>{t`Show older lines`}</Button>
    </div>
  );
}
