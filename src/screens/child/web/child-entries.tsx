/** The latest lines of one child's book, and links to any month of it. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { CivilDate } from '#core/calendar.ts';
import { approvals } from '#features/book/approvals/contract.ts';
import { transactions } from '#features/book/transactions/contract.ts';
import { ActivityList } from '#features/book/transactions/web/activity-list.tsx';
import type { Family } from '#features/household/family/contract.ts';
import type { Child } from '#features/people/children/contract.ts';
import { monthBeside } from '#features/pocket/statements/rules.ts';
import { monthText } from '#web/dates.ts';
import { query } from '#web/query.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { BookIcon } from '#web/ui/icons.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { PageLink, useWay } from '#web/ui/page-link.tsx';

/** The rest is one press away; fewer if requests above need an answer. */
const SHOWN = { calm: 3, waiting: 1 };

interface ChildEntriesProps {
  child: Child;
  family: Pick<Family, 'today' | 'timeZone'>;
}

export function ChildEntries({ child, family }: ChildEntriesProps) {
  const entries = useQuery(query(transactions.ofChild, { id: child.id }));
  const requests = useQuery(query(approvals.list, {})).data?.open ?? [];
  const isWaiting = requests.some(({ childId }) => childId === child.id);
  const shown = isWaiting ? SHOWN.waiting : SHOWN.calm;
  const title = t`Latest entries`;
  return (
    <Card className="dash-stack">
      <div className="spread">
        <h2>{title}</h2>
        <PageLink href={`/activity?child=${child.id}`}>{t`All entries`}</PageLink>
      </div>
      <Loaded answer={entries} label={t`Opening the book`} height="12rem">
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={<BookIcon size={36} />} title={t`Nothing here yet`}>
              {t`The first pay day or bonus will be the first line here.`}
            </EmptyState>
          ) : (
            <ActivityList
              label={title}
              entries={list.slice(0, shown)}
              timeZone={family.timeZone}
              isOneBook
              hrefOf={({ id }) => `/activity?child=${child.id}&entry=${id}`}
            />
          )
        }
      </Loaded>
      <Months childId={child.id} today={family.today} />
    </Card>
  );
}

const SHOWN_MONTHS = 12;

/** Starts with this month. */
function monthsUpTo(today: CivilDate): string[] {
  const months = [today.slice(0, 7)];
  while (months.length < SHOWN_MONTHS) months.push(monthBeside(months.at(-1) ?? today, -1));
  return months;
}

/** Links to last month and the year; earlier months are in a list. */
function Months({ childId, today }: { childId: string; today: CivilDate }) {
  const address = (month: string) => `/statement?child=${childId}&month=${month}`;
  const hasStatements = useWay(address('')) !== undefined;
  const year = today.slice(0, 4);
  const months = monthsUpTo(today);
  const last = months[1] ?? today;
  return (
    <div className="child-months">
      <PageLink href={address(last)}>{t`Last month`}</PageLink>
      <PageLink href={`/year?child=${childId}&year=${year}`}>{t`The year`}</PageLink>
      {hasStatements && <MonthField months={months} addressOf={address} />}
    </div>
  );
}

function MonthField({
  months,
  addressOf,
}: {
  months: readonly string[];
  addressOf: (month: string) => string;
}) {
  const [, go] = useLocation();
  return (
    <select
      className="input"
      aria-label={t`Statement of a month`}
      value=""
      onChange={({ target }) => go(addressOf(target.value))}
    >
      <option value="" disabled>
        {t`Month`}
      </option>
      {months.map((month) => (
        <option key={month} value={month}>
          {monthText(month)}
        </option>
      ))}
    </select>
  );
}
