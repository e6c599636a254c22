/** A small invoice that the wallet makes and, if possible, pays to itself. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Output } from '#contract/endpoint.ts';
import {
  MOST_TEST_SATS,
  trying,
  USUAL_TEST_SATS,
} from '#features/money/lightning/trying/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { Form } from '#web/ui/form.tsx';
import { CopyIcon } from '#web/ui/icons.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { NumberField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { PayQuestion } from '../pay/pay-question.tsx';
import { numberText } from '../words.ts';
import { callError, trialError } from './trial-connect.tsx';

export type TestInvoice = Output<typeof trying.createInvoice>;

interface TrialInvoiceProps {
  connectionId: string | undefined;
  invoice: TestInvoice | undefined;
  onMade: (invoice: TestInvoice) => void;
  isPaid: boolean;
  onPaid: () => void;
}

export function TrialInvoice(props: TrialInvoiceProps) {
  const { connectionId, invoice, onMade, isPaid, onPaid } = props;
  const [typed, setTyped] = useState(String(USUAL_TEST_SATS));
  const create = useFormCall(trying.createInvoice, {
    failed: t`We couldn’t reach the server. Check your internet connection.`,
    toasts: {
      done: () => ({ title: t`Test Invoice Created!` }),
      failed: (description) => ({ title: t`Failed to Create Invoice`, description }),
    },
    onDone: onMade,
  });
  const submit = () => {
    const amount = wholeOf(typed);
    setTyped(String(amount));
    create.submit({ amount, description: t`Test invoice` });
  };
  return (
    <>
      <Form
        onSubmit={submit}
        errors={create.errors}
        actions={<Button type="submit" busy={create.busy}>{t`Create Test Invoice`}</Button>}
      >
        <NumberField
          name="amount"
          label={t`Test amount in sats`}
          hint={t`From 1 to 1,000. Your own wallet makes the invoice.`}
          min={1}
          max={MOST_TEST_SATS}
          value={typed}
          onChange={setTyped}
        />
      </Form>
      {invoice && (
        <Slip invoice={invoice} connectionId={connectionId} isPaid={isPaid} onPaid={onPaid} />
      )}
    </>
  );
}

/** Anything but a number becomes the usual amount. */
function wholeOf(typed: string): number {
  const amount = Number.parseInt(typed, 10);
  return Number.isNaN(amount) ? USUAL_TEST_SATS : amount;
}

interface SlipProps {
  invoice: TestInvoice;
  connectionId: string | undefined;
  isPaid: boolean;
  onPaid: () => void;
}

function Slip({ invoice, connectionId, isPaid, onPaid }: SlipProps) {
  const [asks, ask] = useState(false);
  const pay = useCall(trying.payInvoice, {
    quiet: true,
    onDone: ({ success, payment, reason, error }) => {
      ask(false);
      if (success) {
        onPaid();
        return toast({
          title: t`Payment Successful!`,
          description: numberText(payment?.amount ?? invoice.amount),
        });
      }
      const description = trialError(reason, error) ?? t`Payment was not successful`;
      toast({ title: t`Payment Failed`, description, destructive: true });
    },
    onFail: (error) => {
      ask(false);
      toast({ title: t`Payment Error`, description: callError(error), destructive: true });
    },
  });
  const { amount, feeLimit, destination: payee } = invoice;
  return (
    <article className="slip" aria-label={t`Test invoice`}>
      <div className="slip-code">
        <QrCode text={`lightning:${invoice.invoice}`} label={t`QR code of the invoice`} />
      </div>
      <div className="grid gap-3 content-start min-w-0">
        <p className="ln-sum">{numberText(amount)}</p>
        {isPaid ? (
          <p className="rubber trial-rubber">{t`Paid`}</p>
        ) : (
          <p className="sub">
            {t`Your own wallet made this invoice. Some wallets refuse to pay themselves: then scan it with another one.`}
          </p>
        )}
        <p className="mono break-all slip-text">{invoice.invoice}</p>
        <div className="form-actions">
          <Button look="alt" small onClick={() => void copyText(invoice.invoice)}>
            <CopyIcon size={18} /> {t`Copy Invoice`}
          </Button>
          {connectionId !== undefined && !isPaid && (
            <Button small onClick={() => ask(true)}>{t`Pay with CoinOS`}</Button>
          )}
        </div>
      </div>
      {asks && (
        <PayQuestion
          title={t`Pay this test invoice?`}
          payments={[{ amount, feeLimit, payee, description: '' }]}
          busy={pay.isPending}
          onYes={() => pay.run({ invoice: invoice.invoice, connectionId: connectionId ?? '' })}
          onNo={() => ask(false)}
        >
          {t`The wallet that you are trying pays at once, to itself.`}
        </PayQuestion>
      )}
    </article>
  );
}
