/** The page before its first reply: the same blocks, empty. */
import { t } from '@lingui/core/macro';
import { Skeleton } from '#web/ui/skeleton.tsx';

export function ViewSkeleton() {
  return (
    <div role="status" className="dash-main">
      <span className="sr-only">{t`Opening the book`}</span>
      <Skeleton height="2.5rem" width="min(24rem, 80%)" />
      <div className="home">
        <Skeleton height="24rem" className="rounded-card" />
        <Skeleton height="24rem" className="rounded-card" />
      </div>
    </div>
  );
}
