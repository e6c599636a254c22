/**
 * A child's balances while its wallet is open. They are read every 30 s as specified; the chain is
 * asked every few seconds, so that a payment shows while people wait for it.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { parseBtcNumber } from '#core/money.ts';
import {
  type ChildBalances,
  childWallets,
  SYNC_EVERY_S,
} from '#features/wallet/children/contract.ts';
import { callApi, newKey } from '#web/api.ts';
import { query, senderOf } from '#web/query.ts';

const READ_MS = 30_000;

export function useChildBalances(childId: string, isWatched: boolean) {
  // Sample data have no chain behind them.
  const isReal = senderOf(useQueryClient()) === undefined;
  const input = { childId };
  const read = useQuery({ ...query(childWallets.balances, input), refetchInterval: READ_MS });
  const look = useQuery({
    queryKey: ['wallet-watch', childId],
    queryFn: () => callApi(childWallets.sync, input, newKey()),
    enabled: isWatched && isReal,
    // Without a source no look will ever find anything.
    refetchInterval: ({ state }) =>
      state.data?.failure === 'NO_SOURCE' ? false : SYNC_EVERY_S * 1_000,
    // A look is a change, and the server tells every page of changes: one that followed each change
    // would never end.
    staleTime: 'static',
    gcTime: 0,
    // The button says so when the chain cannot be asked; this look is nobody's question.
    retry: false,
    meta: { quiet: true },
  });
  // What a look has found is not written over what was read: that would begin the 30 s anew.
  const newest = look.data && look.dataUpdatedAt > read.dataUpdatedAt ? look.data : read.data;
  return { balances: newest && inSats(newest), checkedAt: newest?.checkedAt ?? null };
}

const inSats = ({ savingsBalance, spendingBalance, pendingBalance }: ChildBalances) => ({
  savingsSats: satsOfNumber(savingsBalance),
  spendingSats: satsOfNumber(spendingBalance),
  pendingSats: satsOfNumber(pendingBalance),
});

/** Numbers of BTC, as specified. One that is no amount is a fault of the server. */
function satsOfNumber(btc: number): bigint {
  const sats = parseBtcNumber(Math.abs(btc));
  if (sats === undefined) throw new RangeError(`no amount: ${btc}`);
  return btc < 0 ? -sats : sats;
}
