/** Toasts right after an attempt to pay. */
import { t } from '@lingui/core/macro';
import type { PaymentRecord } from '#features/money/lightning/paying/contract.ts';
import type { ToastInput } from '#web/ui/toast-store.ts';
import { belowCheckingText, failureText, numberText, type Standing, stateText } from '../words.ts';

/**
 * The result of an approval on the server.
 * - `takes`: the payment that waits for this browser.
 * - `refused`: the reply doesn't match the approval; no payment is taken.
 * - `said`: the outcome according to the server, valid if no browser was to pay.
 */
export type Begun =
  | { takes: string }
  | { refused: string }
  | { said: ToastInput | undefined; isPaid: boolean };

/** Reads the reply to an approval: a payment for this browser, or the outcome. */
export const begunOf = ({ payment }: { payment: PaymentRecord }): Begun =>
  payment.browser === 'waits' && payment.state === 'checking'
    ? { takes: payment.id }
    : { said: resultToast(payment), isPaid: payment.state === 'paid' };

/** The server's report on a payment that it made itself. */
function resultToast(payment: PaymentRecord): ToastInput {
  const { state, fee, failure } = payment;
  if (state === 'paid') return { title: t`Payment Successful`, description: feeText(fee) };
  if (state === 'failed')
    return {
      title: t`Payment Failed`,
      description: failureText(failure),
      destructive: true,
    };
  if (state === 'asked') return { title: t`Asked`, description: stateText(payment) };
  return checkingToast(payment);
}

/**
 * This browser's report on a payment that it made: successful if the preimage proves the invoice's
 * hash. Otherwise it passes on the wallet's statement as such.
 */
export function seenToast(seen: Standing): ToastInput {
  const { state, proof, fee, failure } = seen;
  if (state === 'paid')
    return proof === 'proven'
      ? { title: t`Payment Successful`, description: feeText(fee) }
      : {
          title: t`Your wallet says it’s paid`,
          description: `${t`It sent no proof.`} ${feeText(fee)}`,
        };
  if (state === 'failed')
    return { title: t`Payment Failed`, description: failureText(failure), destructive: true };
  return checkingToast(seen);
}

const checkingToast = (standing: Standing): ToastInput => ({
  title: t`Still checking`,
  description: belowCheckingText(standing),
});

/** This browser was to pay, and the server reports an end that wasn't seen here. */
export const notSeenToast = (): ToastInput => ({
  title: t`Nothing was paid from this browser`,
  description: t`The server says this payment is over. Check your wallet’s history before you pay again.`,
  destructive: true,
});

const feeText = (fee: Standing['fee']): string => {
  if (fee === null) return t`Your wallet didn’t report a fee.`;
  const amount = numberText(fee);
  return t`Fee: ${amount}`;
};
