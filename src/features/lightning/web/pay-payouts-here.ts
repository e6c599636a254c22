/**
 * Pays pay days from this browser, one after the other: the server gets an invoice for each, and
 * each is then paid as any other payment of an encrypted wallet.
 */
import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { type Payout, payouts } from '#features/lightning/payouts/contract.ts';
import { messageOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { useBrowserPay } from './browser-pay.ts';
import { asRead } from './payout-words.ts';

/** `onEnd`: all of them were tried, or one ended so that the next is not begun. */
export function usePayoutsHere(onEnd: () => void) {
  const left = useRef<readonly Payout[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const end = () => {
    left.current = [];
    setBusy(false);
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
      setBusy(false);
      setFailure(messageOf(error, t`Failed to process Lightning payment`));
    },
  });
  return {
    canPay: here.canPay,
    isBusy: isBusy && here.failure === undefined,
    failure: failure ?? here.failure,
    pay: (rows: readonly Payout[]) => {
      setFailure(undefined);
      setBusy(true);
      left.current = rows;
      next();
    },
  };
}
