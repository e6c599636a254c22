/** The grown-up takes the device back, with the PIN. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { handover } from '#features/handover/contract.ts';
import { checkInput, failedCall } from '#web/form-errors.ts';
import { useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { PinField } from './pin-field.tsx';
import { startAfresh } from './start-afresh.ts';

export function HandBackDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const [pin, setPin] = useState('');
  const [errors, setErrors] = useState<FormErrors>();
  const queries = useQueryClient();
  const back = useCall(handover.back, {
    doneFirst: true,
    onDone: () => startAfresh(queries),
    onFail: (error) => {
      setPin('');
      setErrors(failedCall(error, t`The tablet could not be handed back`, ['pin']));
    },
  });
  const submit = () => {
    const wrong = checkInput(handover.back.input, { pin });
    setErrors(wrong);
    if (!wrong) back.run({ pin });
  };
  return (
    <Dialog
      title={t`Hand back`}
      description={<Trans>For the grown-up who handed this device over.</Trans>}
      onClose={onClose}
      actions={
        <>
          <Button look="alt" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} busy={back.isPending}>
            {t`Take it back`}
          </Button>
        </>
      }
    >
      <Form id={formId} errors={errors} onSubmit={submit}>
        <PinField label={t`Your PIN`} value={pin} onChange={setPin} />
      </Form>
      <p className="sub" style={{ marginTop: 16 }}>
        <Trans>
          No PIN, or forgotten? <a href="/onboarding">Sign in with a link from your mail</a>.
        </Trans>
      </p>
    </Dialog>
  );
}
