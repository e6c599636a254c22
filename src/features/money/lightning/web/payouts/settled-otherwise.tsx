/** Settles a pay day that was paid on chain or in coins, or leaves it in savings. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { payouts } from '#features/money/lightning/payouts/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';

interface SettledOtherwiseProps {
  id: string;
  childName: string;
  isVault: boolean;
}

export function SettledOtherwise({ id, childName, isVault }: SettledOtherwiseProps) {
  const [isOpen, setOpen] = useState(false);
  const keep = useCall(payouts.settle);
  return (
    <>
      <Button look="alt" small onClick={() => setOpen(true)}>
        {isVault ? t`I have put it there` : t`I paid in another way`}
      </Button>
      <Button
        look="quiet"
        small
        busy={keep.isPending}
        onClick={() => keep.run({ id, how: 'kept' })}
      >
        {t`Leave it in savings`}
      </Button>
      <CallFailure error={keep.error} fallback={t`This could not be saved just now.`} />
      {isOpen && (
        <Word id={id} childName={childName} isVault={isVault} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

function Word(props: SettledOtherwiseProps & { onClose: () => void }) {
  const { id, childName, isVault, onClose } = props;
  const [txid, setTxid] = useState('');
  const form = useFormCall(payouts.settle, {
    failed: t`This could not be saved just now.`,
    toasts: { done: () => ({ title: t`Settled` }) },
    onDone: onClose,
  });
  return (
    <Dialog
      title={isVault ? t`In the vault?` : t`Paid in another way?`}
      description={
        isVault
          ? t`It stays in ${childName}’s savings, and this list forgets it.`
          : t`The book moves it from ${childName}’s savings to spending money.`
      }
      onClose={onClose}
    >
      <Form
        errors={form.errors}
        onSubmit={() => form.submit({ id, how: 'paid', txid: txid.trim().toLowerCase() })}
        actions={<Button type="submit" busy={form.busy}>{t`Yes, settled`}</Button>}
      >
        <TextField
          name="txid"
          label={t`Transaction id, if you paid on chain`}
          value={txid}
          onChange={setTxid}
        />
      </Form>
    </Dialog>
  );
}
