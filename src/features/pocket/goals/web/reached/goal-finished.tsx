/**
 * After the last stamp the page turns, once per reader. It names the contributors, and lets a
 * parent mark the goal as bought.
 */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { auth } from '#features/people/auth/contract.ts';
import { type Contribution, goals } from '#features/pocket/goals/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { said } from '#web/messages/said.ts';
import { query } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import type { ViewGoal } from '../view-goal.ts';
import { BuyGoal } from './buy-goal.tsx';
import { GivenByChild, GoalMoment } from './goal-moment.tsx';
import '../goals.css';

export interface GoalFinishedProps {
  view: ViewGoal;
  /** A child sees its own part and the family's, and can't mark it as bought. */
  isChild: boolean;
}

export function GoalFinished({ view, isChild }: GoalFinishedProps) {
  const [isOpen, setOpen] = useState(true);
  const { title } = view.goal;
  const reader = useQuery(query(auth.user, {})).data?.role;
  if (!isOpen) return null;
  if (isChild && reader === 'child')
    return <GoalMoment view={view} onClose={() => setOpen(false)} />;
  return (
    <div className="goal-finished">
      <div role="status">
        <p>
          <strong>{t`The card is full: ${title}.`}</strong>
        </p>
        {isChild ? <GivenByChild view={view} /> : <GivenByAll id={view.id} />}
      </div>
      <div className="form-actions">
        {!isChild && <BuyGoal view={view} look="gold" />}
        <Button look="quiet" small onClick={() => setOpen(false)}>{t`Close`}</Button>
      </div>
    </div>
  );
}

function GivenByAll({ id }: { id: string }) {
  const { data } = useQuery(query(goals.contributions, { id }));
  if (!data) return null;
  return (
    <ul aria-label={t`Who gave`}>
      {giversOf(data).map(({ name, sats }) => (
        <li key={name} className="num">
          {said(name)}: {satsWithValue(sats)}
        </li>
      ))}
    </ul>
  );
}

/** Sorts the largest contribution first, without those taken back. */
function giversOf(lines: readonly Contribution[]) {
  const sums = new Map<string, bigint>();
  for (const { childName, amount } of lines)
    sums.set(childName, (sums.get(childName) ?? 0n) + satsOf(amount));
  return [...sums]
    .map(([name, sats]) => ({ name, sats }))
    .filter(({ sats }) => sats > 0n)
    .toSorted((a, b) => (a.sats > b.sats ? -1 : 1));
}
