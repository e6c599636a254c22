/** The form that begins a send: the amount from the child's savings, and the address. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import { ADDRESS_REQUIRED, type Send, sending } from '#features/money/wallet/sending/contract.ts';
import type { WalletText } from '#web/bitcoin/wallet-text.ts';
import { fieldOf, isRefusal, reasonOf } from '#web/errors.ts';
import { useFormCall } from '#web/form-call.ts';
import { said } from '#web/messages/said.ts';
import { amountOf, btcOf, isBlank, NO_AMOUNT } from '#web/ui/amount.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import { satsText } from '#web/ui/money-text.ts';
import { type ToastInput, toast } from '#web/ui/toast-store.ts';
import { useWalletText } from '../setup/use-wallet-text.ts';
import { WalletTextField } from '../setup/wallet-text-field.tsx';
import { inputProblem } from '../words.ts';

interface SendFormProps {
  childId: string;
  network: BitcoinNetwork;
  availableSats: bigint;
  onSent: (send: Send) => void;
}

export function SendForm({ childId, network, availableSats, onSent }: SendFormProps) {
  const [amount, setAmount] = useState(NO_AMOUNT);
  const to = useWalletText(network, (found) => {
    const asked = askedIn(found);
    // Never overwrites a typed amount; if the two differ, the form asks on submit.
    if (asked !== undefined) setAmount((typed) => (isBlank(typed) ? amountOf(asked) : typed));
  });
  const asked = to.state.kind === 'read' ? askedIn(to.state.found) : undefined;
  const call = useFormCall(sending.send, {
    failed: t`Failed to send Bitcoin transaction`,
    toasts: {
      wrong: (errors) => wrongToast(errors),
      failed: failedToast,
    },
    onDone: ({ success, transactionId, error, send }) => {
      toast(doneToast(success, transactionId, error));
      if (success) onSent(send);
    },
  });
  const submit = () => {
    const toAddress =
      to.state.kind === 'read' && to.state.found.kind === 'address'
        ? to.state.found.address
        : to.text;
    const isKey = to.state.kind === 'read' && to.state.found.kind !== 'address';
    const isTooMuch = (amount.sats ?? 0n) > availableSats;
    const isAnother = asked !== undefined && amount.sats !== undefined && amount.sats !== asked;
    call.submit(
      { childId, toAddress, amount: btcOf(amount) },
      {
        ...(isAnother && { amount: anotherText(asked) }),
        ...(isTooMuch && { amount: t`Not enough Bitcoin in savings account` }),
        ...(to.state.kind === 'wrong' && { toAddress: inputProblem(to.state.code, network) }),
        ...(isKey && { toAddress: ADDRESS_REQUIRED }),
      },
    );
  };
  return (
    <Form
      onSubmit={submit}
      errors={call.errors}
      actions={
        <Button type="submit" busy={call.busy || to.state.kind === 'reading'}>{t`Send`}</Button>
      }
    >
      <p className="sub">
        {t`The book holds the amount. You pay it from your own wallet, which takes 10 to 60 minutes to confirm; then it is recorded.`}
      </p>
      <AmountField
        name="amount"
        label={t`Amount`}
        balance={{ sats: availableSats, change: 'out' }}
        maxSats={availableSats}
        value={amount}
        onChange={setAmount}
      />
      <WalletTextField
        name="toAddress"
        label={t`To this Bitcoin address`}
        hint={t`Paste it. Everything is checked in this browser first.`}
        network={network}
        text={to.text}
        state={to.state}
        onChange={to.change}
        aboutAddress={asked !== undefined && t`The link asks for ${satsText(asked)}.`}
      />
    </Form>
  );
}

/** The amount in a pasted payment link. */
const askedIn = (found: WalletText): bigint | undefined =>
  found.kind === 'address' ? found.amountSats : undefined;

const anotherText = (asked: bigint): string =>
  t`The payment link asks for ${satsText(asked)}. Enter that amount, or paste the address without the link.`;

function wrongToast({ amount, toAddress }: Readonly<Record<string, string>>): ToastInput {
  if (amount === t`Not enough Bitcoin in savings account`)
    return { title: t`Insufficient Funds`, description: amount };
  if (amount) return { title: t`Invalid Amount`, description: said(amount) };
  return { title: t`Invalid Address`, description: said(toAddress ?? '') };
}

/** A refusal by the server and an unknown answer get different toasts. */
function failedToast(description: string, error: unknown): ToastInput {
  if (!isRefusal(error))
    return { title: t`Error`, description: t`Failed to send Bitcoin transaction` };
  if (fieldOf(error) === 'toAddress') return { title: t`Invalid Address`, description };
  if (reasonOf(error) === 'SEND_ABOVE_SAVINGS')
    return { title: t`Insufficient Funds`, description };
  return { title: t`Transaction Failed`, description };
}

function doneToast(success: boolean, transactionId: string, error: string | null): ToastInput {
  if (!success)
    return {
      title: t`Transaction Failed`,
      description: error ? said(error) : t`Could not send Bitcoin`,
      destructive: true,
    };
  if (transactionId === '')
    return {
      title: t`Waiting for your payment`,
      description: t`The amount is held. Pay it from your wallet now.`,
    };
  return { title: t`Bitcoin Sent`, description: t`Transaction ID: ${transactionId}` };
}
