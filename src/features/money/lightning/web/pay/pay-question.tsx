/** Approving makes a wallet pay, so it takes one question: amount, fee, receiver and purpose. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { InlineAlert } from '#web/ui/banner.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { numberText } from '../words.ts';
import '#web/ui/slip.css';
import '../lightning.css';

/** Details to read before approving a payment. Amounts in sats. */
interface PayDetailsProps {
  amount: number;
  feeLimit: number;
  payee: string;
  description: string;
}

interface PayQuestionProps {
  title: string;
  confirmLabel?: string;
  /** Explains the next step, unless the wallet pays at once. */
  children?: ReactNode;
  /** Includes ids if there can be several. */
  payments: readonly (PayDetailsProps & { id?: string })[];
  busy: boolean;
  failure?: string | undefined;
  onYes: () => void;
  onNo: () => void;
}

export function PayQuestion(props: PayQuestionProps) {
  const { title, confirmLabel, children, payments, busy, failure, onYes, onNo } = props;
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel ?? t`Pay now`}
      busy={busy}
      onConfirm={onYes}
      onCancel={onNo}
      more={
        <div className="grid gap-3">
          {payments.map(({ id, ...details }) => (
            <PayDetails key={id ?? ''} {...details} />
          ))}
          {failure !== undefined && <InlineAlert>{failure}</InlineAlert>}
        </div>
      }
    >
      {children ?? t`The wallet pays at once. This cannot be taken back.`}
    </ConfirmDialog>
  );
}

export function PayDetails({ amount, feeLimit, payee, description }: PayDetailsProps) {
  return (
    <dl className="slip slip-lines ln-receipt">
      <div>
        <dt>{t`Amount`}</dt>
        <dd>{numberText(amount)}</dd>
      </div>
      <div>
        <dt>{t`Fee held, at most`}</dt>
        <dd>{numberText(feeLimit)}</dd>
      </div>
      <div>
        <dt>{t`Receiver`}</dt>
        <dd className="mono break-all">{payee}</dd>
      </div>
      {description && (
        <div>
          <dt>{t`What for`}</dt>
          <dd>{description}</dd>
        </div>
      )}
    </dl>
  );
}
