/** A request for a goal on the parents' dashboard: amount, child, reason, two equal buttons. */
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Allocation,
  allocations,
  REASON_MAX,
} from '#features/pocket/goals/allocations/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { messageOf, statusOf } from '#web/errors.ts';
import { useFormCall } from '#web/form-call.ts';
import { useAnswerKeys } from '#web/shortcuts.ts';
import { AskCard, AskPair } from '#web/ui/ask-card.tsx';
import type { Looks } from '#web/ui/avatar.tsx';
import { InlineAlert } from '#web/ui/banner.tsx';
import { DenyForm } from '#web/ui/deny-form.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { DrawnGoal } from '../goal-picture.tsx';
import { readyReasons } from '../words.ts';

export interface GoalAskProps {
  request: Allocation;
  /** The child’s color and picture. */
  looks: Looks;
  timeZone: string;
  /** Why "approve all" skipped it. */
  failed?: string | undefined;
  onAnswered: (answered: Allocation) => void;
  /** The server's message if someone else answered first. */
  onLate: (said: string) => void;
}

export function GoalAsk({ request, looks, timeZone, ...answers }: GoalAskProps) {
  const [denies, setDenies] = useState(false);
  const decide = useDecide(answers);
  const answer = useAnswerKeys({
    onYes: () => !denies && !decide.busy && decide.submit({ id: request.id, approved: true }),
    onNo: () => !decide.busy && setDenies(true),
  });
  const { childName, goalName, percentage, applyTo, movesNow, requestNote } = request;
  return (
    <AskCard
      childName={childName}
      looks={looks}
      picture={<DrawnGoal name={request.goalDrawing} size={44} />}
      amount={
        movesNow ? (
          <MoneyText sats={satsOf(movesNow)} size="big" follow />
        ) : (
          <span className="num money-big">{`${percentage}%`}</span>
        )
      }
      who={
        applyTo === 'new_contributions'
          ? t`${childName}, of each new allowance, to ${goalName}`
          : t`${childName}, ${percentage}% of all savings, to ${goalName}`
      }
      why={requestNote ? t`“${requestNote}”` : undefined}
      asked={request}
      timeZone={timeZone}
      onKeyDown={answer}
    >
      <Answers
        request={request}
        failed={answers.failed}
        decide={decide}
        denies={denies}
        setDenies={setDenies}
      />
    </AskCard>
  );
}

interface AnswersProps extends Pick<GoalAskProps, 'request' | 'failed'> {
  decide: ReturnType<typeof useDecide>;
  denies: boolean;
  setDenies: (denies: boolean) => void;
}

function Answers({ request, failed: skipped, decide, denies, setDenies }: AnswersProps) {
  const { id, childName, goalName, percentage, movesNow } = request;
  const { form: why, denialReason } = decide.errors;
  const failed = why ? failedText(why) : skipped;
  return (
    <>
      {movesNow && !denies && (
        <p className="ask-after">{t`A yes moves this from savings to the goal at once.`}</p>
      )}
      {failed && <InlineAlert>{failed}</InlineAlert>}
      {denies ? (
        <DenyForm
          reasons={readyReasons()}
          maxLength={REASON_MAX}
          childName={childName}
          error={denialReason}
          busy={decide.busy}
          onBack={() => setDenies(false)}
          onDeny={(reason) => decide.submit({ id, approved: false, denialReason: reason })}
        />
      ) : (
        <AskPair
          yes={{
            word: t`Approve`,
            label: t`Approve ${percentage}% of ${childName} for ${goalName}`,
            busy: decide.busy,
            onPress: () => decide.submit({ id, approved: true }),
          }}
          no={{
            word: t`Deny`,
            label: t`Deny ${percentage}% of ${childName} for ${goalName}`,
            onPress: () => setDenies(true),
          }}
        />
      )}
    </>
  );
}

function useDecide({ onAnswered, onLate }: Pick<GoalAskProps, 'onAnswered' | 'onLate'>) {
  const queries = useQueryClient();
  const title = t`Failed to process allocation request`;
  return useFormCall(allocations.decide, {
    failed: title,
    toasts: {
      failed: (why) => ({ title, description: why === title ? undefined : why }),
    },
    // Set before the lists are refetched: the stamp must replace the row.
    doneFirst: true,
    onDone: onAnswered,
    onFail: (error) => {
      if (statusOf(error) !== 409) return;
      onLate(messageOf(error, title));
      void queries.invalidateQueries();
    },
  });
}

function failedText(why: string): string {
  const title = t`Failed to process allocation request`;
  return why === title ? title : `${title}: ${why}`;
}
