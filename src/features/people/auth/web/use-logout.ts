/** Signs the person out from a page in the app. */

import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { Input } from '#contract/endpoint.ts';
import { auth } from '#features/people/auth/contract.ts';
import { callApi } from '#web/api.ts';
import { messageOf } from '#web/errors.ts';
import { forgetPerson } from '#web/forget.ts';
import { tellOtherTabs } from '#web/other-tabs.ts';
import { SIGNING_OUT } from '#web/query.ts';
import { toast } from '#web/ui/toast-store.ts';

/** `logout.run({})`; then shows the goodbye page, which leads home. On failure the person stays. */
export function useLogout() {
  const queries = useQueryClient();
  const [, go] = useLocation();
  const logout = useMutation({
    mutationKey: SIGNING_OUT,
    mutationFn: (input: Input<typeof auth.logout>) => callApi(auth.logout, input),
    meta: { quiet: true },
    onSuccess: () => {
      // Navigates first: the page must not refetch data that the person can no longer see.
      go('/logout', { replace: true, state: { done: true } });
      forgetPerson(queries);
      tellOtherTabs();
      toast({
        title: t`Logged out`,
        description: t`You have been successfully logged out.`,
      });
    },
    onError: (error) => {
      const title = t`Logout failed`;
      toast({ title, description: messageOf(error, title), destructive: true });
    },
  });
  return { run: logout.mutate, isPending: logout.isPending };
}
