/** Saves the person's own first name, and confirms it. */
import { t } from '@lingui/core/macro';
import { auth } from '#features/people/auth/contract.ts';
import { useFormCall } from '#web/form-call.ts';

export function useRename(onDone: () => void = () => undefined) {
  const title = t`Update Failed`;
  return useFormCall(auth.rename, {
    failed: title,
    toasts: {
      done: ({ firstName: name }) => ({
        title: t`Saved`,
        description: t`We’ll call you ${name ?? ''}.`,
      }),
      failed: (description) => ({ title, description }),
    },
    onDone,
  });
}
