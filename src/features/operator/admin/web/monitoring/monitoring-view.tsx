/** The program's state: problems first, then four numbers, then the details in tabs. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '#features/operator/admin/contract.ts';
import { statusOf } from '#web/errors.ts';
import { query } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { ErrorsTab } from './errors-tab.tsx';
import { PerformanceTab } from './performance-tab.tsx';
import { SecurityTab } from './security-tab.tsx';
import { ServicesTab } from './services-tab.tsx';
import { StatusChip, SystemNow } from './system-now.tsx';

const HEALTH_MS = 30_000;
const STATS_MS = 60_000;

export function MonitoringView() {
  const health = useQuery({ ...query(admin.health, {}), refetchInterval: HEALTH_MS, staleTime: 0 });
  const stats = useQuery({
    ...query(admin.monitoring, {}),
    refetchInterval: STATS_MS,
    staleTime: 0,
  });
  const security = useQuery({
    ...query(admin.security, {}),
    refetchInterval: STATS_MS,
    staleTime: 0,
  });
  const [refreshing, setRefreshing] = useState(false);
  const refreshAll = async () => {
    setRefreshing(true);
    await Promise.all([health, stats, security].map(({ refetch }) => refetch()));
    setRefreshing(false);
  };
  const isDown = statusOf(health.error) === 503;
  return (
    <>
      <div className="adm-state">
        {health.isPending ? (
          <Skeleton width="8rem" height="2rem" />
        ) : (
          <StatusChip status={isDown ? 'unhealthy' : (health.data?.status ?? 'unknown')} />
        )}
        <Button look="alt" small busy={refreshing} onClick={() => void refreshAll()}>
          {t`Refresh All`}
        </Button>
      </div>
      {isDown ? (
        <InlineAlert>{t`The database is not answering. Nothing can be read until it does.`}</InlineAlert>
      ) : (
        <Loaded answer={health} label={t`Checking the status`} height="60dvh">
          {(data) => <SystemNow health={data} />}
        </Loaded>
      )}
      {!health.isPending && (
        <Tabs
          label={t`What to look at`}
          tabs={[
            { id: 'services', label: t`Services`, panel: <ServicesTab answer={health} /> },
            { id: 'performance', label: t`Performance`, panel: <PerformanceTab answer={stats} /> },
            { id: 'security', label: t`Security`, panel: <SecurityTab answer={security} /> },
            { id: 'errors', label: t`Errors`, panel: <ErrorsTab answer={stats} /> },
          ]}
        />
      )}
    </>
  );
}
