/** Asks the server for the effect of another amount or day before saving. */

import { useQuery } from '@tanstack/react-query';
import type { Weekday } from '#core/calendar.ts';
import { formatBtc } from '#core/money.ts';
import { allowances } from '#features/pocket/allowances/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { query } from '#web/query.ts';

export type Unbooked = 'book' | 'skip';

export interface Preview {
  loading: boolean;
  failed: boolean;
  /** Weeks with an amount that are due and not booked. */
  weeks: readonly { weekStart: string; dueDate: string; amount: string }[];
  /** True if such weeks exist and a person must decide about them. */
  asks: boolean;
  /** The next pay day after saving; null if there will be none, undefined until known. */
  nextDate: string | null | undefined;
}

/** `sats`: the amount typed so far; undefined while invalid. */
export function useChangePreview(id: string, sats: bigint | undefined, day: Weekday): Preview {
  // Dates depend on whether there is an amount, not on its digits, so typing asks only once.
  const weeklyAllowance = formatBtc(sats === 0n ? 0n : 1n);
  const input = { id, weeklyAllowance, allowanceDay: String(day) };
  const { data, isLoading, isError } = useQuery({
    ...query(allowances.preview, input),
    staleTime: 0,
    enabled: sats !== undefined,
  });
  const weeks = data?.unbooked.filter(({ amount }) => satsOf(amount) > 0n) ?? [];
  const asks = weeks.length > 0;
  return { loading: isLoading, failed: isError, weeks, asks, nextDate: data?.nextDate };
}
