/** Approves everything in sight at the shown amounts; what fails stays in its row. */

import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { approvals } from '#features/approvals/contract.ts';
import { allocations } from '#features/goals/allocations/contract.ts';
import { callApi, newKey, type Send } from '#web/api.ts';
import { messageOf, statusOf } from '#web/errors.ts';
import { senderOf } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { Row } from './needs-you-rows.ts';

export interface ApproveAllProps {
  rows: readonly Row[];
  /** By id, why a request for a goal was skipped. */
  onFailed: (failed: ReadonlyMap<string, string>) => void;
}

export function ApproveAll({ rows, onFailed }: ApproveAllProps) {
  const all = useApproveAll(onFailed);
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

function useApproveAll(onFailed: ApproveAllProps['onFailed']) {
  const queries = useQueryClient();
  const via = senderOf(queries);
  return useMutation({
    mutationFn: async (rows: readonly Row[]) => {
      const goals = rows.filter(({ as }) => as === 'goal').map(({ id }) => id);
      const ids = rows.map(({ id }) => id).filter((id) => !goals.includes(id));
      if (ids.length > 0) await callApi(approvals.approveAll, { ids }, newKey(), via);
      return approveGoals(goals, via);
    },
    // What was answered stays answered: a second press sends only what still waits.
    retry: false,
    onSuccess: (failed) => {
      onFailed(failed);
      const title = t`Failed to process allocation request`;
      const [first] = failed.values();
      if (first) toast({ title, description: first, destructive: true });
    },
    onError: (error) => {
      const title = t`Failed to process requests`;
      toast({ title, description: messageOf(error, title), destructive: true });
    },
    onSettled: () => queries.invalidateQueries(),
  });
}

/** In sequence: what the first takes from the savings is no longer there for the second. */
async function approveGoals(
  ids: readonly string[],
  via: Send | undefined,
): Promise<ReadonlyMap<string, string>> {
  const failed = new Map<string, string>();
  for (const id of ids) {
    try {
      await callApi(allocations.decide, { id, approved: true }, newKey(), via);
    } catch (error) {
      if (statusOf(error) === 401) throw error;
      failed.set(id, messageOf(error, t`Failed to process allocation request`));
    }
  }
  return failed;
}
