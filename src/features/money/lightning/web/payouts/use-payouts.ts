/**
 * Pays pay days: this server all at once, or this browser one by one. For the browser, the server
 * gets an invoice for each, which is paid like any other payment of an encrypted wallet.
 */
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Payer, type Payout, payouts } from '#features/money/lightning/payouts/contract.ts';
import type { Begun } from '../pay/result-toast.ts';
import { usePay } from '../pay/use-pay.ts';
import type { Standing } from '../words.ts';
import { asRead } from './payout-words.ts';

/**
 * `onEnd`: all were tried, or one ended in a way that stops the rest. `running`: the pay days of
 * this press, while they are being paid. `stop`: the dialog was closed; payments that haven't been
 * passed on are no longer made.
 */
export function usePayouts(payer: Payer, onEnd: () => void) {
  const queries = useQueryClient();
  const left = useRef<readonly Payout[]>([]);
  const asked = useRef<Payout>(undefined);
  const [running, run] = useState<readonly Payout[]>();
  const [failure, setFailure] = useState<string>();
  const next = () => {
    const [first, ...rest] = left.current;
    left.current = rest;
    asked.current = first;
    if (first) return one.run(asRead(first), { amount: first.amount, feeLimit: first.feeLimit });
    run(undefined);
    onEnd();
  };
  const common = {
    failed: t`Failed to process Lightning payment`,
    // After one silence, the next payment would end unknown as well, so it isn't tried.
    onEnd: (seen?: Standing) => {
      if (seen?.state === 'checking') left.current = [];
      next();
    },
    onFail: (why: string) => {
      left.current = [];
      run(undefined);
      setFailure(why);
      // Another device may have settled it.
      void queries.invalidateQueries();
    },
    staysOpen: true,
  };
  const one = usePay(payouts.begin, { ...common, begun: (begun) => begunOf(begun, asked.current) });
  const all = usePay(payouts.pay, { ...common, begun: allBegun });
  return {
    running: one.failureHere === undefined || one.isAsking ? running : undefined,
    failure: failure ?? one.failureHere,
    stop: () => {
      one.withdraw();
      asked.current = undefined;
      left.current = [];
    },
    pay: (rows: readonly Payout[]) => {
      setFailure(undefined);
      run(rows);
      if (payer !== 'unlock') return all.run({ payouts: rows.map(asRead) });
      left.current = rows;
      next();
    },
  };
}

const allBegun = (): Begun => ({ said: { title: t`Your wallet is paying` }, isPaid: false });

function begunOf(begun: Payout, asked: Payout | undefined): Begun {
  if (asked && !isSame(begun, asked)) return { refused: otherText() };
  if (begun.state === 'checking' && begun.paymentId !== null) return { takes: begun.paymentId };
  return { said: undefined, isPaid: false };
}

/** True for the pay day that the person saw, not another child's. */
const isSame = (begun: Payout, read: Payout): boolean =>
  (['id', 'childId', 'amount', 'feeLimit', 'receiver'] as const).every(
    (name) => begun[name] === read[name],
  );

const otherText = () =>
  t`The server answered about a different pay day from the one you agreed to. Nothing was paid.`;
