/** A child as it is typed in the family step, and what may be wrong with it. */
import { t } from '@lingui/core/macro';
import { children } from '#features/children/contract.ts';
import { checkInput } from '#web/form-errors.ts';
import type { FormErrors } from '#web/ui/form.tsx';

export interface NewChild {
  name: string;
  age: number;
}

export interface Entry {
  name: string;
  age: string;
}

export const EMPTY_ENTRY: Entry = { name: '', age: '' };

export const readEntry = ({ name, age }: Entry): NewChild => ({
  name: name.trim(),
  age: Number.parseInt(age, 10),
});

/** Both are needed; then the rules that hold for every child. */
export function entryErrors(entry: Entry): FormErrors | undefined {
  const missing = t`Please enter both child's name and age`;
  if (entry.name.trim() === '') return { name: missing };
  if (entry.age.trim() === '') return { age: missing };
  return checkInput(children.create.input, readEntry(entry));
}
