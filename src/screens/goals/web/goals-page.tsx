/** The page /family-goals: for parents everything, for a child what it may see. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { children } from '#features/children/contract.ts';
import { bandOf } from '#features/children/rules.ts';
import { GoalsBoard } from '#features/goals/web/goals-board.tsx';
import { BandFrame } from '#screens/dashboard/web/band-frame.tsx';
import { useFamilyBook, useTimeZone, useUser } from '#screens/dashboard/web/calls.ts';
import { useLiveUpdates } from '#web/live.ts';
import { query } from '#web/query.ts';
import { Loading } from '#web/ui/skeleton.tsx';

export function GoalsPage() {
  const user = useUser();
  useLiveUpdates();
  // Visitors see nothing: the browser is already on its way to the sign-in.
  if (!user) return null;
  return user.role === 'child' ? <ForChild childId={user.childId} /> : <ForAdult />;
}

function ForAdult() {
  const book = useFamilyBook();
  const timeZone = useTimeZone(false);
  return (
    <BandFrame>
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
    </BandFrame>
  );
}

function ForChild({ childId }: { childId: string | null }) {
  const { data } = useQuery({
    ...query(children.get, { id: childId ?? '' }),
    enabled: childId !== null,
  });
  return (
    <BandFrame band={data && bandOf(data.age)}>
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
    </BandFrame>
  );
}

/** A child reads its own clock; the server has the last word. */
function localToday(): string {
  const now = new Date();
  const two = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
