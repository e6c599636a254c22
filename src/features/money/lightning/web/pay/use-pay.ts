/**
 * Approves a payment. The server replies that it has paid, or that a payment waits for this
 * browser, which then pays what was on the screen and nothing else.
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
  /** The dialog has closed. @param seen by this browser, if it has paid */
  onEnd: (seen?: Standing) => void;
  /** @param error of the call, unless the reply itself was refused here */
  onFail?: (why: string, error?: unknown) => void;
  /** The dialog stays open until the payment has ended, and after a refusal. */
  staysOpen?: boolean;
}

/**
 * `run` takes what the person has read when they approve; `withdraw` forgets it. `failure`: why the
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
      // If this browser pays, only what it has seen itself counts as paid.
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
    /** What the server said, and what this browser saw last. */
    answer: yes.data,
    seen: here.seen,
    withdraw: here.withdraw,
    run: (input: Input<E>, read?: Omit<Agreed, 'at'>) => {
      if (read) here.agree(read);
      yes.run(input);
    },
  };
}
