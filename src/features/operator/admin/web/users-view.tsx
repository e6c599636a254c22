/** The number of users, and their recent activity. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type AdminMetrics, admin } from '#features/operator/admin/contract.ts';
import { query } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { Figure, Line } from './figure.tsx';
import { Growth } from './growth.tsx';
import { agoText, countText } from './words.ts';

export function UsersView({ email }: { email: string }) {
  return (
    <>
      <p className="sub">{t`Welcome, ${email}`}</p>
      <Metrics />
    </>
  );
}

/** Fetched each time the page is opened, because old figures are useless. */
function Metrics() {
  const { data, isError, isFetching, refetch } = useQuery({
    ...query(admin.metrics, {}),
    staleTime: 0,
  });
  if (data) return <MetricsShown metrics={data} />;
  if (isError)
    return (
      <InlineAlert
        action={
          <Button look="alt" small busy={isFetching} onClick={() => void refetch()}>
            {t`Retry`}
          </Button>
        }
      >
        {t`Failed to load admin metrics. Please try again.`}
      </InlineAlert>
    );
  if (isFetching) return <Loading label={t`Counting`} height="30rem" />;
  return <EmptyState level={2} title={t`No metrics data available`} />;
}

function MetricsShown({ metrics }: { metrics: AdminMetrics }) {
  const { totals, activity, growth, last7days, recentUsers } = metrics;
  return (
    <>
      <dl className="adm-figures">
        <Figure
          label={t`Total users`}
          note={t`Registered accounts`}
          value={countText(totals.users)}
        />
        <Figure
          label={t`Total families`}
          note={t`Active family groups`}
          value={countText(totals.families)}
        />
        <Figure
          label={t`Total children`}
          note={t`Child accounts created`}
          value={countText(totals.children)}
        />
        <Figure
          label={t`Monthly active`}
          note={t`Last 30 days`}
          value={countText(activity.monthlyActive)}
        />
      </dl>
      <div className="adm-parts">
        <Card>
          <h2>{t`User activity`}</h2>
          <dl>
            <Line label={t`Daily active`} value={countText(activity.dailyActive)} />
            <Line label={t`Weekly active`} value={countText(activity.weeklyActive)} />
            <Line label={t`Monthly active`} value={countText(activity.monthlyActive)} />
          </dl>
        </Card>
        <Card>
          <h2>{t`Recent activity`}</h2>
          <p className="sub">{t`Last 7 days`}</p>
          <dl>
            <Line label={t`Logins`} value={countText(last7days.logins)} />
            <Line label={t`Children created`} value={countText(last7days.childrenCreated)} />
            <Line label={t`Goals created`} value={countText(last7days.goalsCreated)} />
            <Line label={t`Transactions`} value={countText(last7days.transactionsAdded)} />
          </dl>
        </Card>
        <Card>
          <h2>{t`User growth`}</h2>
          <Growth days={growth.newUsersByDay} />
        </Card>
        <Card>
          <h2>{t`Recent users`}</h2>
          <RecentUsers users={recentUsers} />
        </Card>
      </div>
    </>
  );
}

function RecentUsers({ users }: { users: AdminMetrics['recentUsers'] }) {
  const now = Date.now();
  if (users.length === 0) return <EmptyState title={t`No users yet`} />;
  return (
    <ul>
      {users.map(({ id, email, createdAt, lastActiveAt }) => {
        const [joined, active] = [agoText(createdAt, now), agoText(lastActiveAt, now)];
        return (
          <li key={id} className="adm-line adm-user">
            <strong>{email}</strong>
            <span className="sub">{t`Joined ${joined}`}</span>
            <span className="sub">{t`Last active ${active}`}</span>
          </li>
        );
      })}
    </ul>
  );
}
