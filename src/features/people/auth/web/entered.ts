/** Prepares the browser after a sign-in. */

import { t } from '@lingui/core/macro';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Output } from '#contract/endpoint.ts';
import { auth } from '#features/people/auth/contract.ts';
import { forgetBook } from '#web/local/storage.ts';
import { tellOtherTabs } from '#web/other-tabs.ts';
import { keyOf } from '#web/query.ts';
import { toast } from '#web/ui/toast-store.ts';
import { forgetDraft } from './draft.ts';

export type SignedIn = Output<typeof auth.verify>;

/** Clears another person's data from the cache, and stores the new user. */
export function useEntered(): (answer: SignedIn) => void {
  const queries = useQueryClient();
  return (answer) => enter(queries, answer);
}

function enter(queries: QueryClient, { user, isNewUser }: SignedIn) {
  queries.clear();
  forgetBook();
  queries.setQueryData(keyOf(auth.user, {}), user);
  tellOtherTabs();
  forgetDraft();
  toast({
    title: t`Welcome!`,
    description: isNewUser ? t`Your account has been created.` : t`You're now logged in.`,
  });
}
