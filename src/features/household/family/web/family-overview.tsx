/** Family Overview: the members and their shares; also the cards about people in Settings. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Output } from '#contract/endpoint.ts';
import { family } from '#features/household/family/contract.ts';
import { ownPart } from '#features/household/family/rules.ts';
import { auth } from '#features/people/auth/contract.ts';
import { type Child, children as childrenCalls } from '#features/people/children/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { query } from '#web/query.ts';
import { Loaded } from '#web/ui/loaded.tsx';
import { FamilyShares } from './adults/family-shares.tsx';
import { Members } from './adults/members.tsx';
import { SpouseCard } from './adults/spouse-card.tsx';
import { ChildSignIns } from './invite/child-sign-ins.tsx';
import { OwnName } from './names/own-name.tsx';
import { SharingCard } from './sharing-card.tsx';

export function FamilyOverview() {
  return (
    <WithBooks>
      {(overview, books) => (
        <div className="grid items-start gap-5 two-columns-lg in-order">
          <Members overview={overview} books={books} />
          <FamilyShares overview={overview} books={books} />
        </div>
      )}
    </WithBooks>
  );
}

/** The family's other members, their sign-ins, and the parents' sharing. */
export function FamilyPeople() {
  return (
    <>
      <Spouse />
      <WithBooks>{(_, books) => <ChildSignIns books={books} />}</WithBooks>
      <Shares />
    </>
  );
}

/** The reader's name in the books. */
export function OwnNameCard() {
  const user = useQuery(query(auth.user, {}));
  return user.data && <OwnName me={user.data} />;
}

interface WithBooksProps {
  children: (overview: Output<typeof family.overview>, books: readonly Child[]) => ReactNode;
}

function WithBooks({ children }: WithBooksProps) {
  const overview = useOverview();
  const books = useQuery(query(childrenCalls.list, {}));
  const label = t`Loading your family`;
  return (
    <Loaded answer={overview} label={label} height="12rem">
      {(all) => (
        <Loaded answer={books} label={label} height="12rem">
          {(found) => children(all, found)}
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

/** Refetched each time it is opened, because other screens change it too. */
const useOverview = () => useQuery({ ...query(family.overview, {}), staleTime: 0 });
