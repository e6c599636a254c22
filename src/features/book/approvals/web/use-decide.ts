/** Answers one request: the call, and the message if it fails. */

import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { approvals, type Request } from '#features/book/approvals/contract.ts';
import { messageOf, statusOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { toast } from '#web/ui/toast-store.ts';

export function useDecide(request: Request, onLate?: (said: string) => void) {
  const queries = useQueryClient();
  const [failed, setFailed] = useState<string>();
  const isWithdrawal = request.kind === 'withdrawal';
  const call = isWithdrawal ? approvals.decideWithdrawal : approvals.decide;
  const decide = useCall(call, {
    onFail: (error) => {
      const title = isWithdrawal
        ? t`Failed to process withdrawal request`
        : t`Failed to process request`;
      const why = messageOf(error, title);
      setFailed(why === title ? title : `${title}: ${why}`);
      toast({ title, description: why === title ? undefined : why, destructive: true });
      // Someone else answered first, and their answer is final.
      if (statusOf(error) !== 409) return;
      onLate?.(why);
      void queries.invalidateQueries();
    },
  });
  return {
    failed,
    busy: decide.isPending,
    run: (answer: { approved: boolean; reason?: string | undefined; amount?: string }) => {
      setFailed(undefined);
      decide.run({ id: request.id, ...answer });
    },
  };
}
