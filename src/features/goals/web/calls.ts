/** The browser's calls about goals and allocations, and what a change of theirs touches. */

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Endpoint, Output } from '#contract/endpoint.ts';
import { allocations } from '#features/goals/allocations/contract.ts';
import { goals } from '#features/goals/contract.ts';
import { type Call, client } from '#web/api.ts';
import { fieldOf, messageOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import type { FormErrors } from '#web/ui/form.tsx';
import { toast } from '#web/ui/toast-store.ts';

export const goalsCalls = client(goals);
export const allocationsCalls = client(allocations);

export const GOALS_CHANGE = [
  '/api/family-goals',
  '/api/pending-allocations',
  '/api/allocations',
  '/api/children',
  '/api/transactions',
];

/** A change of a goal: errors at their fields, toasts, and fresh lists when it is done. */
export function useGoalCall<E extends Endpoint>(
  call: Call<E>,
  words: {
    /** What failed, where the server gives no reason. */
    failed: string;
    /** The title of the failure, "Error" unless the specification names another. */
    title?: string;
    done?: (answer: Output<E>) => { title: string; description?: string } | undefined;
    /** What becomes of it where there was no answer; `fail` says that it has failed. */
    unanswered?: (error: unknown, sent: { input: unknown; key: string }, fail: () => void) => void;
  },
  onDone?: (answer: Output<E>) => void,
) {
  const [errors, setErrors] = useState<FormErrors>({});
  const change = useCall(call, {
    refreshes: GOALS_CHANGE,
    onDone: (answer) => {
      const said = words.done?.(answer);
      if (said) toast(said);
      onDone?.(answer);
    },
    onFail: (error, sent) => {
      const fail = () => {
        const message = messageOf(error, words.failed);
        setErrors({ [fieldOf(error) ?? 'form']: message });
        toast({ title: words.title ?? t`Error`, description: message, destructive: true });
      };
      if (words.unanswered) words.unanswered(error, sent, fail);
      else fail();
    },
  });
  return {
    errors,
    busy: change.isPending,
    /** Shows what is wrong and sends nothing. */
    refuse: setErrors,
    run: (input: Parameters<typeof change.run>[0]) => {
      setErrors({});
      change.run(input);
    },
  };
}
