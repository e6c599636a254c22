/** The dashboard before its first answer: the same blocks, empty. */
import { t } from '@lingui/core/macro';
import { Skeleton } from '#web/ui/skeleton.tsx';

export function DashboardSkeleton() {
  return (
    <main id="main" tabIndex={-1} className="dash">
      <Skeleton height="3rem" />
      <ViewSkeleton />
    </main>
  );
}

export function ViewSkeleton() {
  return (
    <div role="status" className="dash-main">
      <span className="sr-only">{t`Opening the book`}</span>
      <Skeleton height="2.5rem" width="min(24rem, 80%)" />
      <div className="dash-row">
        <Skeleton height="17rem" className="rounded-card dash-wide" />
        <Skeleton height="17rem" className="rounded-card dash-side" />
      </div>
      <div className="dash-cards">
        <Skeleton height="15rem" className="rounded-card" />
        <Skeleton height="15rem" className="rounded-card" />
      </div>
    </div>
  );
}
