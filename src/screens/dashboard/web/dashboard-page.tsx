/** Home: the family's books, as far as the person's role may see them. */

import { t } from '@lingui/core/macro';
import { Suspense } from 'react';
import { lazyPart } from '#web/lazy-part.ts';
import { useFirstLoad, useInvitations, useUser } from './calls.ts';
import { ViewSkeleton } from './dashboard-skeleton.tsx';
import { ParentView } from './parent-view.tsx';
import { useView } from './use-view.ts';
import { ViewSwitch } from './view-switch.tsx';
import './child-cards.css';
import './dashboard.css';
import './home.css';

const ChildView = lazyPart(async () => (await import('./child-view.tsx')).ChildView);
const OwnBook = lazyPart(async () => (await import('./child-view.tsx')).OwnBook);
/** The page waits for it to avoid layout shift. */
const InvitationBanner = lazyPart(
  async () => (await import('./invitation-banner.tsx')).InvitationBanner,
);
const DeletionBanner = lazyPart(
  async () => (await import('#features/book/privacy/web/delete-family.tsx')).DeletionBanner,
);
const OverviewView = lazyPart(async () => (await import('./overview-view.tsx')).OverviewView);

export function DashboardPage() {
  const deletionAsked = useFirstLoad().data?.deletionAsked ?? false;
  const user = useUser();
  const view = useView();
  if (!user) return null;
  return (
    <>
      {/* The holder of a handed-over tablet is not the invited person. */}
      {!user.handedOver && <Invited />}
      {deletionAsked && view.mode !== 'overview' && (
        <Suspense fallback={null}>
          <DeletionBanner />
        </Suspense>
      )}
      <Suspense fallback={<ViewSkeleton />}>
        {user.role === 'child' ? (
          <OwnBook childId={user.childId} isLent={user.handedOver && !user.ownDevice} />
        ) : (
          <AdultView view={view} />
        )}
      </Suspense>
    </>
  );
}

function Invited() {
  const [first] = useInvitations() ?? [];
  return first ? <InvitationBanner from={first.inviterEmail} /> : null;
}

/** The switch keeps its position and focus while a view loads. */
function AdultView({ view }: { view: ReturnType<typeof useView> }) {
  const { mode } = view;
  return (
    <>
      <div className="dash-top home-top">
        {mode !== 'child' && (
          <h1>{mode === 'parent' ? t`Family Bitcoin Dashboard` : t`Family Overview`}</h1>
        )}
        <ViewSwitch key="views" value={mode} onChange={view.setMode} />
      </div>
      <Suspense fallback={<ViewSkeleton />}>
        {mode === 'parent' && <ParentView />}
        {mode === 'overview' && <OverviewView />}
        {mode === 'child' && (
          <ChildView
            childId={view.childId}
            onChoose={view.chooseChild}
            onBack={() => view.setMode(view.childId ? 'child' : 'parent')}
          />
        )}
      </Suspense>
    </>
  );
}
