/** A parent says what is really there; the book takes the difference as a correction. */

import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatBtc } from '#core/money.ts';
import { balances, POSITIVE_NUMBER } from '#features/balances/contract.ts';
import type { Child } from '#features/children/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { fieldOf, messageOf, statusOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { AmountField, readAmount, writeAmount } from '#web/ui/amount-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { toast } from '#web/ui/toast-store.ts';

export interface BalanceDialogProps {
  child: Child;
  /** What the field begins with; the balance of the book if left out. */
  suggestedSats?: bigint | undefined;
  onClose: () => void;
}

/** On-chain savings, in BTC. */
export function UpdateSavingsDialog({ child, suggestedSats, onClose }: BalanceDialogProps) {
  const seenSats = satsOf(child.savingsBalance);
  const form = useOutcome(t`Update Failed`, (error) => messageOf(error, t`Please try again.`));
  const update = useCall(balances.updateSavings, {
    onDone: () => {
      onClose();
      toast({ title: t`Savings updated`, description: child.name });
    },
    onFail: form.onFail,
  });
  return (
    <BalanceDialog
      title={t`Update savings balance`}
      description={t`What ${child.name} really has saved on-chain. The difference is written into the book as a correction, with your name.`}
      label={t`New savings balance`}
      unit="btc"
      seenSats={seenSats}
      suggestedSats={suggestedSats}
      errors={form.errors}
      busy={update.isPending}
      onWrong={form.onWrong}
      onSave={(sats) =>
        update.run({
          id: child.id,
          newBalance: formatBtc(sats),
          seenBalance: child.savingsBalance,
        })
      }
      onClose={onClose}
    />
  );
}

/** Lightning spending money, in whole sats. */
export function LightningBalanceDialog({ child, suggestedSats, onClose }: BalanceDialogProps) {
  const seenSats = satsOf(child.spendingBalance);
  const form = useOutcome(t`Sync Failed`, () => t`Could not update Lightning balance`);
  const sync = useCall(balances.syncLightning, {
    onDone: () => {
      onClose();
      toast({ title: t`Lightning balance updated`, description: child.name });
    },
    onFail: form.onFail,
  });
  return (
    <BalanceDialog
      title={t`Update Lightning balance`}
      description={t`What the Lightning wallet of ${child.name} shows right now. The difference is written into the book as a correction, with your name.`}
      label={t`New Lightning balance`}
      unit="sats"
      seenSats={seenSats}
      suggestedSats={suggestedSats}
      errors={form.errors}
      busy={sync.isPending}
      onWrong={form.onWrong}
      onSave={(sats) =>
        sync.run({
          childId: child.id,
          newBalance: sats.toString(),
          seenBalance: seenSats.toString(),
        })
      }
      onClose={onClose}
    />
  );
}

/** Failures stand in the form with the server's words; the toast says what is specified. */
function useOutcome(title: string, words: (error: unknown) => string) {
  const [errors, setErrors] = useState<FormErrors>({});
  const queries = useQueryClient();
  return {
    errors,
    onWrong: (wrong: boolean) => {
      setErrors(wrong ? { newBalance: POSITIVE_NUMBER } : {});
      if (wrong)
        toast({ title: t`Invalid balance`, description: POSITIVE_NUMBER, destructive: true });
    },
    onFail: (error: unknown) => {
      const field = fieldOf(error) ? 'newBalance' : 'form';
      setErrors({ [field]: messageOf(error, words(error)) });
      toast({ title, description: words(error), destructive: true });
      // Somebody else changed it: show the fresh number, so that the next try has seen it.
      if (statusOf(error) === 409) void queries.invalidateQueries();
    },
  };
}

interface FormProps {
  title: string;
  description: string;
  label: string;
  unit: 'btc' | 'sats';
  seenSats: bigint;
  suggestedSats: bigint | undefined;
  errors: FormErrors;
  busy: boolean;
  /** Called before each try: whether what was typed is no balance. */
  onWrong: (wrong: boolean) => void;
  onSave: (sats: bigint) => void;
  onClose: () => void;
}

function BalanceDialog(props: FormProps) {
  const { title, description, label, unit, seenSats, suggestedSats, errors, busy } = props;
  const [text, setText] = useState(writeAmount(suggestedSats ?? seenSats, unit));
  const sats = readAmount(text, unit);
  const submit = () => {
    props.onWrong(sats === undefined);
    if (sats !== undefined) props.onSave(sats);
  };
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
      <Form id="new-balance" errors={errors} onSubmit={submit}>
        <dl className="balances">
          <Row word={t`In the book now`}>
            <MoneyText sats={seenSats} unit={unit} />
          </Row>
          <Row word={t`The correction`}>
            {sats === undefined || sats === seenSats ? (
              t`none`
            ) : (
              <MoneyText sats={sats - seenSats} unit={unit} signed />
            )}
          </Row>
        </dl>
        <AmountField
          name="newBalance"
          label={label}
          unit={unit}
          value={text}
          onChange={(value) => setText(value)}
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
