/** The end of the parents' screen: what is shared with whom. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { User } from '#features/auth/contract.ts';
import { family } from '#features/family/contract.ts';
import { ownPart } from '#features/family/rules.ts';
import { SharingCard } from '#features/family/web/sharing-card.tsx';
import { SpouseCard, type SpouseRecord } from '#features/family/web/spouse-card.tsx';
import { familyTotal, parentsTotal } from '#screens/dashboard/rules.ts';
import { query } from '#web/query.ts';
import { type FamilyBook, useGoals, useUser } from './calls.ts';

/** In percent; nothing where there is nobody to share with. */
function ownShare(me: User, spouse: SpouseRecord | null): number {
  if (spouse?.state !== 'accepted') return 0;
  return me.email === spouse.email ? spouse.netWorthShare : 100 - spouse.netWorthShare;
}

export function SharingAndSafety({ book }: { book: FamilyBook }) {
  const user = useUser();
  const goals = useGoals();
  const spouse = useQuery(query(family.spouse, {})).data;
  if (!user || spouse === undefined) return null;
  return (
    <section className="grid items-start gap-5 two-columns-lg" aria-label={t`Sharing and safety`}>
      <SharingCard
        me={user}
        totalSats={familyTotal(book.children, goals)}
        ownPartSats={ownPart(parentsTotal(goals), ownShare(user, spouse))}
      />
      <SpouseCard me={user} spouse={spouse} />
    </section>
  );
}
