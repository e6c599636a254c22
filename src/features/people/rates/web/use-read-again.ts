/** The user includes the price for every amount on the page. */
import { useQuery } from '@tanstack/react-query';
import { auth } from '#features/people/auth/contract.ts';
import { query } from '#web/query.ts';

export function useReadAgain(): () => void {
  const user = useQuery({ ...query(auth.user, {}), enabled: false });
  return () => void user.refetch();
}
