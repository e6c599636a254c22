/** Pay days that are to be paid out: one press for all that is due, and each on its own. */
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paying } from '#features/lightning/paying/contract.ts';
import {
  type Payer,
  type Payout,
  type PayoutList,
  payouts,
} from '#features/lightning/payouts/contract.ts';
import { momentText } from '#web/dates.ts';
import { query, useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { PayDetails } from './pay-details.tsx';
import { PaymentReceipt } from './payments-card.tsx';
import { payoutText, receiverText } from './payout-words.ts';
import { ReceiptDialog } from './receipt-dialog.tsx';
import { SettledOtherwise } from './settled-otherwise.tsx';
import { numberText } from './words.ts';

export function SettleUpCard() {
  const answer = useQuery(query(payouts.list, {}));
  return (
    <Card className="grid gap-4" aria-labelledby="settle-up">
      <h2 id="settle-up">{t`Settle up`}</h2>
      <Loaded answer={answer} label={t`Reading the pay days`} height="6rem">
        {(list) => <Rows list={list} />}
      </Loaded>
    </Card>
  );
}

function Rows({ list: { payer, payouts: rows } }: { list: PayoutList }) {
  const [chosen, choose] = useState<readonly Payout[]>([]);
  const payable = rows.filter((one) => isPayable(one, payer));
  if (rows.length === 0)
    return (
      <p className="sub">{t`No pay day waits to be paid out. Whether one is paid stands in each child’s allowance.`}</p>
    );
  return (
    <>
      {payable.length > 1 && (
        <div className="form-actions">
          <Button onClick={() => choose(payable)}>{t`Pay what is due`}</Button>
        </div>
      )}
      <ul className="ln-rows">
        {rows.map((one) => (
          <Row key={one.id} payout={one} payer={payer} onPay={() => choose([one])} />
        ))}
      </ul>
      {chosen.length > 0 && <AskToPay rows={chosen} onClose={() => choose([])} />}
    </>
  );
}

/** By the server's wallet, over Lightning. */
const isPayable = ({ plan, state, receiver }: Payout, payer: Payer) =>
  payer === 'server' && plan === 'lightning' && state === 'owed' && receiver !== null;

interface RowProps {
  payout: Payout;
  payer: Payer;
  onPay: () => void;
}

function Row({ payout, payer, onPay }: RowProps) {
  const { childName, amount, state, plan, paymentId, proof } = payout;
  const [isOpen, setOpen] = useState(false);
  const isDue = state === 'owed' || state === 'due';
  const close = () => setOpen(false);
  return (
    <li>
      <div className="spread gap-2">
        <h3 className="break-words">{childName}</h3>
        <p className="ln-sum">{numberText(amount)}</p>
      </div>
      <p className="sub">{payoutText(payout)}</p>
      <div className="form-actions">
        {isPayable(payout, payer) && <Button small onClick={onPay}>{t`Pay it`}</Button>}
        {isDue && (
          <SettledOtherwise id={payout.id} childName={childName} isVault={plan === 'vault'} />
        )}
        {state === 'paid' && (
          <Button look="alt" small onClick={() => setOpen(true)}>{t`Receipt`}</Button>
        )}
      </div>
      {isOpen && paymentId !== null && proof !== null && proof !== 'person' ? (
        <OfPayment id={paymentId} onClose={close} />
      ) : (
        isOpen && <OfWord payout={payout} onClose={close} />
      )}
    </li>
  );
}

/** A yes makes the wallet pay, so it is asked once, with amounts, receivers and fees. */
function AskToPay({ rows, onClose }: { rows: readonly Payout[]; onClose: () => void }) {
  const call = useCall(payouts.pay, {
    onDone: () => {
      onClose();
      toast({ title: t`Your wallet is paying` });
    },
  });
  const wanted = rows.map(({ id, amount, feeLimit, receiver }) => ({
    ...{ id, seenAmount: amount, seenFeeLimit: feeLimit, seenReceiver: receiver ?? '' },
  }));
  return (
    <ConfirmDialog
      title={plural(rows.length, { one: 'Pay # pay day?', other: 'Pay # pay days?' })}
      confirmLabel={t`Pay now`}
      busy={call.isPending}
      onConfirm={() => call.run({ payouts: wanted })}
      onCancel={onClose}
      more={
        <div className="grid gap-3">
          {rows.map(({ id, amount, feeLimit, receiver, childName }) => (
            <PayDetails
              key={id}
              {...{ amount, feeLimit, payee: receiverText(receiver ?? ''), description: childName }}
            />
          ))}
          <CallFailure error={call.error} fallback={t`Failed to process Lightning payment`} />
        </div>
      }
    >
      {t`The wallet pays at once. This cannot be taken back.`}
    </ConfirmDialog>
  );
}

function OfPayment({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useQuery(query(paying.get, { id }));
  return data ? <PaymentReceipt payment={data} onClose={onClose} /> : null;
}

/** Settled by a person's word, or in the family's own wallet. */
function OfWord({ payout, onClose }: { payout: Payout; onClose: () => void }) {
  const { amount, childName, endedAt, settledBy, txid } = payout;
  return (
    <ReceiptDialog
      about={payoutText(payout)}
      rows={[
        [t`Amount`, numberText(amount)],
        [t`For`, childName],
        [t`When`, endedAt && momentText(endedAt, undefined)],
        [t`Says so`, settledBy],
        [t`Transaction`, txid],
      ]}
      onClose={onClose}
    />
  );
}
