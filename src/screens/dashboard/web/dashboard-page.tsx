/** Home: what a person's role may see of the family's books. */
import { t } from '@lingui/core/macro';
import { Suspense } from 'react';
import { lazyPart } from '#web/lazy-part.ts';
import { useFirstLoad, useUser } from './calls.ts';
import { ViewSkeleton } from './dashboard-skeleton.tsx';
import { InvitationBanner } from './invitation-banner.tsx';
import { ParentView } from './parent-view.tsx';
import { useView } from './use-view.ts';
import { ViewSwitch } from './view-switch.tsx';
import './child-cards.css';
import './dashboard.css';

const ChildView = lazyPart(async () => (await import('./child-view.tsx')).ChildView);
const OwnBook = lazyPart(async () => (await import('./child-view.tsx')).OwnBook);
const DeletionBanner = lazyPart(
  async () => (await import('#features/privacy/web/delete-family.tsx')).DeletionBanner,
);
const OverviewView = lazyPart(async () => (await import('./overview-view.tsx')).OverviewView);

export function DashboardPage() {
  const deletionAsked = useFirstLoad().data?.deletionAsked ?? false;
  const user = useUser();
  const view = useView();
  if (!user) return null;
  return (
    <>
      <InvitationBanner />
      {deletionAsked && view.mode !== 'overview' && (
        <Suspense fallback={null}>
          <DeletionBanner />
        </Suspense>
      )}
      <Suspense fallback={<ViewSkeleton />}>
        {user.role === 'child' ? (
          <OwnBook childId={user.childId} handedOver={user.handedOver} />
        ) : (
          <AdultView view={view} email={user.email} />
        )}
      </Suspense>
    </>
  );
}

function AdultView({ view, email }: { view: ReturnType<typeof useView>; email: string }) {
  const views = <ViewSwitch value={view.mode} onChange={view.setMode} />;
  if (view.mode === 'overview')
    return (
      <>
        <div className="dash-top">
          <h1>{t`Family Overview`}</h1>
          {views}
        </div>
        <OverviewView email={email} />
      </>
    );
  if (view.mode === 'parent') return <ParentView views={views} />;
  return (
    <>
      <div className="dash-top">{views}</div>
      <ChildView
        childId={view.childId}
        onChoose={view.chooseChild}
        onBack={() => view.setMode(view.childId ? 'child' : 'parent')}
      />
    </>
  );
}
