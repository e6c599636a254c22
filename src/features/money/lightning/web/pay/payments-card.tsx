/** Payments over Lightning: awaiting approval, being checked, and receipts. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type PaymentRecord, paying } from '#features/money/lightning/paying/contract.ts';
import { query, useCall } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { LockedNote } from '../locked-note.tsx';
import { numberText, stateText } from '../words.ts';
import { useBrowserPay } from './browser-pay.ts';
import { PayQuestion } from './pay-question.tsx';
import { PaymentReceipt } from './receipt.tsx';
import { begunOf } from './result-toast.ts';
import { usePay } from './use-pay.ts';

export function PaymentsCard() {
  const answer = useQuery(query(paying.list, {}));
  return (
    <Card className="grid gap-4" aria-labelledby="ln-payments">
      <h2 id="ln-payments">{t`Payments`}</h2>
      <Loaded answer={answer} label={t`Reading the payments`} height="8rem">
        {(payments) =>
          payments.length === 0 ? (
            <p className="sub">{t`Nothing was paid over Lightning yet. Open a child’s Lightning and choose Send.`}</p>
          ) : (
            <ul className="ln-rows">
              {payments.map((one) => (
                <PaymentRow key={one.id} payment={one} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function PaymentRow({ payment }: { payment: PaymentRecord }) {
  const { childName, amount, description, state } = payment;
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <div className="spread gap-2">
        <h3 className="break-words">{description || childName}</h3>
        <p className="ln-sum">{numberText(amount)}</p>
      </div>
      {description && <p className="sub">{childName}</p>}
      <p className="sub">{stateText(payment)}</p>
      {state === 'asked' && <Answer payment={payment} />}
      {state === 'checking' && payment.browser !== null && <PayHere payment={payment} />}
      {state === 'checking' && payment.browser !== 'waits' && <SayIt payment={payment} />}
      {state === 'paid' && payment.failure !== null && <PaidLate payment={payment} />}
      {state === 'paid' && (
        <div className="form-actions">
          <Button look="alt" small onClick={() => setOpen(true)}>{t`Receipt`}</Button>
        </div>
      )}
      {isOpen && <PaymentReceipt payment={payment} onClose={() => setOpen(false)} />}
    </li>
  );
}

/** Approving makes the wallet pay, so it takes one more question: amount, receiver and fee. */
function Answer({ payment }: { payment: PaymentRecord }) {
  const { id, childName, amount, feeLimit, payee, description } = payment;
  const [asks, ask] = useState(false);
  const yes = usePay(paying.approve, {
    begun: begunOf,
    failed: t`Failed to process Lightning payment`,
    onEnd: () => ask(false),
  });
  const isLocked = payment.browser !== null && !yes.canPayHere;
  const refusal = useCall(paying.decline);
  const cancel = () => {
    yes.withdraw();
    ask(false);
  };
  return (
    <>
      <div className="form-actions">
        <Button small disabled={isLocked} onClick={() => ask(true)}>{t`Pay it`}</Button>
        <Button look="alt" small busy={refusal.isPending} onClick={() => refusal.run({ id })}>
          {t`Say no`}
        </Button>
      </div>
      {isLocked && <LockedNote />}
      {yes.failureHere !== undefined && <InlineAlert>{yes.failureHere}</InlineAlert>}
      {yes.failure !== undefined && <InlineAlert>{yes.failure}</InlineAlert>}
      <CallFailure error={refusal.error} fallback={t`This could not be saved just now.`} />
      {asks && (
        <PayQuestion
          title={t`Pay this for ${childName}?`}
          payments={[{ amount, feeLimit, payee, description }]}
          busy={yes.isAsking}
          onYes={() => yes.run({ id, seenAmount: amount, seenFeeLimit: feeLimit }, readOf(payment))}
          onNo={cancel}
        />
      )}
    </>
  );
}

/** Payment details on the screen; this browser pays only what matches them. */
const readOf = ({ amount, feeLimit, paymentHash, payee }: PaymentRecord) => ({
  amount,
  feeLimit,
  paymentHash,
  payee,
});

/** Pays a waiting payment in this browser, or asks the wallet for the outcome of a taken one. */
function PayHere({ payment }: { payment: PaymentRecord }) {
  const here = useBrowserPay();
  const pay = () => {
    here.agree(readOf(payment));
    here.pay(payment);
  };
  return (
    <>
      {!here.canPay ? (
        <LockedNote />
      ) : (
        <div className="form-actions">
          {payment.browser === 'waits' ? (
            <Button small busy={here.isPaying} onClick={pay}>
              {t`Pay now`}
            </Button>
          ) : (
            <Button look="alt" small busy={here.isPaying} onClick={() => here.ask(payment)}>
              {t`Ask the wallet`}
            </Button>
          )}
        </div>
      )}
      {here.failure !== undefined && <InlineAlert>{here.failure}</InlineAlert>}
    </>
  );
}

/** It had been marked as failed, and its money is used: a parent decides who bears it. */
function PaidLate({ payment: { id, childName } }: { payment: PaymentRecord }) {
  const word = useCall(paying.say);
  const answer = (paid: boolean) => word.run({ id, paid });
  return (
    <>
      <div className="form-actions">
        <Button look="alt" small busy={word.isPending} onClick={() => answer(true)}>
          {t`Take it from ${childName}’s money`}
        </Button>
        <Button look="quiet" small busy={word.isPending} onClick={() => answer(false)}>
          {t`We’ll cover it`}
        </Button>
      </div>
      <CallFailure error={word.error} fallback={t`This could not be saved just now.`} />
    </>
  );
}

/** The wallet can't report the outcome: a person checks and decides. */
function SayIt({ payment }: { payment: PaymentRecord }) {
  const { id } = payment;
  const [asks, ask] = useState(false);
  const word = useCall(paying.say, { onDone: () => ask(false), onFail: () => ask(false) });
  return (
    <>
      <div className="form-actions">
        <Button look="alt" small onClick={() => word.run({ id, paid: true })}>
          {t`My wallet shows it as paid`}
        </Button>
        <Button look="quiet" small onClick={() => ask(true)}>
          {t`It was not paid`}
        </Button>
      </div>
      <ConfirmDialog
        open={asks}
        danger
        title={t`Are you sure it wasn’t paid?`}
        confirmLabel={t`It was not paid`}
        busy={word.isPending}
        onConfirm={() => word.run({ id, paid: false })}
        onCancel={() => ask(false)}
      >
        {t`Look into your wallet first. The money can then be paid again: if this is paid after all, it has been paid twice.`}
      </ConfirmDialog>
      <CallFailure error={word.error} fallback={t`This could not be saved just now.`} />
    </>
  );
}
