/** Pays an invoice: it is read first, and paid after one question with amount, receiver and fee. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Output } from '#contract/endpoint.ts';
import { type PayResult, paying } from '#features/lightning/paying/contract.ts';
import { messageOf } from '#web/errors.ts';
import { useFormCall } from '#web/form-call.ts';
import { useCall } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type ToastInput, toast } from '#web/ui/toast-store.ts';
import { PayDetails } from './pay-details.tsx';
import { failureText, numberText, stateText } from './words.ts';

type Decoded = Output<typeof paying.decode>;
type SendTabProps = {
  child: { id: string; name: string };
  isChild: boolean;
  leftToday: number;
};

export function SendTab({ child, isChild, leftToday }: SendTabProps) {
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
}

function PayPart({ child, paymentRequest, decoded, mustAsk }: PayPartProps) {
  const [asks, ask] = useState(false);
  const pay = useCall(paying.pay, {
    onDone: (result) => {
      ask(false);
      toast(resultToast(result));
    },
    onFail: () => {
      ask(false);
      const description = t`Failed to process Lightning payment`;
      toast({ title: t`Error`, description, destructive: true });
    },
  });
  const amount = numberText(decoded.tokens);
  const { tokens, feeLimit, destination, description } = decoded;
  const details = { amount: tokens, feeLimit, payee: destination, description };
  return (
    <section className="grid gap-3" aria-label={t`The invoice`}>
      <PayDetails {...details} />
      {pay.isError && (
        <InlineAlert>{messageOf(pay.error, t`Failed to process Lightning payment`)}</InlineAlert>
      )}
      {pay.data ? (
        <p role="status">{stateText(pay.data.payment)}</p>
      ) : (
        <div className="form-actions">
          <Button onClick={() => ask(true)}>
            {mustAsk ? t`Ask a parent to pay ${amount}` : t`Pay ${amount}`}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asks}
        title={mustAsk ? t`Ask a parent to pay this?` : t`Pay this invoice?`}
        confirmLabel={mustAsk ? t`Ask` : t`Pay now`}
        busy={pay.isPending}
        onConfirm={() => pay.run({ childId: child.id, paymentRequest })}
        onCancel={() => ask(false)}
        more={<PayDetails {...details} />}
      >
        {mustAsk
          ? t`The amount is held until a parent answers.`
          : t`The wallet pays at once. This cannot be taken back.`}
      </ConfirmDialog>
    </section>
  );
}

export function resultToast({ success, fee, state, payment }: PayResult): ToastInput {
  const feeText = numberText(fee ?? 0);
  if (success)
    return {
      title: t`Payment Successful`,
      description: fee === null ? t`The wallet does not tell the fee.` : t`Fee: ${feeText}`,
    };
  if (state === 'failed')
    return {
      title: t`Payment Failed`,
      description: failureText(payment.failure),
      destructive: true,
    };
  return {
    title: state === 'asked' ? t`Asked` : t`Still checking`,
    description: stateText(payment),
  };
}
