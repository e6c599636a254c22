/**
 * A child's balances while its wallet is open. They are refetched every 30 s as specified; the
 * chain is queried every few seconds, so a payment appears while people wait for it.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { parseBtcNumber } from '#core/money.ts';
import {
  type ChildBalances,
  childWallets,
  SYNC_EVERY_S,
} from '#features/money/wallet/children/contract.ts';
import { callApi, newKey } from '#web/api.ts';
import { query, senderOf } from '#web/query.ts';

const READ_MS = 30_000;

export function useChildBalances(childId: string, isWatched: boolean) {
  // Sample data has no chain.
  const isReal = senderOf(useQueryClient()) === undefined;
  const input = { childId };
  const read = useQuery({ ...query(childWallets.balances, input), refetchInterval: READ_MS });
  const look = useQuery({
    queryKey: ['wallet-watch', childId],
    queryFn: () => callApi(childWallets.sync, input, newKey()),
    enabled: isWatched && isReal,
    // A look-up can't find anything without a source.
    refetchInterval: ({ state }) =>
      state.data?.failure === 'NO_SOURCE' ? false : SYNC_EVERY_S * 1_000,
    // Each look-up is a change, which the server announces to every page: refetching after changes
    // would never end.
    staleTime: 'static',
    gcTime: 0,
    // This look-up runs unprompted; the button reports when the chain can't be reached.
    retry: false,
    meta: { quiet: true },
  });
  // The result isn't written over the query's data, which would restart the 30 s.
  const newest = look.data && look.dataUpdatedAt > read.dataUpdatedAt ? look.data : read.data;
  return { balances: newest && inSats(newest), checkedAt: newest?.checkedAt ?? null };
}

const inSats = ({ savingsBalance, spendingBalance, pendingBalance }: ChildBalances) => ({
  savingsSats: satsOfNumber(savingsBalance),
  spendingSats: satsOfNumber(spendingBalance),
  pendingSats: satsOfNumber(pendingBalance),
});

/** Numbers of BTC, as specified. An invalid amount is a server bug. */
function satsOfNumber(btc: number): bigint {
  const sats = parseBtcNumber(Math.abs(btc));
  if (sats === undefined) throw new RangeError(`no amount: ${btc}`);
  return btc < 0 ? -sats : sats;
}
