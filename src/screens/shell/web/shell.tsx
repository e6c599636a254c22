/**
 * The frame of every signed-in page: header, places, and the page itself. Loads the data shared by
 * all pages with one call, and stays while the pages change.
 */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { Redirect } from 'wouter';
import { family } from '#features/household/family/contract.ts';
import type { User } from '#features/people/auth/contract.ts';
import { type Child, children } from '#features/people/children/contract.ts';
import { bandOf } from '#features/people/children/rules.ts';
import { useFirstLoad, useUser } from '#screens/dashboard/web/calls.ts';
import { DashboardHeader } from '#screens/dashboard/web/dashboard-header.tsx';
import { ViewSkeleton } from '#screens/dashboard/web/dashboard-skeleton.tsx';
import { usePersonChange } from '#screens/dashboard/web/person-change.ts';
import { messageOf, statusOf } from '#web/errors.ts';
import { useLiveUpdates } from '#web/live.ts';
import { query } from '#web/query.ts';
import { TimeZoneProvider } from '#web/time-zone.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/class-names.ts';
import { SkipLink } from '#web/ui/skip-link.tsx';
import { placesFor } from './places.ts';
import { PlacesBar } from './places-bar.tsx';
import { useWaiting } from './use-waiting.ts';
import './shell.css';

export interface ShellProps {
  /** One column of text instead of the whole width. */
  narrow?: boolean | undefined;
  /** Sends children home: they may see none of the page. */
  adults?: boolean | undefined;
  children: ReactNode;
}

export function Shell(props: ShellProps) {
  const first = useFirstLoad();
  // Rendered in small steps behind the empty blocks, which lets a slow device scroll in the
  // meantime.
  const isDue = useDeferredValue(first.isSuccess);
  if (first.isSuccess && isDue) return <SignedIn {...props} />;
  if (first.isSuccess || first.isPending) return <ShellSkeleton />;
  // Empty for visitors: the browser is already navigating to the sign-in.
  if (statusOf(first.error) === 401) return null;
  return <LoadFailed error={first.error} onRetry={() => void first.refetch()} />;
}

function SignedIn({ narrow, adults, children: page }: ShellProps) {
  const user = useUser();
  const waiting = useWaiting();
  const child = useOwnBook(user);
  const timeZone = useFamilyTimeZone(user);
  useLiveUpdates();
  usePersonChange(user);
  if (!user) return <ShellSkeleton />;
  if (adults && user.role === 'child') return <Redirect to="/dashboard" replace />;
  return (
    <TimeZoneProvider value={timeZone}>
      <div className="shell" data-band={child && bandOf(child.age)} data-cover={child?.cover}>
        <SkipLink />
        <DashboardHeader user={user} />
        <PlacesBar places={placesFor(user.role === 'child')} waiting={waiting} />
        <main id="main" tabIndex={-1} className={cx('dash', narrow && 'shell-narrow')}>
          {page}
        </main>
      </div>
    </TimeZoneProvider>
  );
}

/** A child uses its own clock. */
const useFamilyTimeZone = (user: User | undefined): string | undefined =>
  useQuery({ ...query(family.get, {}), enabled: user !== undefined && user.role !== 'child' }).data
    ?.timeZone;

/** For a child, all pages use the type size of its age, and the color of its book. */
function useOwnBook(user: User | undefined): Child | undefined {
  const id = user?.role === 'child' ? user.childId : null;
  const child = useQuery({ ...query(children.get, { id: id ?? '' }), enabled: id !== null }).data;
  return id !== null ? child : undefined;
}

function ShellSkeleton() {
  return (
    <div className="shell">
      <div className="shell-head" />
      <div className="places" />
      <main id="main" tabIndex={-1} className="dash">
        <ViewSkeleton />
      </main>
    </div>
  );
}

function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <main id="main" tabIndex={-1} className="dash">
      <h1>{t`Your books could not be opened`}</h1>
      <InlineAlert action={<Button look="alt" small onClick={onRetry}>{t`Try Again`}</Button>}>
        {messageOf(error, t`Nothing is lost. Please check your connection and try again.`)}
      </InlineAlert>
    </main>
  );
}
