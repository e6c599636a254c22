/** Pays a savings transfer to the parents' address from the family's wallet, after one question. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '#contract/endpoint.ts';
import type { OwedBecause } from '#features/book/payments/contract.ts';
import {
  type TransferOffer,
  transferPayments,
} from '#features/money/lightning/transfers/contract.ts';
import { query } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { failureText } from '../words.ts';
import { PayQuestion } from './pay-question.tsx';
import type { Begun } from './result-toast.ts';
import { usePay } from './use-pay.ts';

interface PayTransferProps {
  id: string;
  childName: string;
}

/** One line high in every state. */
export function PayTransfer({ id, childName }: PayTransferProps) {
  const { data: offer } = useQuery(query(transferPayments.get, { id }));
  const [isAsking, ask] = useState(false);
  const isHere = offer?.payer === 'unlock';
  const paying = usePay(transferPayments.pay, {
    begun: (result) => begunOf(result, { childName, isHere }),
    failed: t`Failed to process transfer request`,
    onEnd: () => ask(false),
    staysOpen: true,
  });
  const onClose = () => {
    paying.withdraw();
    ask(false);
  };
  const line = { minHeight: 'var(--target)' };
  if (!offer) return <p className="sub" style={line} />;
  const { isChecking, obstacle, receiver } = offer;
  const isLocked = isHere && !paying.canPayHere;
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
      {isAsking && (
        <Question
          id={id}
          childName={childName}
          offer={offer}
          receiver={receiver}
          paying={paying}
          onClose={onClose}
        />
      )}
    </div>
  );
}

interface QuestionProps extends PayTransferProps {
  offer: TransferOffer;
  receiver: string;
  paying: Pick<
    ReturnType<typeof usePay<typeof transferPayments.pay>>,
    'isBusy' | 'failure' | 'run'
  >;
  onClose: () => void;
}

/** Names an address as the receiver: the invoice is made after the approval. */
function Question({ id, childName, offer, receiver, paying, onClose }: QuestionProps) {
  const { amount, feeLimit } = offer;
  const seen = { seenAmount: amount, seenFeeLimit: feeLimit, seenReceiver: receiver };
  return (
    <PayQuestion
      title={t`Pay it to your own address?`}
      payments={[{ amount, feeLimit, payee: receiver, description: childName }]}
      busy={paying.isBusy}
      failure={paying.failure}
      onYes={() => paying.run({ id, ...seen }, { amount, feeLimit })}
      onNo={onClose}
    >
      {t`The wallet pays at once. When it is paid, the amount moves to ${childName}’s savings. You bear the fee.`}
    </PayQuestion>
  );
}

type Result = Output<typeof transferPayments.pay>;
type Pays = { childName: string; isHere: boolean };

/** The server pays; or it gets the invoice, and this browser, with its vault open, pays. */
const begunOf = (result: Result, { childName, isHere }: Pays): Begun =>
  isHere && result.state === 'checking' && result.paymentId !== null
    ? { takes: result.paymentId }
    : { said: outcome(result, childName), isPaid: result.state === 'paid' };

const checkingText = () => t`Your wallet is paying it. Still checking: nothing is paid twice.`;

function outcome({ state, failure }: Result, childName: string) {
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
