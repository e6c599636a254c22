/** Books all due allowances, once for any number of presses, and returns them. */

import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { Output } from '#contract/endpoint.ts';
import { allowances } from '#features/pocket/allowances/contract.ts';
import { messageOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { toast } from '#web/ui/toast-store.ts';
import { processedToast } from './processed-toast.ts';

/** The bookings of one press; at least one allowance. */
export type Processed = Pick<Output<typeof allowances.process>, 'processedChildren'>;

/**
 * @param weekday the family's today, 0 for Sunday
 * @param onProcessed also called after the caller unmounts: a first pay day replaces its page
 */
export function useProcessAllowances(
  weekday: number,
  onProcessed: (processed: Processed | undefined) => void,
) {
  const queries = useQueryClient();
  // The page may have been open since yesterday, but the family has just been refetched.
  const weekdayNow = () =>
    queries.getQueryData<{ weekday: number }>(['', 'api', 'family'])?.weekday ?? weekday;
  const process = useCall(allowances.process, {
    onDone: (processed) => {
      toast(processedToast(processed.processedChildren, weekdayNow()));
      onProcessed(processed.processedChildren.length > 0 ? processed : undefined);
    },
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
    /** Why the last attempt failed. */
    failure: process.isError ? reason(process.error) : undefined,
  };
}

const reason = (error: unknown) =>
  messageOf(error, t`Please try again. Nothing is ever recorded twice.`);
