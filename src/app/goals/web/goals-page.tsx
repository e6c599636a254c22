/** The page /family-goals: for parents everything, for a child what it may see. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFamilyBook, useTimeZone, useUser } from '#app/dashboard/web/calls.ts';
import { type Band, bandOf } from '#features/children/rules.ts';
import { childrenCalls } from '#features/children/web/calls.ts';
import { GoalsBoard } from '#features/goals/web/goals-board.tsx';
import { useLiveUpdates } from '#web/live.ts';
import { query } from '#web/query.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { BackIcon } from '#web/ui/icons.tsx';
import { LogoMark } from '#web/ui/logo.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { SkipLink } from '#web/ui/skip-link.tsx';
import { RecentMessages } from '#web/ui/toaster.tsx';
import '#app/dashboard/web/child-cards.css';
import '#app/dashboard/web/dashboard.css';

export function GoalsPage() {
  const user = useUser();
  useLiveUpdates();
  // Visitors see nothing: the browser is already on its way to the sign-in.
  if (!user) return null;
  return user.role === 'child' ? <ForChild childId={user.childId} /> : <ForAdult />;
}

/** In a child's band the whole page has its letters and targets. */
function Frame({ band, children }: { band?: Band | undefined; children: ReactNode }) {
  return (
    <div className="dash" data-band={band}>
      <SkipLink />
      <header className="dash-head">
        <a href="/" className="dash-brand">
          <LogoMark /> Satling
        </a>
        <ButtonLink href="/dashboard" look="quiet" small>
          <BackIcon size={20} /> {t`Back`}
        </ButtonLink>
      </header>
      <main id="main" tabIndex={-1} className="dash-main">
        {children}
      </main>
      <footer>
        <RecentMessages />
      </footer>
    </div>
  );
}

function ForAdult() {
  const book = useFamilyBook();
  const timeZone = useTimeZone(false);
  return (
    <Frame>
      {book ? (
        <GoalsBoard
          kids={book.children}
          isChild={false}
          today={book.family.today}
          timeZone={timeZone}
        />
      ) : (
        <Loading label={t`Loading the goals`} height="20rem" />
      )}
    </Frame>
  );
}

function ForChild({ childId }: { childId: string | null }) {
  const { data } = useQuery({
    ...query(childrenCalls.get, { id: childId ?? '' }),
    enabled: childId !== null,
  });
  return (
    <Frame band={data && bandOf(data.age)}>
      {data ? (
        <GoalsBoard
          kids={[data]}
          isChild
          counts={bandOf(data.age) === 'starter'}
          today={localToday()}
          timeZone={undefined}
        />
      ) : (
        <Loading label={t`Loading the goals`} height="20rem" />
      )}
    </Frame>
  );
}

/** A child reads its own clock; the server has the last word. */
function localToday(): string {
  const now = new Date();
  const two = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
