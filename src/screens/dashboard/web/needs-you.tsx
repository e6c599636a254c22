/** Shows pending items to people who may answer them; loaded once there are any. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { approvals } from '#features/book/approvals/contract.ts';
import { pendingTransfers } from '#features/book/approvals/web/pending-transfers.ts';
import { waitingBesideRequests } from '#features/household/family/rules.ts';
import { allocations as allocationsCalls } from '#features/pocket/goals/allocations/contract.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { query } from '#web/query.ts';
import { Loading } from '#web/ui/skeleton.tsx';
import { type FamilyBook, useGoals } from './calls.ts';
import type { Asked } from './needs-you-rows.ts';
import { useOnce } from './use-once.ts';

const NeedsYouPanel = lazyPart(async () => (await import('./needs-you-panel.tsx')).NeedsYouPanel);

/** True once pending items are known: drawing the page earlier would cause a layout shift. */
export function useKnowsWhatWaits(book: FamilyBook | undefined): boolean {
  const answers = [
    useQuery(query(approvals.canApprove, {})),
    useQuery(query(approvals.list, {})),
    useQuery(pendingTransfers()),
    useQuery(query(allocationsCalls.pending, {})),
  ];
  return useOnce(book !== undefined && answers.every(({ isLoading }) => !isLoading));
}

/** Requests of all children or one; undefined until known. */
function useWhatWaits(childId: string | undefined): Asked | undefined {
  const isOf = (one: { childId: string | null }) => !childId || one.childId === childId;
  const requests = useQuery(query(approvals.list, {})).data;
  const transfers = useQuery(pendingTransfers()).data ?? [];
  const allocations = useQuery(query(allocationsCalls.pending, {})).data ?? [];
  return (
    requests && {
      requests: { open: requests.open.filter(isOf), answered: requests.answered.filter(isOf) },
      transfers: transfers.filter(isOf),
      allocations: allocations.filter(isOf),
    }
  );
}

const NOTHING: Asked = {
  requests: { open: [], answered: [] },
  transfers: [],
  allocations: [],
};

interface NeedsYouProps {
  book: FamilyBook;
  /** For one child only. */
  childId?: string;
  /** Shows all of them, starting with this one. */
  first?: string | undefined;
}

export function NeedsYou({ book, childId, first }: NeedsYouProps) {
  const { data: may } = useQuery(query(approvals.canApprove, {}));
  const waiting = useWhatWaits(childId);
  const wishes = useGoals().filter(
    ({ buyAsked, ownerChildId }) => buyAsked && (!childId || ownerChildId === childId),
  );
  const { requests, transfers, allocations } = waiting ?? NOTHING;
  const count = requests.open.length + transfers.length + allocations.length + wishes.length;
  const isWaiting = waitingBesideRequests(book.family) + count > 0;
  // Once shown it stays, because the last answer is displayed as a stamp.
  const isShown = useOnce(isWaiting);
  // Initially pending items are drawn with the rest of the page, to avoid layout shift.
  const [atFirst] = useState(isWaiting);
  if (!may?.canApprove || !waiting || !isShown) return null;
  const panel = (
    <NeedsYouPanel book={book} childId={childId} first={first} asked={waiting} wishes={wishes} />
  );
  if (atFirst) return panel;
  return (
    <Suspense fallback={<Loading label={t`Opening the book`} height="14rem" />}>{panel}</Suspense>
  );
}
