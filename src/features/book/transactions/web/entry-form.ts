/** Shared by the forms for a line: no field may be blank. */
import { t } from '@lingui/core/macro';
import { FILL_IN } from '#features/book/transactions/contract.ts';
import { type Amount, isBlank } from '#web/ui/amount.ts';
import type { FormErrors } from '#web/ui/form.tsx';

/** While a field is blank, only that error is shown. */
export function blanks(typed: { amount: Amount; description: string }): FormErrors {
  const amount = isBlank(typed.amount) ? FILL_IN : undefined;
  const description = typed.description.trim() === '' ? FILL_IN : undefined;
  return amount || description ? { amount, description } : {};
}

export function wrongToast(errors: Readonly<Record<string, string>>) {
  const [description] = Object.values(errors);
  return Object.values(errors).includes(FILL_IN)
    ? { title: t`Missing Information`, description: FILL_IN }
    : { title: t`Invalid Amount`, description };
}

const LIGHTNING_TOAST_MS = 10_000;

/**
 * The next step for a child whose transfer to savings is pending.
 * @param to the parents' Lightning address, if there is one
 */
export const payNow = (amount: string, to: string | null) => ({
  title: t`Lightning Payment Required`,
  description: to
    ? t`Please send ${amount} to ${to}. Your parents say yes when they have it.`
    : t`Please give ${amount} to your parent. They say yes when they have it.`,
  durationMs: LIGHTNING_TOAST_MS,
});
