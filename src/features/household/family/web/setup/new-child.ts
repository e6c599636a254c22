/** A child as typed in the family step, and its validation. */
import { t } from '@lingui/core/macro';
import type { Weekday } from '#core/calendar.ts';
import type { FaceName } from '#core/faces.ts';
import { children } from '#features/people/children/contract.ts';
import { checkInput } from '#web/form-errors.ts';
import { type Amount, btcOf, isBlank, NO_AMOUNT } from '#web/ui/amount.ts';
import type { FormErrors } from '#web/ui/form.tsx';

/** Optional choices that can be made later. */
export interface Choices {
  face?: FaceName;
  allowanceDay?: Weekday;
}

export interface NewChild extends Choices {
  name: string;
  age: number;
  /** In BTC. */
  weeklyAllowance?: string;
}

export interface Entry extends Choices {
  name: string;
  age: string;
  allowance: Amount;
}

export const EMPTY_ENTRY: Entry = { name: '', age: '', allowance: NO_AMOUNT };

export const readEntry = ({ name, age, allowance, ...choices }: Entry): NewChild => ({
  name: name.trim(),
  age: Number.parseInt(age, 10),
  ...(!isBlank(allowance) && { weeklyAllowance: btcOf(allowance) }),
  ...choices,
});

export const missingText = (): string => t`Please enter both child's name and age`;

/** Both are required; then applies the rules for every child. */
export function entryErrors(entry: Entry): FormErrors | undefined {
  const missing = missingText();
  if (entry.name.trim() === '') return { name: missing };
  if (entry.age.trim() === '') return { age: missing };
  const errors = checkInput(children.create.input, readEntry(entry));
  return Object.keys(errors).length > 0 ? errors : undefined;
}
