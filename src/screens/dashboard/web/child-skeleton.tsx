/** A child's book while loading: the same blocks, empty. */
import { t } from '@lingui/core/macro';
import { Skeleton } from '#web/ui/skeleton.tsx';

export function ChildSkeleton() {
  return (
    <div role="status" className="kid">
      <span className="sr-only">{t`Opening the book`}</span>
      <Skeleton height="4rem" width="min(20rem, 80%)" />
      <Skeleton height="11rem" className="rounded-card" />
      <Skeleton height="8rem" className="rounded-card" />
      <Skeleton height="10rem" className="rounded-card" />
    </div>
  );
}
