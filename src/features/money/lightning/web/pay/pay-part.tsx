/** A checked invoice, and one question before paying it: receiver, amount and fee. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '#contract/endpoint.ts';
import { paying } from '#features/money/lightning/paying/contract.ts';
import { children } from '#features/people/children/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { isRefusal } from '#web/errors.ts';
import { query } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { satsText } from '#web/ui/money-text.ts';
import { toast } from '#web/ui/toast-store.ts';
import { LockedNote } from '../locked-note.tsx';
import { numberText, stateText } from '../words.ts';
import { PayDetails, PayQuestion } from './pay-question.tsx';
import { begunOf } from './result-toast.ts';
import { usePay } from './use-pay.ts';

/** A decoded invoice; `receiver` is the address it was requested from. */
export interface Read {
  paymentRequest: string;
  receiver?: string;
  decoded: Output<typeof paying.decode>;
}

interface PayPartProps extends Read {
  child: { id: string };
  mustAsk: boolean;
  /** This browser pays. */
  isHere: boolean;
}

export function PayPart(props: PayPartProps) {
  const { child, paymentRequest, receiver, decoded, mustAsk, isHere } = props;
  const [asks, ask] = useState(false);
  const pay = usePay(paying.pay, {
    begun: begunOf,
    failed: t`Failed to process Lightning payment`,
    onEnd: () => ask(false),
    onFail: (description, error) => {
      const title = isRefusal(error) ? t`Payment Failed` : t`Error`;
      toast({ title, description, destructive: true });
    },
  });
  const amount = numberText(decoded.tokens);
  const free = useFreeSpending(child.id);
  const isShort = free !== undefined && free < BigInt(decoded.tokens + decoded.feeLimit);
  const { tokens: sats, feeLimit, destination: payee, description, paymentHash } = decoded;
  const details = { amount: sats, feeLimit, payee: receiver ?? payee, description };
  const isLocked = isHere && !pay.canPayHere;
  const confirm = () => {
    const read = { amount: sats, feeLimit, payee, paymentHash, invoice: paymentRequest };
    pay.run({ childId: child.id, paymentRequest }, read);
  };
  const cancel = () => {
    pay.withdraw();
    ask(false);
  };
  return (
    <section className="grid gap-3" aria-label={t`The invoice`}>
      <PayDetails {...details} />
      {isShort && !pay.answer && (
        <InlineAlert>{t`Only ${satsText(free)} are available; the payment and its fee need more.`}</InlineAlert>
      )}
      {pay.failure !== undefined && <InlineAlert>{pay.failure}</InlineAlert>}
      {pay.failureHere !== undefined && <InlineAlert>{pay.failureHere}</InlineAlert>}
      {isLocked && !pay.answer && <LockedNote />}
      {pay.answer ? (
        <p role="status">{stateText(pay.seen ?? pay.answer.payment)}</p>
      ) : (
        <div className="form-actions">
          <Button disabled={isShort || isLocked} onClick={() => ask(true)}>
            {mustAsk ? t`Ask a parent to pay ${amount}` : t`Pay ${amount}`}
          </Button>
        </div>
      )}
      {asks && (
        <PayQuestion
          payments={[details]}
          busy={pay.isAsking}
          onYes={confirm}
          onNo={cancel}
          {...(mustAsk
            ? askText()
            : { title: receiver === undefined ? t`Pay this invoice?` : t`Send to ${receiver}?` })}
        />
      )}
    </section>
  );
}

const askText = () => ({
  title: t`Ask a parent to pay this?`,
  confirmLabel: t`Ask`,
  children: t`The amount is held until a parent answers.`,
});

/** Prevents a request or approval that would be refused anyway; undefined until known. */
function useFreeSpending(id: string): bigint | undefined {
  const { data } = useQuery({ ...query(children.get, { id }), meta: { quiet: true } });
  return data && satsOf(data.availableSpending);
}
