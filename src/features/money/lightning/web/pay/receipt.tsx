/** Printable receipts: for a payment, and for a settled pay day. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type PaymentRecord, paying } from '#features/money/lightning/paying/contract.ts';
import type { Payout } from '#features/money/lightning/payouts/contract.ts';
import { momentText } from '#web/dates.ts';
import { query } from '#web/query.ts';
import { useTimeZone } from '#web/time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { numberText, stateText } from '../words.ts';
import '#web/ui/slip.css';
import '../lightning.css';

interface PaymentReceiptProps {
  payment: PaymentRecord;
  onClose: () => void;
}

export function PaymentReceipt({ payment, onClose }: PaymentReceiptProps) {
  const { amount, fee, feeLimit, payee, description, paymentHash, preimage } = payment;
  const { madeBy, decidedBy, endedAt } = payment;
  const timeZone = useTimeZone();
  const rows: Rows = [
    [t`Amount`, numberText(amount)],
    [t`Fee`, fee === null ? t`Your wallet didn’t report a fee.` : numberText(fee)],
    [t`Charged to the child, at most`, (fee ?? 0) > feeLimit ? numberText(feeLimit) : null],
    [t`When`, endedAt && momentText(endedAt, timeZone)],
    [t`What for`, description || null],
    [t`Asked by`, madeBy],
    [t`Approved by`, decidedBy],
    [t`Receiver`, payee],
    [t`Payment hash`, paymentHash],
    [t`Preimage`, preimage],
  ];
  return <Receipt about={stateText(payment)} rows={rows} onClose={onClose} />;
}

interface PayoutReceiptProps {
  payout: Payout;
  /** Its outcome, in a sentence. */
  about: string;
  onClose: () => void;
}

export function PayoutReceipt({ payout, about, onClose }: PayoutReceiptProps) {
  const { paymentId, proof, amount, childName, endedAt, settledBy, txid } = payout;
  const timeZone = useTimeZone();
  const isByWallet = proof !== null && proof !== 'person';
  if (paymentId !== null && isByWallet) return <OfPayment id={paymentId} onClose={onClose} />;
  // Settled on a person's statement, or within the family's own wallet.
  const rows: Rows = [
    [t`Amount`, numberText(amount)],
    [t`For`, childName],
    [t`When`, endedAt && momentText(endedAt, timeZone)],
    [t`Confirmed by`, settledBy],
    [t`Transaction`, txid],
  ];
  return <Receipt about={about} rows={rows} onClose={onClose} />;
}

function OfPayment({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useQuery(query(paying.get, { id }));
  return data ? <PaymentReceipt payment={data} onClose={onClose} /> : null;
}

type Rows = readonly (readonly [term: string, text: string | null])[];

interface ReceiptProps {
  /** Its known outcome, in a sentence. */
  about: string;
  /** Unknown values are omitted. */
  rows: Rows;
  onClose: () => void;
}

function Receipt({ about, rows, onClose }: ReceiptProps) {
  return (
    <Dialog
      title={t`Receipt`}
      description={about}
      onClose={onClose}
      actions={<Button look="alt" onClick={() => window.print()}>{t`Print`}</Button>}
    >
      <dl className="slip slip-lines ln-receipt">
        {rows.map(([term, text]) =>
          text === null ? null : (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ),
        )}
      </dl>
    </Dialog>
  );
}
