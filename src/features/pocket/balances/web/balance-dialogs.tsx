/** A parent enters the real balance; the book records the difference as a correction. */

import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Child } from '#features/people/children/contract.ts';
import { balances } from '#features/pocket/balances/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { statusOf } from '#web/errors.ts';
import { useFormCall } from '#web/form-call.ts';
import { type Amount, amountOf, btcOf } from '#web/ui/amount.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { MoneyText } from '#web/ui/money.tsx';

export interface BalanceDialogProps {
  child: Child;
  /** The field's initial value; defaults to the balance of the book. */
  suggestedSats?: bigint | undefined;
  onClose: () => void;
}

/** On-chain savings. */
export function UpdateSavingsDialog({ child, suggestedSats, onClose }: BalanceDialogProps) {
  const seenSats = satsOf(child.savingsBalance);
  const form = useFormCall(balances.updateSavings, {
    ...useCommon(onClose),
    failed: t`Please try again.`,
    toasts: {
      done: () => ({ title: t`Savings updated`, description: child.name }),
      wrong: wrongToast,
      failed: (description) => ({ title: t`Update Failed`, description }),
    },
  });
  return (
    <BalanceDialog
      title={t`Update savings balance`}
      description={t`What ${child.name} really has saved on-chain. The difference is recorded as a correction in your name.`}
      label={t`New savings balance`}
      seenSats={seenSats}
      suggestedSats={suggestedSats}
      errors={form.errors}
      busy={form.busy}
      onSave={(balance) =>
        form.submit({
          id: child.id,
          newBalance: btcOf(balance),
          seenBalance: child.savingsBalance,
        })
      }
      onClose={onClose}
    />
  );
}

/** Lightning spending money; the call takes whole sats. */
export function LightningBalanceDialog({ child, suggestedSats, onClose }: BalanceDialogProps) {
  const seenSats = satsOf(child.spendingBalance);
  const failed = t`Could not update Lightning balance`;
  const form = useFormCall(balances.syncLightning, {
    ...useCommon(onClose),
    failed,
    toasts: {
      done: () => ({ title: t`Lightning balance updated`, description: child.name }),
      wrong: wrongToast,
      failed: () => ({ title: t`Sync Failed`, description: failed }),
    },
  });
  return (
    <BalanceDialog
      title={t`Update Lightning balance`}
      description={t`What ${child.name}’s Lightning wallet shows right now. The difference is recorded as a correction in your name.`}
      label={t`New Lightning balance`}
      seenSats={seenSats}
      suggestedSats={suggestedSats}
      errors={form.errors}
      busy={form.busy}
      onSave={({ sats }) =>
        form.submit({
          childId: child.id,
          newBalance: sats?.toString() ?? '',
          seenBalance: seenSats.toString(),
        })
      }
      onClose={onClose}
    />
  );
}

function useCommon(onDone: () => void) {
  const queries = useQueryClient();
  return {
    fields: ['newBalance'],
    onDone,
    // Someone else changed it: shows the new number before a retry.
    onFail: (error: unknown) => {
      if (statusOf(error) === 409) void queries.invalidateQueries();
    },
  };
}

const wrongToast = ({ newBalance }: Readonly<Record<string, string>>) => ({
  title: t`Invalid balance`,
  description: newBalance,
});

interface FormProps {
  title: string;
  description: string;
  label: string;
  seenSats: bigint;
  suggestedSats: bigint | undefined;
  errors: FormErrors;
  busy: boolean;
  onSave: (balance: Amount) => void;
  onClose: () => void;
}

function BalanceDialog(props: FormProps) {
  const { title, description, label, seenSats, suggestedSats, errors, busy } = props;
  const [balance, setBalance] = useState(() => amountOf(suggestedSats ?? seenSats));
  const { sats } = balance;
  return (
    <Dialog
      title={title}
      description={description}
      onClose={props.onClose}
      actions={
        <>
          <Button look="alt" onClick={props.onClose}>{t`Cancel`}</Button>
          <Button type="submit" form="new-balance" busy={busy}>{t`Set balance`}</Button>
        </>
      }
    >
      <Form id="new-balance" errors={errors} onSubmit={() => props.onSave(balance)}>
        <dl className="balances">
          <Row word={t`In the book now`}>
            <MoneyText sats={seenSats} />
          </Row>
          <Row word={t`The correction`}>
            {sats === undefined || sats === seenSats ? (
              t`none`
            ) : (
              <MoneyText sats={sats - seenSats} signed />
            )}
          </Row>
        </dl>
        <AmountField
          name="newBalance"
          label={label}
          chips={[]}
          value={balance}
          onChange={setBalance}
        />
      </Form>
    </Dialog>
  );
}

function Row({ word, children }: { word: string; children: ReactNode }) {
  return (
    <div>
      <dt>{word}</dt>
      <dd>{children}</dd>
    </div>
  );
}
