/** A change of a goal or an allocation: errors at their fields, and toasts. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Endpoint, Output } from '#contract/endpoint.ts';
import { fieldOf, messageOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import type { FormErrors } from '#web/ui/form.tsx';
import { toast } from '#web/ui/toast-store.ts';

export function useGoalCall<E extends Endpoint>(
  endpoint: E,
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
  const change = useCall(endpoint, {
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
