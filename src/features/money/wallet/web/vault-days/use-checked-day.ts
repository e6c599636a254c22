/** The payment details of a vault day that may be shown while the wallet is encrypted. */
import { useQuery } from '@tanstack/react-query';
import { vault } from '#features/money/vault/contract.ts';
import type { VaultDay } from '#features/money/wallet/vault-days/contract.ts';
import { query } from '#web/query.ts';
import { checkDayInVault, useOpenWallet } from '#web/vault/vault.ts';
import type { CheckedPart, DayRefusal, ReadPart } from '#web/vault/vault-day.ts';

/**
 * - `unchecked`: this server has the key, and this browser has no way to check.
 * - `locked`: the wallet must be unlocked first.
 */
type Standing =
  | { state: 'loading' | 'locked' | 'unchecked' }
  | { state: 'refused'; why: DayRefusal }
  | { state: 'checked'; parts: readonly CheckedPart[] };

/** @param read what the person saw when they began it on this page */
export function useCheckedDay(
  { parts }: Pick<VaultDay, 'parts'>,
  read: readonly ReadPart[] | undefined,
): Standing {
  const opened = useOpenWallet();
  const config = useQuery(query(vault.config, {}));
  const named = parts.map(({ id, childId, childName, amount, toAddress, addressIndex, state }) => ({
    id,
    childId,
    childName,
    amount,
    toAddress,
    addressIndex,
    isWaiting: state === 'waiting',
  }));
  const { opening = 0, scriptTypes = [] } = opened ?? {};
  const check = useQuery({
    queryKey: ['vault-day-check', opening, named, read],
    queryFn: () => checkDayInVault({ parts: named, read, scriptTypes }),
    enabled: opened !== undefined,
    staleTime: 'static',
    gcTime: 0,
    retry: false,
    meta: { quiet: true },
  });
  if (opened) {
    if (check.isError) return { state: 'refused', why: 'not-yours' };
    if (!check.data) return { state: 'loading' };
    return 'refused' in check.data
      ? { state: 'refused', why: check.data.refused }
      : { state: 'checked', parts: check.data.checked };
  }
  if (config.isError || config.data?.hasEncryptedWallet) return { state: 'locked' };
  return { state: config.data ? 'unchecked' : 'loading' };
}
