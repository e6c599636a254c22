/** One row for a parent: an open item or, briefly, its outcome. */
import { t } from '@lingui/core/macro';
import { Suspense, useState } from 'react';
import { AnsweredRow, StampedRow } from '#features/book/approvals/web/answered-row.tsx';
import { RequestRow } from '#features/book/approvals/web/request-row.tsx';
import { TransferAlert } from '#features/book/approvals/web/transfer-alert.tsx';
import type { Allocation } from '#features/pocket/goals/allocations/contract.ts';
import { GoalAsk } from '#features/pocket/goals/web/asking/goal-ask.tsx';
import { lazyPart } from '#web/lazy-part.ts';
import { looksOf } from '#web/ui/avatar.tsx';
import { type FamilyBook, useUser } from './calls.ts';
import type { Row } from './needs-you-rows.ts';
import { isOfWallet, WalletRow } from './needs-you-wallet-row.tsx';

const WaitingFile = lazyPart(
  async () => (await import('#features/book/imports/web/waiting-file.tsx')).WaitingFile,
);

const PayTransfer = lazyPart(
  async () => (await import('#features/money/lightning/web/pay/pay-transfer.tsx')).PayTransfer,
);

export interface NeedsYouRowProps {
  row: Row;
  book: FamilyBook;
  /** The result of "approve all" for a goal request: the answer, or why it was skipped. */
  outcome: Allocation | string | undefined;
  onGone: () => void;
}

export function NeedsYouRow({ row, book, outcome, onGone }: NeedsYouRowProps) {
  const [late, setLate] = useState<string>();
  const [own, setOwn] = useState<Allocation>();
  const answer = own ?? (typeof outcome === 'object' ? outcome : undefined);
  const { timeZone } = book.family;
  const looks = (childId: string | null) => looksOf(book.children.find(({ id }) => id === childId));
  if (row.as === 'answered')
    return <AnsweredRow request={row.request} timeZone={timeZone} late={late} onGone={onGone} />;
  if (row.as === 'goal-gone' || (row.as === 'goal' && answer))
    return <GoalAnswered goal={row.goal} answer={answer} late={late} onGone={onGone} />;
  if (isOfWallet(row)) return <WalletRow row={row} book={book} onGone={onGone} />;
  const common = { timeZone, onLate: setLate };
  if (row.as === 'goal')
    return (
      <GoalAsk
        {...common}
        request={row.goal}
        looks={looks(row.goal.childId)}
        failed={typeof outcome === 'string' ? outcome : undefined}
        onAnswered={setOwn}
      />
    );
  if (row.as === 'transfer')
    return (
      <TransferAlert
        {...common}
        one={row.transfer}
        looks={looks(row.transfer.childId)}
        pay={
          book.family.hasLightning && (
            <Suspense fallback={<p className="sub" style={{ minHeight: 'var(--target)' }} />}>
              <PayTransfer id={row.transfer.id} childName={row.transfer.childName} />
            </Suspense>
          )
        }
      />
    );
  const { payloadId, childName, childId } = row.request;
  return (
    <RequestRow
      {...common}
      request={row.request}
      looks={looks(childId)}
      detail={
        payloadId !== null && (
          <Suspense fallback={null}>
            <WaitingFile importId={payloadId} childName={childName} timeZone={timeZone} />
          </Suspense>
        )
      }
    />
  );
}

interface GoalAnsweredProps {
  goal: Allocation;
  /** The answer given here; if missing, someone else answered or withdrew it. */
  answer: Allocation | undefined;
  late: string | undefined;
  onGone: () => void;
}

function GoalAnswered({ goal, answer, late, onGone }: GoalAnsweredProps) {
  const { childName, percentage, goalName } = goal;
  const who = useUser()?.firstName;
  const isYes = answer !== undefined && answer.status !== 'denied';
  return (
    <StampedRow
      stamp={
        answer ? [isYes ? t`Yes` : t`No`, who].filter(Boolean).join(' ') : t`No longer waiting`
      }
      isYes={isYes}
      what={t`${childName}: ${percentage}% for ${goalName}`}
      late={late}
      onGone={onGone}
    />
  );
}
