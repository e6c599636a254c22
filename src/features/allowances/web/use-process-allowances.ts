/** Books every due allowance, once however often it is pressed, and shows the result. */

import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { allowances } from '#features/allowances/contract.ts';
import { messageOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { toast } from '#web/ui/toast-store.ts';
import { processedToast } from './processed-toast.ts';

/** `weekday` is the family's today, 0 Sunday. */
export function useProcessAllowances(weekday: number) {
  const queries = useQueryClient();
  // The page may have been open since yesterday, but the family has just been refetched.
  const weekdayNow = () =>
    queries.getQueryData<{ weekday: number }>(['', 'api', 'family'])?.weekday ?? weekday;
  const process = useCall(allowances.process, {
    onDone: ({ processedChildren }) => toast(processedToast(processedChildren, weekdayNow())),
    onFail: (error) =>
      toast({
        title: t`Failed to process allowances`,
        description: reason(error),
        destructive: true,
      }),
  });
  return {
    run: () => process.run({}),
    busy: process.isPending,
    /** What the last press has recorded, until it is closed. */
    processed: process.data?.processedChildren.length ? process.data : undefined,
    close: process.reset,
    /** Why the last attempt failed. */
    failure: process.isError ? reason(process.error) : undefined,
  };
}

const reason = (error: unknown) =>
  messageOf(error, t`Please try again. Nothing is ever recorded twice.`);
