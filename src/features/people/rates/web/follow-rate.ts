/** The signed-in user includes the price in their family's currency. */
import type { QueryClient } from '@tanstack/react-query';
import { auth, type User } from '#features/people/auth/contract.ts';
import { keyOf } from '#web/query.ts';
import { setOwnRate } from '#web/ui/own-rate.ts';

export function followRate(queries: QueryClient): void {
  const key = JSON.stringify(keyOf(auth.user, {}));
  queries.getQueryCache().subscribe(({ query: { queryKey, state } }) => {
    if (state.data !== undefined && JSON.stringify(queryKey) === key)
      setOwnRate((state.data as User).rate);
  });
}
