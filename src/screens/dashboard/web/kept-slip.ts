/** Remembers, across a reload, that this tab was showing a pay day's slip (use-slip.ts). */
import type { Processed } from '#features/pocket/allowances/web/use-process-allowances.ts';

export const KEPT_SLIP = 'satling_pay_day';

/** The last press's bookings, until closed; this state outlives the button. */
export interface SlipState {
  slip: Processed | 'kept' | undefined;
  onSlip: (slip: Processed | undefined) => void;
}

export function keptSlip(): 'kept' | undefined {
  try {
    return sessionStorage.getItem(KEPT_SLIP) ? 'kept' : undefined;
  } catch {
    return undefined; // storage is forbidden here
  }
}
