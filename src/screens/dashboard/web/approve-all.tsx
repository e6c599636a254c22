/** Approves all visible requests at the displayed amounts; failed ones keep their row. */

import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { approvals } from '#features/book/approvals/contract.ts';
import { type Allocation, allocations } from '#features/pocket/goals/allocations/contract.ts';
import { callApi, newKey, type Send } from '#web/api.ts';
import { messageOf, statusOf } from '#web/errors.ts';
import { senderOf } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { Row } from './needs-you-rows.ts';

export interface ApproveAllProps {
  rows: readonly Row[];
  onGoals: (outcomes: GoalOutcomes) => void;
}

/** By id: the answered request for a goal, or why it was skipped. */
export type GoalOutcomes = ReadonlyMap<string, Allocation | string>;

export function ApproveAll({ rows, onGoals }: ApproveAllProps) {
  const all = useApproveAll(onGoals);
  const hasTransfers = rows.some(({ kind }) => kind === 'transfers');
  return (
    <div className="asks-foot">
      {all.isError && (
        <InlineAlert>{messageOf(all.error, t`Failed to process requests`)}</InlineAlert>
      )}
      <Button look="alt" small busy={all.isPending} onClick={() => all.mutate(rows)}>
        {t`Approve all ${rows.length}`}
      </Button>
      {hasTransfers && (
        <span className="sub">{t`Only once the transferred money has arrived.`}</span>
      )}
    </div>
  );
}

function useApproveAll(onGoals: ApproveAllProps['onGoals']) {
  const queries = useQueryClient();
  const via = senderOf(queries);
  return useMutation({
    mutationFn: async (rows: readonly Row[]) => {
      const goals = rows.filter(({ as }) => as === 'goal').map(({ id }) => id);
      const ids = rows.map(({ id }) => id).filter((id) => !goals.includes(id));
      if (ids.length > 0) await callApi(approvals.approveAll, { ids }, newKey(), via);
      return approveGoals(goals, via);
    },
    // Answers are final: a second press sends only the pending ones.
    retry: false,
    onSuccess: (outcomes) => {
      onGoals(outcomes);
      const title = t`Failed to process allocation request`;
      const first = [...outcomes.values()].find((outcome) => typeof outcome === 'string');
      if (first) toast({ title, description: first, destructive: true });
    },
    onError: (error) => {
      const title = t`Failed to process requests`;
      toast({ title, description: messageOf(error, title), destructive: true });
    },
    onSettled: () => queries.invalidateQueries(),
  });
}

/** In sequence: savings used by the first are no longer available to the second. */
async function approveGoals(ids: readonly string[], via: Send | undefined): Promise<GoalOutcomes> {
  const outcomes = new Map<string, Allocation | string>();
  for (const id of ids) {
    try {
      const call = { id, approved: true } as const;
      outcomes.set(id, await callApi(allocations.decide, call, newKey(), via));
    } catch (error) {
      if (statusOf(error) === 401) throw error;
      outcomes.set(id, messageOf(error, t`Failed to process allocation request`));
    }
  }
  return outcomes;
}
