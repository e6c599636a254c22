/**
 * Approves a payment. The server has paid it, or has one for this browser, which then pays exactly
 * what was on the screen.
 */
import type { Endpoint, Input, Output } from '#contract/endpoint.ts';
import { messageOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { toast } from '#web/ui/toast-store.ts';
import type { Agreed } from '#web/vault/agreed.ts';
import type { Standing } from '../words.ts';
import { useBrowserPay } from './browser-pay.ts';
import { type Begun, notSeenToast } from './result-toast.ts';

interface PayOptions<E extends Endpoint> {
  begun: (answer: Output<E>) => Begun;
  /** The message if a call gives no reason. */
  failed: string;
  /** The dialog has closed. @param seen by this browser, if it paid */
  onEnd: (seen?: Standing) => void;
  /** @param error from the call, unless this browser refused the reply */
  onFail?: (why: string, error?: unknown) => void;
  /** The dialog stays open until the payment ends, and after a refusal. */
  staysOpen?: boolean;
}

/**
 * `run` records what the person saw when approving; `withdraw` deletes it. `failure`: why the
 * approval was refused. `failureHere`: why this browser couldn't pay.
 */
export function usePay<E extends Endpoint>(call: E, options: PayOptions<E>) {
  const { begun, failed, onEnd, onFail, staysOpen = false } = options;
  const here = useBrowserPay(staysOpen ? onEnd : undefined);
  const yes = useCall(call, {
    doneFirst: staysOpen,
    onDone: (answer) => {
      const next = begun(answer);
      if ('refused' in next) {
        here.withdraw();
        return onFail?.(next.refused);
      }
      const isHere = 'takes' in next;
      if (!isHere || !staysOpen) onEnd();
      if (isHere) return here.pay({ id: next.takes });
      // If this browser pays, only its own result proves the payment.
      const said = here.canPay && next.isPaid ? notSeenToast() : next.said;
      if (said) toast(said);
    },
    onFail: (error) => {
      here.withdraw();
      if (!staysOpen) onEnd();
      onFail?.(messageOf(error, failed), error);
    },
  });
  return {
    canPayHere: here.canPay,
    isAsking: yes.isPending,
    isBusy: yes.isPending || here.isPaying,
    failure: yes.error ? messageOf(yes.error, failed) : undefined,
    failureHere: here.failure,
    /** The server's reply, and this browser's latest result. */
    answer: yes.data,
    seen: here.seen,
    withdraw: here.withdraw,
    run: (input: Input<E>, read?: Omit<Agreed, 'at'>) => {
      if (read) here.agree(read);
      yes.run(input);
    },
  };
}
