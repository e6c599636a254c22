/**
 * A child's goal has become full: a separate screen, shown once. It leads to a request to the
 * parents and a thank-you; it moves no money.
 */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { auth } from '#features/people/auth/contract.ts';
import { marks } from '#features/pocket/goals/marks/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { dayText } from '#web/dates.ts';
import { useFormCall } from '#web/form-call.ts';
import { query } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import { StampCard } from '#web/ui/stamp-card.tsx';
import { GoalPicture } from '../goal-picture.tsx';
import type { ViewGoal } from '../view-goal.ts';
import { ThankForGoal } from './give-mark.tsx';
import '../goals.css';

interface GoalMomentProps {
  view: ViewGoal;
  onClose: () => void;
}

export function GoalMoment({ view, onClose }: GoalMomentProps) {
  const { goal, stamps } = view;
  const { title } = goal;
  return (
    <Dialog
      size="full"
      title={t`The card is full: ${title}.`}
      onClose={onClose}
      actions={<Button look="alt" onClick={onClose}>{t`Close`}</Button>}
    >
      <div className="goal-moment">
        <GoalPicture goal={goal} size={200} />
        <StampCard stamps={stamps} seen={stamps - 1} />
        <GivenByChild view={view} />
        <p className="sub">{t`It began on ${dayText(goal.createdAt, undefined, 'full')}.`}</p>
        <AskToBuy view={view} />
        <ThankForGoal id={view.id} />
      </div>
    </Dialog>
  );
}

/** Asks the parents to buy the goal; confirms it if the child has already asked. */
export function AskToBuy({ view, small = false }: { view: ViewGoal; small?: boolean }) {
  const { id, goal } = view;
  const [asked, setAsked] = useState(false);
  const reader = useQuery(query(auth.user, {})).data?.role;
  const ask = useFormCall(marks.askToBuy, {
    failed: t`This could not be sent just now.`,
    onDone: () => setAsked(true),
  });
  if (reader !== 'child') return null;
  if (asked || goal.buyAsked)
    return <p role="status">{t`You asked. Your parents have a message about it.`}</p>;
  return (
    <>
      {ask.errors.form && <InlineAlert>{ask.errors.form}</InlineAlert>}
      <Button small={small} busy={ask.busy} onClick={() => ask.submit({ id })}>
        {t`Ask to buy it`}
      </Button>
    </>
  );
}

/** The contributions visible to a child: its own, and everyone else's total. */
export function GivenByChild({ view: { goal, currentSats } }: { view: ViewGoal }) {
  if (goal.ownAmount === null) return null;
  const own = satsOf(goal.ownAmount);
  const family = currentSats - own;
  if (family === 0n) return <p>{t`You gave all of it: ${satsWithValue(own)}.`}</p>;
  return own === 0n ? (
    <p>{t`Your family gave ${satsWithValue(family)}.`}</p>
  ) : (
    <p>{t`You gave ${satsWithValue(own)}, your family ${satsWithValue(family)}.`}</p>
  );
}
