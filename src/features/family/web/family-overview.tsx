/**
 * Family Overview: the members, their shares, their sign-ins, and pay days.
 */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { auth } from '#features/auth/contract.ts';
import { children as childrenCalls } from '#features/children/contract.ts';
import { family } from '#features/family/contract.ts';
import { ownPart } from '#features/family/rules.ts';
import { satsOf } from '#web/amounts.ts';
import { query } from '#web/query.ts';
import { Loaded } from '#web/ui/loaded.tsx';
import { ChildSignIns } from './child-sign-ins.tsx';
import { Devices } from './devices.tsx';
import { FamilyShares } from './family-shares.tsx';
import { Members } from './members.tsx';
import { OwnName } from './own-name.tsx';
import { PayDaySettings } from './pay-day-settings.tsx';
import { SharingCard } from './sharing-card.tsx';
import { SpouseCard } from './spouse-card.tsx';

interface FamilyOverviewProps {
  /** Cards of other features that concern the person who looks. */
  own?: ReactNode;
}

export function FamilyOverview({ own }: FamilyOverviewProps) {
  const user = useQuery(query(auth.user, {}));
  const label = t`Loading your family`;
  return (
    <Loaded answer={user} label={label} height="24rem">
      {(me) => (
        <div className="grid items-start gap-5 two-columns-lg in-order">
          <div className="grid gap-5 in-order">
            <Everybody />
            <Spouse />
          </div>
          <div className="grid gap-5 in-order">
            <Shares />
            <PayDaySettings />
            <OwnName me={me} />
            {own}
            <Devices />
          </div>
        </div>
      )}
    </Loaded>
  );
}

function Everybody() {
  const overview = useOverview();
  const children = useQuery(query(childrenCalls.list, {}));
  const label = t`Loading your family`;
  return (
    <Loaded answer={overview} label={label} height="12rem">
      {(all) => (
        <Loaded answer={children} label={label} height="12rem">
          {(books) => (
            <>
              <Members overview={all} books={books} />
              <FamilyShares overview={all} />
              <ChildSignIns books={books} />
            </>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

function Spouse() {
  const user = useQuery(query(auth.user, {}));
  const spouse = useQuery(query(family.spouse, {}));
  return (
    <Loaded answer={spouse} label={t`Loading your family`} height="12rem">
      {(other) => user.data && <SpouseCard me={user.data} spouse={other} />}
    </Loaded>
  );
}

function Shares() {
  const user = useQuery(query(auth.user, {}));
  const overview = useOverview();
  if (!user.data || !overview.data) return null;
  const { adults, parentsAmount, totalAmount } = overview.data;
  const isShared = adults.filter(({ state }) => state === 'accepted').length > 1;
  const share = isShared ? (adults.find(({ isYou }) => isYou)?.share ?? 0) : 0;
  const ownPartSats = ownPart(satsOf(parentsAmount), share);
  return <SharingCard me={user.data} totalSats={satsOf(totalAmount)} ownPartSats={ownPartSats} />;
}

/** Refetched whenever it is opened, because other screens change it too. */
const useOverview = () => useQuery({ ...query(family.overview, {}), staleTime: 0 });
