/** Answers to the child's goal requests, for its list of requests. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type Allocation, allocations } from '#features/pocket/goals/allocations/contract.ts';
import { query } from '#web/query.ts';

export function useGoalAnswers(childId: string | undefined) {
  const { data = [] } = useQuery({
    ...query(allocations.answered, childId ? { childId } : {}),
    enabled: childId !== undefined,
  });
  return data.map((one) => ({
    id: one.id,
    isYes: one.status !== 'denied',
    what: t`${one.percentage}% for “${one.goalTitle}”`,
    outcome: outcomeText(one),
    who: one.decidedBy,
    why: one.denialReason,
  }));
}

function outcomeText({ status, applyTo, decidedBy, goalTitle }: Allocation): string {
  const who = decidedBy ?? t`A parent`;
  if (status === 'denied') return t`Not this time. Nothing has changed.`;
  return applyTo === 'new_contributions'
    ? t`${who} said yes. From now on it goes to “${goalTitle}” on each pay day.`
    : t`${who} said yes. It is now in “${goalTitle}”.`;
}
