/** The parents' mutual sharing, and the other parent. */

import { useQuery } from '@tanstack/react-query';
import type { SpouseRecord } from '#features/household/family/contract.ts';
import { family } from '#features/household/family/contract.ts';
import { ownPart } from '#features/household/family/rules.ts';
import { SpouseCard } from '#features/household/family/web/adults/spouse-card.tsx';
import { SharingCard } from '#features/household/family/web/sharing-card.tsx';
import type { User } from '#features/people/auth/contract.ts';
import { familyTotal, parentsTotal } from '#screens/dashboard/rules.ts';
import { query } from '#web/query.ts';
import { type FamilyBook, useGoals, useUser } from './calls.ts';

const useSpouse = () => useQuery(query(family.spouse, {})).data;

/** In percent; zero without another parent. */
function ownShare(me: User, spouse: SpouseRecord | null): number {
  if (spouse?.state !== 'accepted') return 0;
  return me.email === spouse.email ? spouse.netWorthShare : 100 - spouse.netWorthShare;
}

export function NetWorth({ book }: { book: FamilyBook }) {
  const user = useUser();
  const goals = useGoals();
  const spouse = useSpouse();
  if (!user || spouse === undefined) return null;
  return (
    <SharingCard
      me={user}
      totalSats={familyTotal(book.children, goals)}
      ownPartSats={ownPart(parentsTotal(goals), ownShare(user, spouse))}
    />
  );
}

export function OtherParent() {
  const user = useUser();
  const spouse = useSpouse();
  return user && spouse !== undefined ? <SpouseCard me={user} spouse={spouse} /> : null;
}
