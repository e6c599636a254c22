/** A request for a goal on the parents' dashboard: what it takes, who, why, and two equal answers. */

import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Allocation,
  allocations,
  DENIAL_REASON_REQUIRED,
} from '#features/allocations/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { dayText } from '#web/dates.ts';
import { messageOf, statusOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { DenyForm } from './deny-form.tsx';

export interface GoalAskProps {
  request: Allocation;
  /** The child's place in the family: its colour. */
  slot: number;
  timeZone: string;
  /** Why it was left over when everything was agreed to. */
  failed?: string | undefined;
  onAnswered: (answered: Allocation) => void;
  /** Somebody else was first: what the server said of it. */
  onLate: (said: string) => void;
}

export function GoalAsk({ request, slot, timeZone, ...answers }: GoalAskProps) {
  const { childName, goalName, percentage, applyTo, movesNow, requestNote } = request;
  return (
    <li className="ask">
      <div className="ask-what">
        <div className="ask-head">
          <Avatar name={childName} slot={slot} size={44} />
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
      <Answers request={request} {...answers} />
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

function Answers(props: Omit<GoalAskProps, 'slot' | 'timeZone'>) {
  const { id, childName, goalName, percentage, movesNow } = props.request;
  const [denies, setDenies] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const decide = useDecide(props);
  const failed = decide.isError ? failedText(decide.error) : props.failed;
  const deny = (denialReason: string) => {
    setWrong(denialReason ? undefined : DENIAL_REASON_REQUIRED);
    if (denialReason) decide.run({ id, approved: false, denialReason });
  };
  return (
    <div className="ask-answers">
      {movesNow && !denies && (
        <p className="ask-after">{t`A yes moves this from savings to the goal at once.`}</p>
      )}
      {failed && <InlineAlert>{failed}</InlineAlert>}
      {denies ? (
        <DenyForm
          error={wrong}
          busy={decide.isPending}
          onBack={() => setDenies(false)}
          onDeny={deny}
        />
      ) : (
        <div className="ask-pair">
          <Button
            busy={decide.isPending}
            aria-label={t`Approve ${percentage}% of ${childName} for ${goalName}`}
            onClick={() => decide.run({ id, approved: true })}
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
  return useCall(allocations.decide, {
    // Known before the lists are fresh, so that the stamp takes the row's place.
    doneFirst: true,
    onDone: onAnswered,
    onFail: (error) => {
      const title = t`Failed to process allocation request`;
      const why = messageOf(error, title);
      toast({ title, description: why === title ? undefined : why, destructive: true });
      if (statusOf(error) !== 409) return;
      onLate(why);
      void queries.invalidateQueries();
    },
  });
}

function failedText(error: unknown): string {
  const title = t`Failed to process allocation request`;
  const why = messageOf(error, title);
  return why === title ? title : `${title}: ${why}`;
}
