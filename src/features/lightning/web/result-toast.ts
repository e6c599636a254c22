/** What is said of a payment right after it was tried. */
import { t } from '@lingui/core/macro';
import type { PaymentRecord } from '#features/lightning/paying/contract.ts';
import type { ToastInput } from '#web/ui/toast-store.ts';
import { failureText, numberText, stateText } from './words.ts';

export function resultToast(payment: PaymentRecord): ToastInput {
  const { state, fee, failure } = payment;
  const feeText = numberText(fee ?? 0);
  if (state === 'paid')
    return {
      title: t`Payment Successful`,
      description: fee === null ? t`The wallet does not tell the fee.` : t`Fee: ${feeText}`,
    };
  if (state === 'failed')
    return {
      title: t`Payment Failed`,
      description: failureText(failure),
      destructive: true,
    };
  return {
    title: state === 'asked' ? t`Asked` : t`Still checking`,
    description: stateText(payment),
  };
}
