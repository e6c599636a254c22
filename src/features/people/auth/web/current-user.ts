/** Checks quietly who is signed in: a public page works without. */

import { queryOptions } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { auth } from '#features/people/auth/contract.ts';
import { query } from '#web/query.ts';
import { isSignedIn } from '#web/signed-in.ts';

/** Not retried, and a 401 stays on this page. */
export const currentUser = queryOptions({
  ...query(auth.user, {}),
  retry: false,
  meta: { quiet: true },
});

/**
 * The readable cookie next to the session: true if someone may be signed in. Checked again when the
 * reader returns to this tab, perhaps having signed in from the mail in a different one.
 */
export function useSignedInHint(): boolean {
  return useSyncExternalStore(onReturn, isSignedIn);
}

function onReturn(look: () => void) {
  window.addEventListener('focus', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    window.removeEventListener('focus', look);
    document.removeEventListener('visibilitychange', look);
  };
}
