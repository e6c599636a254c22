/** Beside a savings transfer: the family's wallet pays the parents' address, after one question. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Input, Output } from '#contract/endpoint.ts';
import type { OwedBecause } from '#features/lightning/payouts/contract.ts';
import { type TransferOffer, transferPayments } from '#features/lightning/transfers/contract.ts';
import { query, useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useBrowserPay } from './browser-pay.ts';
import { PayDetails } from './pay-details.tsx';
import { notSeenToast } from './result-toast.ts';
import { failureText } from './words.ts';

interface PayTransferProps {
  id: string;
  childName: string;
}

/** One line high in each of its states. */
export function PayTransfer({ id, childName }: PayTransferProps) {
  const { data: offer } = useQuery(query(transferPayments.get, { id }));
  const [isAsking, ask] = useState(false);
  const paying = usePaying({ childName, isHere: offer?.payer === 'unlock' }, () => ask(false));
  const onClose = () => {
    paying.withdraw();
    ask(false);
  };
  const line = { minHeight: 'var(--target)' };
  if (!offer) return <p className="sub" style={line} />;
  const { isChecking, obstacle, receiver } = offer;
  const isLocked = offer.payer === 'unlock' && !paying.canPayHere;
  if (isChecking || obstacle !== null || receiver === null || isLocked)
    return (
      <p className="sub" style={line}>
        {isChecking
          ? (paying.failureHere ?? checkingText())
          : whyNot(obstacle ?? (receiver === null ? 'no-address' : 'locked'))}
      </p>
    );
  return (
    <div>
      <Button look="quiet" small onClick={() => ask(true)}>
        {t`Let our wallet pay it`}
      </Button>
      {isAsking && <Question {...{ id, childName, offer, receiver, paying, onClose }} />}
    </div>
  );
}

type Pays = { childName: string; isHere: boolean };

/** The server pays; or it gets the invoice, and this browser pays, whose vault is open. */
function usePaying({ childName, isHere }: Pays, onEnd: () => void) {
  const here = useBrowserPay(onEnd);
  const call = useCall(transferPayments.pay, {
    doneFirst: true,
    onDone: (result) => {
      const { state, paymentId } = result;
      if (isHere && state === 'checking' && paymentId !== null) return here.pay({ id: paymentId });
      onEnd();
      toast(here.canPay && state === 'paid' ? notSeenToast() : outcome(result, childName));
    },
  });
  return {
    canPayHere: here.canPay,
    failureHere: here.failure,
    isBusy: call.isPending || here.isPaying,
    error: call.error,
    withdraw: here.withdraw,
    run: (input: Input<typeof transferPayments.pay>) => {
      here.agree({ amount: Number(input.seenAmount), feeLimit: Number(input.seenFeeLimit) });
      call.run(input);
    },
  };
}

interface QuestionProps extends PayTransferProps {
  offer: TransferOffer;
  receiver: string;
  paying: ReturnType<typeof usePaying>;
  onClose: () => void;
}

/** A yes makes the wallet pay, so it names amount, receiver and fee. */
function Question({ id, childName, offer, receiver, paying, onClose }: QuestionProps) {
  const { amount, feeLimit } = offer;
  const seen = { seenAmount: amount, seenFeeLimit: feeLimit, seenReceiver: receiver };
  return (
    <ConfirmDialog
      title={t`Pay it to your own address?`}
      confirmLabel={t`Pay now`}
      busy={paying.isBusy}
      onConfirm={() => paying.run({ id, ...seen })}
      onCancel={onClose}
      more={
        <div className="grid gap-3">
          <PayDetails {...{ amount, feeLimit, payee: receiver, description: childName }} />
          <CallFailure error={paying.error} fallback={t`Failed to process transfer request`} />
        </div>
      }
    >
      {t`The wallet pays at once. When it is paid, the amount moves to ${childName}’s savings. You bear the fee.`}
    </ConfirmDialog>
  );
}

const checkingText = () => t`Your wallet is paying it. Still checking: nothing is paid twice.`;

function outcome({ state, failure }: Output<typeof transferPayments.pay>, childName: string) {
  switch (state) {
    case 'paid':
      return {
        title: t`Transfer Approved`,
        description: t`Your wallet has paid, and it is in ${childName}’s savings.`,
      };
    case 'checking':
      return {
        title: t`Still checking`,
        description: checkingText(),
      };
    case 'failed':
      return {
        title: t`Action Failed`,
        description: whyNot(failure ?? 'unclear'),
        destructive: true,
      };
  }
}

function whyNot(failure: OwedBecause): string {
  switch (failure) {
    case 'no-wallet':
      return t`Connect a wallet that can pay, and it pays this for you.`;
    case 'locked':
      return t`Your wallet is locked. Unlock it under “Family wallet”, then it can pay this.`;
    case 'no-address':
      return t`With a Lightning address of your own, your wallet can pay it there.`;
    case 'too-large':
      return t`It is more than is paid over Lightning at once.`;
    case 'receiver-silent':
      return t`The wallet behind your address does not answer. Nothing was paid.`;
    case 'receiver-refused':
      return t`The wallet behind your address gives no invoice for it. Nothing was paid.`;
    case 'receiver-too-long':
      return t`The wallet behind your address gave an invoice that lasts longer than 7 days. Nothing was paid.`;
    // Only pay days end like this.
    case 'unconfirmed':
    case 'other-address':
    case 'taken-back':
    case 'needs-ok':
      return t`Nothing was paid. Please try again.`;
    default:
      return failureText(failure);
  }
}
