/** What whoever says yes to a payment reads: amount, fee, receiver and purpose. */
import { t } from '@lingui/core/macro';
import { numberText } from './words.ts';
import '#web/ui/slip.css';
import './lightning.css';

interface PayDetailsProps {
  amount: number;
  feeLimit: number;
  payee: string;
  description: string;
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
