/** Spending money above the child's limit, and the button for starting a transfer to savings. */
import { t } from '@lingui/core/macro';
import { transactions } from '#features/book/transactions/contract.ts';
import type { Child } from '#features/people/children/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { useFormCall } from '#web/form-call.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { WarnIcon } from '#web/ui/icons.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import { payNow } from './entry-form.ts';

export interface AboveLimitProps {
  child: Child;
  /** True if the child itself presses it; a parent's wording differs. */
  asks: boolean;
  /** The parents' Lightning address, for the child's payment. */
  payTo: string | null;
}

export function AboveLimit({ child, asks, payTo }: AboveLimitProps) {
  const { id: childId, name, aboveLimit: amount } = child;
  const move = useFormCall(transactions.add, {
    failed: t`Failed to add transaction`,
    fields: [],
    toasts: {
      done: (entry) => {
        const moving = satsWithValue(satsOf(entry.amount));
        return asks ? payNow(moving, payTo) : approveLater(moving);
      },
    },
  });
  const submit = () =>
    move.submit({
      childId,
      type: 'savings_deposit',
      amount,
      description: t`Above the spending limit`,
    });
  return (
    <div className="above-limit">
      <p className="held-line">
        <WarnIcon size={18} /> {t`${satsWithValue(satsOf(amount))} above the limit`}
      </p>
      <Button
        look="alt"
        small
        busy={move.busy}
        aria-label={asks ? undefined : t`Move the excess to savings for ${name}`}
        onClick={submit}
      >
        {t`Move the excess to savings`}
      </Button>
      {move.errors.form && <InlineAlert>{move.errors.form}</InlineAlert>}
    </div>
  );
}

const approveLater = (amount: string) => ({
  title: t`Transfer to savings started`,
  description: t`Approve it when you have the ${amount}.`,
});
