/** Texts about goals in the reader's language. */
import { t } from '@lingui/core/macro';
import type { TypedUnit } from '#core/typed-units.ts';
import type { Allocation, Status } from '#features/pocket/goals/allocations/contract.ts';
import type { Category, ContributionType, Goal } from '#features/pocket/goals/contract.ts';
import { datedText } from '#web/dates.ts';

export function categoryWord(category: Category): string {
  const words: Record<Category, string> = {
    vacation: t`Vacation`,
    education: t`Education`,
    toy: t`Toy`,
    bike: t`Bike`,
    car: t`Car`,
    home: t`Home`,
    electronics: t`Electronics`,
    sports: t`Sports`,
    other: t`Other`,
  };
  return words[category];
}

export function contributionWord(type: ContributionType): string {
  const words: Record<ContributionType, string> = {
    allowance: t`From Allowance`,
    bonus: t`Bonus`,
    savings: t`From Savings`,
    chores: t`Chore Earnings`,
    gift: t`Gift Money`,
  };
  return words[type];
}

export const appliesWord = ({ applyTo }: Pick<Allocation, 'applyTo'>): string =>
  applyTo === 'new_contributions' ? t`applies to new allowances only` : t`all savings`;

/** Suggested reasons for a denial that a parent can tap instead of typing. */
export const readyReasons = (): readonly string[] => [
  t`Let's save this for something else first.`,
  t`That is too much at once. Try a smaller part.`,
  t`Let's talk about it together.`,
];

/** The label of an inactive goal's status. */
export const statusWord = (status: Status): string => (status === 'active' ? t`Active` : status);

/** When it will be full if nothing changes; empty if unknown. */
export function forecastText({ forecastDate }: Goal): string | undefined {
  return forecastDate ? t`Full around ${datedText(forecastDate)} at today's pace` : undefined;
}

/**
 * Digits and one point, at most 8 decimals. A comma becomes that point if there is none yet. Whole
 * sats, and amounts in a currency, keep their grouping marks.
 */
export function filterAmount(text: string, unit: TypedUnit): string {
  if (unit !== 'btc') return text.replaceAll(/[^\d.,'’\s]/g, '');
  const typed = text.includes('.') ? text : text.replaceAll(',', '.');
  const [whole = '', ...rest] = typed.replaceAll(/[^\d.]/g, '').split('.');
  return rest.length === 0 ? whole : `${whole}.${rest.join('').slice(0, 8)}`;
}

/** The youngest's text instead of numbers. */
export function stampsText({ stamps, complete }: { stamps: number; complete: boolean }): string {
  const left = 10 - stamps;
  if (complete) return t`The card is full.`;
  return left === 1 ? t`One more stamp to go` : t`${left} more stamps to go`;
}
