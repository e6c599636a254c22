/** Shows what waits, to those who may answer; loaded once something waits. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { approvals } from '#features/approvals/contract.ts';
import { pendingTransfers } from '#features/approvals/web/pending-transfers.ts';
import { allocations as allocationsCalls } from '#features/goals/allocations/contract.ts';
import { childWallets } from '#features/wallet/children/contract.ts';
import { sending } from '#features/wallet/sending/contract.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { query } from '#web/query.ts';
import { Loading } from '#web/ui/skeleton.tsx';
import type { FamilyBook } from './calls.ts';
import { openRows, type Waiting } from './needs-you-rows.ts';

const NeedsYouPanel = lazyPart(async () => (await import('./needs-you-panel.tsx')).NeedsYouPanel);

/** Stays true once it was. */
function useOnce(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return now || was;
}

/** Asked for once one waits, and from then on: the answer is shown as a stamp. */
function useDeposits(book: FamilyBook | undefined) {
  const enabled = useOnce(book?.family.hasDeposits === true);
  return useQuery({ ...query(childWallets.deposits, {}), enabled });
}

function useSends(book: FamilyBook | undefined) {
  const enabled = useOnce(book?.family.hasSends === true);
  return useQuery({ ...query(sending.list, {}), enabled });
}

/** Whether it is known if something waits: a page drawn before that would be pushed down. */
export function useKnowsWhatWaits(book: FamilyBook | undefined): boolean {
  const answers = [
    useQuery(query(approvals.canApprove, {})),
    useQuery(query(approvals.list, {})),
    useQuery(pendingTransfers()),
    useQuery(query(allocationsCalls.pending, {})),
    useDeposits(book),
    useSends(book),
  ];
  return useOnce(book !== undefined && answers.every(({ isLoading }) => !isLoading));
}

/** All that may wait, of one child or of the family; undefined until it is known. */
function useWhatWaits(book: FamilyBook, childId: string | undefined): Waiting | undefined {
  const isOf = (one: { childId: string | null }) => !childId || one.childId === childId;
  const requests = useQuery(query(approvals.list, {})).data;
  const transfers = useQuery(pendingTransfers()).data ?? [];
  const allocations = useQuery(query(allocationsCalls.pending, {})).data ?? [];
  const deposits = useDeposits(book).data ?? [];
  const sends = useSends(book).data ?? [];
  return (
    requests && {
      requests: { open: requests.open.filter(isOf), answered: requests.answered.filter(isOf) },
      transfers: transfers.filter(isOf),
      allocations: allocations.filter(isOf),
      deposits: deposits.filter(isOf),
      sends: sends.filter(isOf),
    }
  );
}

interface NeedsYouProps {
  book: FamilyBook;
  /** Of one child alone. */
  childId?: string;
  /** All of them at once, with this one first. */
  first?: string | undefined;
}

export function NeedsYou({ book, childId, first }: NeedsYouProps) {
  const { data: may } = useQuery(query(approvals.canApprove, {}));
  const waiting = useWhatWaits(book, childId);
  const { hasGifts, hasPayouts } = book.family;
  const isWaiting =
    hasGifts || hasPayouts || (waiting !== undefined && openRows(waiting).length > 0);
  // Once shown it stays, so that the last answer is still seen as a stamp.
  const isShown = useOnce(isWaiting);
  // What waits at first is drawn with the rest of the page, so that nothing below it moves.
  const [atFirst] = useState(isWaiting);
  if (!may?.canApprove || !waiting || !isShown) return null;
  const panel = <NeedsYouPanel book={book} childId={childId} first={first} waiting={waiting} />;
  if (atFirst) return panel;
  return (
    <Suspense fallback={<Loading label={t`Loading what waits for you`} height="14rem" />}>
      {panel}
    </Suspense>
  );
}
