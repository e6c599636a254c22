/** Asks the server who is signed in, for an already drawn, hidden page (person-guard). */
import type { QueryClient } from '@tanstack/react-query';
import { auth } from '#features/people/auth/contract.ts';
import { ownerOf } from '#features/people/auth/rules.ts';
import { startAfresh } from '#features/people/handover/web/start-afresh.ts';
import { callApi } from '#web/api.ts';
import { statusOf } from '#web/errors.ts';
import { keyOf } from '#web/query.ts';

/** The two ways to leave a page that may be another person's. */
export type Leave = {
  reload: () => void;
  begin: (queries: QueryClient) => void;
};

/** True if the page may be shown again; otherwise it is being left. */
export async function confirmPerson(
  queries: QueryClient,
  { reload, begin = startAfresh }: Pick<Leave, 'reload'> & Partial<Leave>,
): Promise<boolean> {
  const drawnFor = ownerOf(queries.getQueryData(keyOf(auth.user, {})));
  if (drawnFor === undefined) {
    reload();
    return false;
  }
  try {
    if (ownerOf(await callApi(auth.user, {})) === drawnFor) return true;
    begin(queries);
  } catch (error) {
    if (statusOf(error) === 401) begin(queries);
    else reload();
  }
  return false;
}
