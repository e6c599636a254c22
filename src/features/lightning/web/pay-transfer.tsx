/** Beside a savings transfer: the family's wallet pays the parents' address, after one question. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '#contract/endpoint.ts';
import type { OwedBecause } from '#features/lightning/payouts/contract.ts';
import { type TransferOffer, transferPayments } from '#features/lightning/transfers/contract.ts';
import { query, useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { PayDetails } from './pay-details.tsx';
import { failureText } from './words.ts';

interface PayTransferProps {
  id: string;
  childName: string;
}

/** One line high in each of its states. */
export function PayTransfer({ id, childName }: PayTransferProps) {
  const { data: offer } = useQuery(query(transferPayments.get, { id }));
  const [isAsking, ask] = useState(false);
  const line = { minHeight: 'var(--target)' };
  if (!offer) return <p className="sub" style={line} />;
  if (offer.isChecking)
    return (
      <p className="sub" style={line}>
        {t`Your wallet is paying it. Still checking: nothing is paid twice.`}
      </p>
    );
  if (offer.obstacle !== null || offer.receiver === null)
    return (
      <p className="sub" style={line}>
        {whyNot(offer.obstacle ?? 'no-address')}
      </p>
    );
  return (
    <div>
      <Button look="quiet" small onClick={() => ask(true)}>
        {t`Let our wallet pay it`}
      </Button>
      {isAsking && (
        <Question
          {...{ id, childName, receiver: offer.receiver, onClose: () => ask(false) }}
          offer={offer}
        />
      )}
    </div>
  );
}

interface QuestionProps extends PayTransferProps {
  offer: TransferOffer;
  receiver: string;
  onClose: () => void;
}

/** A yes makes the wallet pay, so it names amount, receiver and fee. */
function Question({ id, childName, offer, receiver, onClose }: QuestionProps) {
  const { amount, feeLimit } = offer;
  const call = useCall(transferPayments.pay, {
    doneFirst: true,
    onDone: (result) => {
      onClose();
      toast(outcome(result, childName));
    },
  });
  const seen = { seenAmount: amount, seenFeeLimit: feeLimit, seenReceiver: receiver };
  return (
    <ConfirmDialog
      title={t`Pay it to your own address?`}
      confirmLabel={t`Pay now`}
      busy={call.isPending}
      onConfirm={() => call.run({ id, ...seen })}
      onCancel={onClose}
      more={
        <div className="grid gap-3">
          <PayDetails {...{ amount, feeLimit, payee: receiver, description: childName }} />
          <CallFailure error={call.error} fallback={t`Failed to process transfer request`} />
        </div>
      }
    >
      {t`The wallet pays at once. With the proof of payment, the amount moves to ${childName}’s savings. You bear the fee.`}
    </ConfirmDialog>
  );
}

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
        description: t`Your wallet is paying it. Still checking: nothing is paid twice.`,
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
      return t`No wallet that may pay is connected.`;
    case 'locked':
      return t`Your wallet is encrypted, so it does not pay this. Take the amount in another way.`;
    case 'no-address':
      return t`With a Lightning address of your own, your wallet can pay it there.`;
    case 'too-large':
      return t`It is more than is paid over Lightning at once.`;
    case 'receiver-silent':
      return t`The wallet behind your address does not answer. Nothing was paid.`;
    case 'receiver-refused':
      return t`The wallet behind your address gives no invoice for it. Nothing was paid.`;
    case 'other-address':
    case 'taken-back':
      return t`Nothing was paid. Please try again.`;
    default:
      return failureText(failure);
  }
}
