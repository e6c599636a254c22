/** Pays an invoice: it is read first, and paid after one question with amount, receiver and fee. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '#contract/endpoint.ts';
import { children } from '#features/children/contract.ts';
import { paying } from '#features/lightning/paying/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { useFormCall } from '#web/form-call.ts';
import { query } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import { satsText } from '#web/ui/money-text.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { LockedNote } from './locked-note.tsx';
import { PayDetails, PayQuestion } from './pay-question.tsx';
import { begunOf } from './result-toast.ts';
import { usePay } from './use-pay.ts';
import { numberText, stateText } from './words.ts';

type Decoded = Output<typeof paying.decode>;
type SendTabProps = {
  child: { id: string; name: string };
  isChild: boolean;
  leftToday: number;
  /** A parent's browser pays, once the vault is open. */
  paysInBrowser: boolean;
};

export function SendTab({ child, isChild, leftToday, paysInBrowser }: SendTabProps) {
  const [text, setText] = useState('');
  const [decoded, setDecoded] = useState<Decoded>();
  const failed = t`Could not decode Lightning invoice`;
  const decode = useFormCall(paying.decode, {
    failed,
    toasts: {
      failed: (description) => ({ title: t`Invalid Invoice`, description }),
    },
    onDone: setDecoded,
  });
  const change = (next: string) => {
    setText(next);
    setDecoded(undefined);
  };
  return (
    <div className="grid gap-4">
      <Form
        onSubmit={() => decode.submit({ paymentRequest: text.trim() })}
        errors={decode.errors}
        actions={
          <Button type="submit" look="alt" busy={decode.busy}>
            {t`Decode`}
          </Button>
        }
      >
        <TextField
          name="paymentRequest"
          label={t`Lightning invoice`}
          hint={t`Paste it. It begins with lnbc, or lntb on the test network.`}
          mono
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={change}
        />
      </Form>
      {decoded && (
        <PayPart
          child={child}
          paymentRequest={text.trim()}
          decoded={decoded}
          mustAsk={isChild && decoded.tokens + decoded.feeLimit > leftToday}
          isHere={paysInBrowser && !isChild}
        />
      )}
    </div>
  );
}

interface PayPartProps {
  child: { id: string };
  paymentRequest: string;
  decoded: Decoded;
  mustAsk: boolean;
  /** This browser tells the wallet to pay. */
  isHere: boolean;
}

function PayPart({ child, paymentRequest, decoded, mustAsk, isHere }: PayPartProps) {
  const [asks, ask] = useState(false);
  const pay = usePay(paying.pay, {
    begun: begunOf,
    failed: t`Failed to process Lightning payment`,
    onEnd: () => ask(false),
    onFail: () => {
      const description = t`Failed to process Lightning payment`;
      toast({ title: t`Error`, description, destructive: true });
    },
  });
  const amount = numberText(decoded.tokens);
  const free = useFreeSpending(child.id);
  const isShort = free !== undefined && free < BigInt(decoded.tokens + decoded.feeLimit);
  const { tokens: sats, feeLimit, destination: payee, description, paymentHash } = decoded;
  const details = { amount: sats, feeLimit, payee, description };
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
        <InlineAlert>{t`Not enough spending money: ${satsText(free)} are free, and the amount and its fee come to more.`}</InlineAlert>
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
          {...(mustAsk ? askText() : { title: t`Pay this invoice?` })}
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

/** Nobody asks for, or says yes to, what is refused anyway; undefined until it is known. */
function useFreeSpending(id: string): bigint | undefined {
  const { data } = useQuery({ ...query(children.get, { id }), meta: { quiet: true } });
  return data && satsOf(data.availableSpending);
}
