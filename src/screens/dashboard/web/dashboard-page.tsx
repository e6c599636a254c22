/** The first screen after sign-in: loads once, then shows what the person's role may see. */
import { t } from '@lingui/core/macro';
import { Suspense, useDeferredValue } from 'react';
import { statusOf } from '#web/errors.ts';
import { useLiveUpdates } from '#web/live.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { SkipLink } from '#web/ui/skip-link.tsx';
import { useFirstLoad, useTimeZone, useUser } from './calls.ts';
import { DashboardFoot } from './dashboard-foot.tsx';
import { DashboardHeader } from './dashboard-header.tsx';
import { DashboardSkeleton, ViewSkeleton } from './dashboard-skeleton.tsx';
import { InvitationBanner } from './invitation-banner.tsx';
import { ParentView } from './parent-view.tsx';
import { usePersonChange } from './person-change.ts';
import { useView } from './use-view.ts';
import './child-cards.css';
import './dashboard.css';
import { lazyPart } from '#web/lazy-part.ts';

const ChildView = lazyPart(async () => (await import('./child-view.tsx')).ChildView);
const OwnBook = lazyPart(async () => (await import('./child-view.tsx')).OwnBook);
const DeletionBanner = lazyPart(
  async () => (await import('#features/privacy/web/delete-family.tsx')).DeletionBanner,
);
const OverviewView = lazyPart(async () => (await import('./overview-view.tsx')).OverviewView);

export function DashboardPage() {
  const first = useFirstLoad();
  // Drawn in small steps behind the empty blocks, so that a slow device can scroll meanwhile.
  const isDue = useDeferredValue(first.isSuccess);
  if (first.isSuccess && isDue) return <SignedIn {...first.data} />;
  if (first.isSuccess || first.isPending) return <DashboardSkeleton />;
  // Visitors see nothing: the browser is already on its way to the sign-in.
  if (statusOf(first.error) === 401) return null;
  return <LoadFailed onRetry={() => void first.refetch()} />;
}

function SignedIn({ deletionAsked }: { deletionAsked: boolean }) {
  const user = useUser();
  const view = useView();
  useLiveUpdates();
  const isChild = user?.role === 'child';
  const timeZone = useTimeZone(isChild);
  usePersonChange(user);
  if (!user) return <DashboardSkeleton />;
  return (
    <div className="dash">
      <SkipLink />
      <DashboardHeader user={user} view={isChild ? undefined : view} timeZone={timeZone} />
      <main id="main" tabIndex={-1} className="dash-main">
        <InvitationBanner />
        {deletionAsked && view.mode !== 'overview' && (
          <Suspense fallback={null}>
            <DeletionBanner />
          </Suspense>
        )}
        <Suspense fallback={<ViewSkeleton />}>
          {isChild ? (
            <OwnBook childId={user.childId} handedOver={user.handedOver} />
          ) : (
            <AdultView view={view} email={user.email} />
          )}
        </Suspense>
      </main>
      <DashboardFoot />
    </div>
  );
}

function AdultView({ view, email }: { view: ReturnType<typeof useView>; email: string }) {
  if (view.mode === 'overview')
    return (
      <>
        <h1>{t`Family Overview`}</h1>
        <OverviewView email={email} />
      </>
    );
  if (view.mode === 'parent') return <ParentView />;
  return (
    <ChildView
      childId={view.childId}
      onChoose={view.chooseChild}
      onBack={() => view.setMode(view.childId ? 'child' : 'parent')}
    />
  );
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <main id="main" tabIndex={-1} className="dash">
      <h1>{t`Your books could not be opened`}</h1>
      <InlineAlert action={<Button look="alt" small onClick={onRetry}>{t`Try Again`}</Button>}>
        {t`Nothing is lost. Please check your connection and try again.`}
      </InlineAlert>
    </main>
  );
}
