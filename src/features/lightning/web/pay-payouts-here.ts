/**
 * Pays pay days from this browser, one after the other: the server gets an invoice for each, and
 * each is then paid as any other payment of an encrypted wallet.
 */
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Payout, payouts } from '#features/lightning/payouts/contract.ts';
import { messageOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { useBrowserPay } from './browser-pay.ts';
import { asRead } from './payout-words.ts';

/**
 * `onEnd`: all of them were tried, or one ended so that the next is not begun. `running`: what the
 * press was for, while it is being paid.
 */
export function usePayoutsHere(onEnd: () => void) {
  const left = useRef<readonly Payout[]>([]);
  const [running, run] = useState<readonly Payout[]>();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const end = () => {
    left.current = [];
    run(undefined);
    onEnd();
  };
  const next = () => {
    const [first, ...rest] = left.current;
    left.current = rest;
    if (first) begin.run(asRead(first));
    else end();
  };
  // Whoever was not heard once is not asked for the next one: it would be unknown as well.
  const here = useBrowserPay(({ state }) => (state === 'checking' ? end() : next()));
  const begin = useCall(payouts.begin, {
    doneFirst: true,
    onDone: ({ state, paymentId }) => {
      if (state === 'checking' && paymentId !== null) here.pay({ id: paymentId });
      else next();
    },
    onFail: (error) => {
      left.current = [];
      run(undefined);
      setFailure(messageOf(error, t`Failed to process Lightning payment`));
      // It may have been settled elsewhere.
      void queries.invalidateQueries();
    },
  });
  return {
    canPay: here.canPay,
    running: here.failure === undefined || begin.isPending ? running : undefined,
    failure: failure ?? here.failure,
    pay: (rows: readonly Payout[]) => {
      setFailure(undefined);
      run(rows);
      left.current = rows;
      next();
    },
  };
}
