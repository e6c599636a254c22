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
  const asked = useRef<Payout>(undefined);
  const [running, run] = useState<readonly Payout[]>();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const end = () => {
    left.current = [];
    run(undefined);
    onEnd();
  };
  const fail = (why: string) => {
    here.withdraw();
    left.current = [];
    run(undefined);
    setFailure(why);
    // It may have been settled elsewhere.
    void queries.invalidateQueries();
  };
  const next = () => {
    const [first, ...rest] = left.current;
    left.current = rest;
    asked.current = first;
    if (!first) return end();
    here.agree({ amount: first.amount, feeLimit: first.feeLimit });
    begin.run(asRead(first));
  };
  // Whoever was not heard once is not asked for the next one: it would be unknown as well.
  const here = useBrowserPay(({ state }) => (state === 'checking' ? end() : next()));
  const begin = useCall(payouts.begin, {
    doneFirst: true,
    onDone: (begun) => {
      const { state, paymentId } = begun;
      if (asked.current && !isSame(begun, asked.current)) fail(otherText());
      else if (state === 'checking' && paymentId !== null) here.pay({ id: paymentId });
      else next();
    },
    onFail: (error) => fail(messageOf(error, t`Failed to process Lightning payment`)),
  });
  return {
    canPay: here.canPay,
    running: here.failure === undefined || begin.isPending ? running : undefined,
    failure: failure ?? here.failure,
    /** The question was closed: what has not been handed over is not paid any more. */
    stop: () => {
      here.withdraw();
      asked.current = undefined;
      left.current = [];
    },
    pay: (rows: readonly Payout[]) => {
      setFailure(undefined);
      run(rows);
      left.current = rows;
      next();
    },
  };
}

/** The pay day that was read, and no other child's. */
const isSame = (begun: Payout, read: Payout): boolean =>
  (['id', 'childId', 'amount', 'feeLimit', 'receiver'] as const).every(
    (name) => begun[name] === read[name],
  );

const otherText = () =>
  t`The server answered about a different pay day from the one you agreed to. Nothing was paid.`;
