/** Whether one more percentage of new allowances fits; apart from rules.ts, which loads first. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { WHOLE_TENTHS } from '#core/shares.ts';

export type Taking = { goal: string; tenths: number };

/**
 * @param taking the child's active percentages of new allowances.
 * @throws Refusal CONFLICT where they would pass 100 with another one.
 */
export function assertFits(taking: readonly Taking[], tenths: number): void {
  const taken = taking.reduce((sum, one) => sum + one.tenths, 0);
  if (taken + tenths <= WHOLE_TENTHS) return;
  const left = (WHOLE_TENTHS - taken) / 10;
  const goals = takingText(taking);
  const why = because('OVER_ALLOCATED', { taken: taken / 10, left, goals });
  throw new Refusal('CONFLICT', why, 'percentage');
}

/** `30 % Bike, 70 % Boots`. */
const takingText = (taking: readonly Taking[]): string =>
  taking.map(({ goal, tenths }) => `${tenths / 10} % ${goal}`).join(', ');
