/** Shows what waits, to those who may answer; loaded once something waits. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { approvals } from '#features/approvals/contract.ts';
import { pendingTransfers } from '#features/approvals/web/pending-transfers.ts';
import { allocations as allocationsCalls } from '#features/goals/allocations/contract.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { query } from '#web/query.ts';
import { Loading } from '#web/ui/skeleton.tsx';
import type { FamilyBook } from './calls.ts';

const NeedsYouPanel = lazyPart(async () => (await import('./needs-you-panel.tsx')).NeedsYouPanel);

/** Whether it is known if something waits: a page drawn before that would be pushed down. */
export function useKnowsWhatWaits(): boolean {
  const answers = [
    useQuery(query(approvals.canApprove, {})),
    useQuery(query(approvals.list, {})),
    useQuery(pendingTransfers()),
    useQuery(query(allocationsCalls.pending, {})),
  ];
  return answers.every(({ isLoading }) => !isLoading);
}

interface NeedsYouProps {
  book: FamilyBook;
  /** Of one child alone. */
  childId?: string;
  /** All of them at once, with this one first. */
  first?: string | undefined;
}

export function NeedsYou({ book, childId, first }: NeedsYouProps) {
  const isOf = (one: { childId: string | null }) => !childId || one.childId === childId;
  const { data: may } = useQuery(query(approvals.canApprove, {}));
  const all = useQuery(query(approvals.list, {})).data;
  const requests = all && { open: all.open.filter(isOf), answered: all.answered.filter(isOf) };
  const transfers = (useQuery(pendingTransfers()).data ?? []).filter(isOf);
  const allocations = (useQuery(query(allocationsCalls.pending, {})).data ?? []).filter(isOf);
  const isWaiting =
    book.family.hasGifts ||
    book.family.hasPayouts ||
    allocations.length > 0 ||
    transfers.length > 0 ||
    (requests?.open.length ?? 0) > 0;
  // Once shown it stays, so that the last answer is still seen as a stamp.
  const [wasWaiting, setWasWaiting] = useState(false);
  if (isWaiting && !wasWaiting) setWasWaiting(true);
  // What waits at first is drawn with the rest of the page, so that nothing below it moves.
  const [atFirst] = useState(isWaiting);
  if (!may?.canApprove || !requests || !(isWaiting || wasWaiting)) return null;
  const panel = (
    <NeedsYouPanel
      book={book}
      childId={childId}
      first={first}
      requests={requests}
      transfers={transfers}
      allocations={allocations}
    />
  );
  if (atFirst) return panel;
  return (
    <Suspense fallback={<Loading label={t`Loading what waits for you`} height="14rem" />}>
      {panel}
    </Suspense>
  );
}
