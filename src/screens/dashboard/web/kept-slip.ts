/**
 * Remembers that this tab was showing the slip of a pay day before it was reloaded (use-slip.ts).
 */
import type { Processed } from '#features/pocket/allowances/web/use-process-allowances.ts';

export const KEPT_SLIP = 'satling_pay_day';

/** What the last press has recorded, until it is closed; its state outlives the button. */
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
