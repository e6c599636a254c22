/** Gives this device to a child, then reloads the page as the child's. */
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { handover } from '#features/people/handover/contract.ts';
import { messageOf } from '#web/errors.ts';
import { forgetBook } from '#web/local/storage.ts';
import { tellOtherTabs } from '#web/other-tabs.ts';
import { useCall } from '#web/query.ts';
import { toast } from '#web/ui/toast-store.ts';
import { startAfresh } from './start-afresh.ts';

export function useHandOver() {
  const queries = useQueryClient();
  const call = useCall(handover.start, {
    doneFirst: true,
    onDone: () => {
      tellOtherTabs();
      startAfresh(queries);
    },
    onFail: (error) => {
      tellOtherTabs(); // only the reply may be lost
      const title = t`Update Failed`;
      toast({ title, description: messageOf(error, title), destructive: true });
    },
  });
  const run: typeof call.run = (input) => {
    // Before the call: if the reply is lost, this tablet is already the child's.
    forgetBook();
    call.run(input);
  };
  return { ...call, run };
}
