/** Rules for judging whether the books are covered. Pure. */
import { HOUR } from '#core/time.ts';
import { type CoverageState, FRESH_HOURS } from './contract.ts';

type Totals = { promisedSats: bigint; heldSats: bigint; checkedAt: Date | null };

export const isFresh = (checkedAt: Date | null, now: Date): checkedAt is Date =>
  checkedAt !== null && now.getTime() - checkedAt.getTime() <= FRESH_HOURS * HOUR;

/** No totals: no wallet. An outdated look-up is not judged. */
export function coverageState(totals: Totals | undefined, now: Date): CoverageState {
  if (!totals) return 'no_wallet';
  if (!isFresh(totals.checkedAt, now)) return 'not_checked';
  return totals.heldSats >= totals.promisedSats ? 'covered' : 'short';
}

export const shortBy = ({ promisedSats, heldSats }: Omit<Totals, 'checkedAt'>): bigint =>
  promisedSats > heldSats ? promisedSats - heldSats : 0n;
