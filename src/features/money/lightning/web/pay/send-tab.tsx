/**
 * Pays an invoice or a Lightning address: checks it first, then pays after one question with
 * amount, receiver and fee.
 */
import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { givesInvoices } from '#core/lightning/pasted.ts';
import type { Sats } from '#core/money.ts';
import { paying } from '#features/money/lightning/paying/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { amountOf, NO_AMOUNT } from '#web/ui/amount.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import { ScanButton } from '#web/ui/scan-button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { PayPart, type Read } from './pay-part.tsx';

type SendTabProps = {
  child: { id: string; name: string };
  isChild: boolean;
  leftToday: number;
  /** A parent's browser pays, once the vault is open. */
  paysInBrowser: boolean;
  /** The form's initial values. */
  start?: { to: string; sats: Sats };
};

export function SendTab({ child, isChild, leftToday, paysInBrowser, start }: SendTabProps) {
  const [text, setText] = useState(start?.to ?? '');
  const [amount, setAmount] = useState(start ? amountOf(start.sats) : NO_AMOUNT);
  const [read, setRead] = useState<Read>();
  const isAsked = givesInvoices(text);
  const check = useCheck(setRead);
  const change = (next: string) => {
    setText(next);
    setRead(undefined);
  };
  const submit = () =>
    isAsked
      ? check.ask({ childId: child.id, receiver: text.trim(), amount: amount.sats })
      : check.read(text.trim());
  return (
    <div className="grid gap-4">
      <Form
        onSubmit={submit}
        errors={isAsked ? check.askErrors : check.readErrors}
        actions={
          <>
            <Button type="submit" look="alt" busy={check.busy}>{t`Check`}</Button>
            <ScanButton onScanned={(seen) => change(seen.replace(/^lightning:/i, ''))} />
          </>
        }
      >
        <TextField
          name={isAsked ? 'receiver' : 'paymentRequest'}
          label={t`Invoice or Lightning address`}
          hint={t`Paste an invoice, or type an address such as mia@example.com.`}
          mono
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={change}
        />
        {isAsked && (
          <AmountField
            name="amount"
            label={t`Amount`}
            value={amount}
            onChange={(next) => {
              setAmount(next);
              setRead(undefined);
            }}
          />
        )}
      </Form>
      {read && (
        <PayPart
          child={child}
          {...read}
          mustAsk={isChild && read.decoded.tokens + read.decoded.feeLimit > leftToday}
          isHere={paysInBrowser && !isChild}
        />
      )}
    </div>
  );
}

/** Reads an invoice, or requests one from an address and reads that. */
function useCheck(onRead: (read: Read) => void) {
  const receiver = useRef<string>(undefined);
  const failed = t`Could not decode Lightning invoice`;
  const toasts = {
    failed: (description: string) => ({ title: t`Invalid Invoice`, description }),
  };
  const decode = useFormCall(paying.decode, {
    failed,
    toasts,
    onDone: (decoded, { paymentRequest }) => {
      const from = receiver.current;
      onRead({ paymentRequest, decoded, ...(from !== undefined && { receiver: from }) });
    },
  });
  const invoiceFor = useFormCall(paying.invoiceFor, {
    failed,
    toasts,
    onDone: ({ paymentRequest }) => decode.submit({ paymentRequest }),
  });
  return {
    readErrors: decode.errors,
    askErrors: invoiceFor.errors,
    busy: decode.busy || invoiceFor.busy,
    read: (paymentRequest: string) => {
      receiver.current = undefined;
      decode.submit({ paymentRequest });
    },
    ask: ({ amount, ...of }: { childId: string; receiver: string; amount: Sats | undefined }) => {
      receiver.current = of.receiver;
      invoiceFor.submit({ ...of, amount: amount?.toString() ?? '' });
    },
  };
}
