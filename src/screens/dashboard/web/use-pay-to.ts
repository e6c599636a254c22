/** The parents' Lightning address, for a child's transfers to savings. */
import { useQuery } from '@tanstack/react-query';
import { lightning } from '#features/money/lightning/connections/contract.ts';
import { query } from '#web/query.ts';
import { useWay } from '#web/ui/page-link.tsx';

/** @returns null if there is none, or until known. The demo has no wallets. */
export function usePayTo(childId: string, isNeeded: boolean): string | null {
  const enabled = useWay('/lightning-connect') !== undefined && isNeeded;
  const { data } = useQuery({ ...query(lightning.ofChild, { id: childId }), enabled });
  return data?.parentAddress ?? null;
}
