/** The end of the parents' screen: what is shared with whom. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Sats } from '#core/money.ts';
import { family } from '#features/family/contract.ts';
import { SharingCard } from '#features/family/web/sharing-card.tsx';
import { SpouseCard } from '#features/family/web/spouse-card.tsx';
import { query } from '#web/query.ts';
import { useUser } from './calls.ts';

export function SharingAndSafety({ totalSats }: { totalSats: Sats }) {
  const user = useUser();
  const spouse = useQuery(query(family.spouse, {})).data;
  if (!user || spouse === undefined) return null;
  return (
    <section className="grid items-start gap-5 two-columns-lg" aria-label={t`Sharing and safety`}>
      <SharingCard me={user} totalSats={totalSats} />
      <SpouseCard me={user} spouse={spouse} />
    </section>
  );
}
