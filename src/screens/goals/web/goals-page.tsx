/** The page /family-goals: everything for parents, a child's visible part for a child. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from 'wouter';
import { children } from '#features/people/children/contract.ts';
import { bandOf } from '#features/people/children/rules.ts';
import { GoalsBoard } from '#features/pocket/goals/web/board/goals-board.tsx';
import { useFamilyBook, useUser } from '#screens/dashboard/web/calls.ts';
import { query } from '#web/query.ts';
import { Loading } from '#web/ui/skeleton.tsx';
import { BackLink } from '../../shell/web/back-link.tsx';

export function GoalsPage() {
  const user = useUser();
  // Empty for visitors: the browser is already navigating to the sign-in.
  if (!user) return null;
  return (
    <>
      <BackLink href="/dashboard" />
      {user.role === 'child' ? <ForChild childId={user.childId} /> : <ForAdult />}
    </>
  );
}

/** The open goal is part of the URL: it can be shared, and Back closes it. */
function useGoal() {
  const { id: goalId } = useParams<{ id?: string }>();
  const [, go] = useLocation();
  const onGoal = (id: string | undefined) => go(id ? `/family-goals/${id}` : '/family-goals');
  return { goalId, onGoal };
}

function ForAdult() {
  const goal = useGoal();
  const book = useFamilyBook();
  if (!book) return <Loading label={t`Loading the goals`} height="20rem" />;
  return (
    <GoalsBoard
      {...goal}
      kids={book.children}
      isChild={false}
      today={book.family.today}
      timeZone={book.family.timeZone}
    />
  );
}

function ForChild({ childId }: { childId: string | null }) {
  const goal = useGoal();
  const { data } = useQuery({
    ...query(children.get, { id: childId ?? '' }),
    enabled: childId !== null,
  });
  if (!data) return <Loading label={t`Loading the goals`} height="20rem" />;
  return (
    <GoalsBoard
      {...goal}
      kids={[data]}
      isChild
      counts={bandOf(data.age) === 'starter'}
      today={localToday()}
      timeZone={undefined}
    />
  );
}

/** A child uses its own clock; the server decides. */
function localToday(): string {
  const now = new Date();
  const two = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
