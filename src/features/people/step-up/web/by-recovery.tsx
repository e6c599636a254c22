/** One of the ten codes on paper, for a person who can't get mail right now. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { recovery } from '#features/people/step-up/recovery/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import type { StepUpProps } from './by-code.tsx';
import { RecoveryField } from './recovery-field.tsx';

export function ByRecovery({ onDone, onClose }: StepUpProps) {
  const [code, setCode] = useState('');
  const confirm = useFormCall(recovery.confirm, {
    failed: t`Verification failed`,
    // The page's toasts are hidden below the dialog.
    toasts: { failed: () => undefined },
    doneFirst: true,
    onDone,
  });
  return (
    <Form
      errors={confirm.errors}
      onSubmit={() => confirm.submit({ code })}
      actions={
        <>
          <Button type="submit" busy={confirm.busy}>{t`Confirm`}</Button>
          <Button look="quiet" onClick={onClose}>{t`Cancel`}</Button>
        </>
      }
    >
      <RecoveryField value={code} onChange={setCode} />
    </Form>
  );
}
