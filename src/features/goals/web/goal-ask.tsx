/**
 * A request for a goal on the parents' dashboard: how much, who, why, and two equal answers.
 */
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Allocation, allocations } from '#features/goals/allocations/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { dayText } from '#web/dates.ts';
import { messageOf, statusOf } from '#web/errors.ts';
import { useFormCall } from '#web/form-call.ts';
import { useAnswerKeys } from '#web/shortcuts.ts';
import { Avatar, type Looks } from '#web/ui/avatar.tsx';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { DenyForm } from './deny-form.tsx';
import { DrawnGoal } from './goal-picture.tsx';

export interface GoalAskProps {
  request: Allocation;
  /** The child’s colour and picture. */
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
    <li className="ask" onKeyDown={answer}>
      <div className="ask-what">
        <div className="ask-head">
          <Avatar name={childName} {...looks} size={44} />
          <DrawnGoal name={request.goalDrawing} size={44} />
          <h3 className="ask-title">
            {movesNow ? (
              <MoneyText sats={satsOf(movesNow)} size="big" follow />
            ) : (
              <span className="num money-big">{`${percentage}%`}</span>
            )}{' '}
            <span className="ask-who">
              {applyTo === 'new_contributions'
                ? t`${childName}, of each new allowance, to ${goalName}`
                : t`${childName}, ${percentage}% of all savings, to ${goalName}`}
            </span>
          </h3>
        </div>
        {requestNote && <p className="ask-why">{t`“${requestNote}”`}</p>}
        <p className="sub">{askedText(request, timeZone)}</p>
      </div>
      <Answers
        request={request}
        failed={answers.failed}
        decide={decide}
        denies={denies}
        setDenies={setDenies}
      />
    </li>
  );
}

function askedText({ createdAt, byChild, childName, enteredBy }: Allocation, timeZone: string) {
  const day = dayText(createdAt, timeZone);
  if (byChild) return t`Asked on ${day}`;
  return enteredBy
    ? t`Entered on ${day} by ${enteredBy}, for ${childName}`
    : t`Entered on ${day} by a parent, for ${childName}`;
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
    <div className="ask-answers">
      {movesNow && !denies && (
        <p className="ask-after">{t`A yes moves this from savings to the goal at once.`}</p>
      )}
      {failed && <InlineAlert>{failed}</InlineAlert>}
      {denies ? (
        <DenyForm
          error={denialReason}
          busy={decide.busy}
          onBack={() => setDenies(false)}
          onDeny={(reason) => decide.submit({ id, approved: false, denialReason: reason })}
        />
      ) : (
        <div className="ask-pair">
          <Button
            busy={decide.busy}
            aria-label={t`Approve ${percentage}% of ${childName} for ${goalName}`}
            onClick={() => decide.submit({ id, approved: true })}
          >
            {t`Approve`}
          </Button>
          <Button
            look="alt"
            aria-label={t`Deny ${percentage}% of ${childName} for ${goalName}`}
            onClick={() => setDenies(true)}
          >
            {t`Deny`}
          </Button>
        </div>
      )}
    </div>
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
    // Set before the lists are refetched, so that the stamp replaces the row.
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
