/** How a parent pays a send: QR code, link or unsigned transaction; and where to enter its id. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type Send, sending } from '#features/money/wallet/sending/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { useFormCall } from '#web/form-call.ts';
import { query, useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { SendPsbt } from './send-psbt.tsx';
import { noticeText, SendChip, stateText } from './send-row.tsx';
import { TransactionForm } from './transaction-form.tsx';

/** People wait on this page for their payment to appear. */
const WATCH_MS = 5_000;

interface PaySendProps {
  send: Send;
  onClose: () => void;
}

export function PaySend({ send, onClose }: PaySendProps) {
  const answer = useQuery({
    ...query(sending.get, { id: send.id }),
    refetchInterval: ({ state }) => (isOpen(state.data ?? send) ? WATCH_MS : false),
  });
  return (
    <Loaded answer={answer} label={t`Opening the payment`} height="20rem">
      {(found) => (
        <div className="grid gap-4" ref={comeIntoView}>
          <p className="wallet-chips">
            <MoneyText sats={satsOf(found.amount)} follow /> <SendChip send={found} />
          </p>
          <p role="status">
            {stateText(found)} {found.notice && noticeText(found.notice)}
          </p>
          {found.transactionId && <p className="mono break-all">{found.transactionId}</p>}
          {found.state === 'waiting' && <WaysToPay send={found} onCancelled={onClose} />}
          <div className="form-actions">
            <Button look="quiet" small onClick={onClose}>{t`Back`}</Button>
          </div>
        </div>
      )}
    </Loaded>
  );
}

/** Replaces the form that people were looking at, so it scrolls into view. */
const comeIntoView = (part: HTMLElement | null) => part?.scrollIntoView?.({ block: 'start' });

const isOpen = ({ state }: Pick<Send, 'state'>) => state === 'waiting' || state === 'seen';

interface WaysToPayProps {
  send: Send;
  onCancelled: () => void;
}

function WaysToPay({ send, onCancelled }: WaysToPayProps) {
  const cancel = useCall(sending.cancel, { doneFirst: true, onDone: onCancelled });
  return (
    <>
      <p>{t`Scan this with your wallet, and pay exactly this amount to exactly this address:`}</p>
      <QrCode text={send.uri} label={t`QR code of this payment`} />
      <p className="mono break-all wallet-address">{send.toAddress}</p>
      <div className="form-actions">
        <CopyButton text={send.uri} label={t`Copy the payment link`} />
        <CopyButton text={send.toAddress} label={t`Copy the address`} />
      </div>
      <SendPsbt id={send.id} />
      <NameTransaction id={send.id} />
      <CallFailure error={cancel.error} fallback={t`This could not be canceled just now.`} />
      <div>
        <Button
          look="quiet"
          small
          busy={cancel.isPending}
          onClick={() => cancel.run({ id: send.id })}
        >
          {t`Cancel this send`}
        </Button>
      </div>
    </>
  );
}

function NameTransaction({ id }: { id: string }) {
  const call = useFormCall(sending.nameTransaction, {
    failed: t`Failed to send Bitcoin transaction`,
    onDone: (send) => {
      if (send.transactionId)
        toast({ title: t`Bitcoin Sent`, description: t`Transaction ID: ${send.transactionId}` });
    },
  });
  const submit = (transactionId: string) => call.submit({ id, transactionId });
  return <TransactionForm submit={submit} errors={call.errors} busy={call.busy} />;
}
