/** The adult takes the device back, with the PIN. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { handover } from '#features/people/handover/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { tellOtherTabs } from '#web/other-tabs.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { PinField } from './pin-field.tsx';
import { startAfresh } from './start-afresh.ts';

export function HandBackDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const [pin, setPin] = useState('');
  const queries = useQueryClient();
  const back = useFormCall(handover.back, {
    failed: t`The tablet could not be handed back`,
    toasts: { failed: () => undefined },
    onDone: () => {
      tellOtherTabs();
      startAfresh(queries);
    },
    onFail: () => setPin(''),
  });
  return (
    <Dialog
      title={t`Hand back`}
      description={<Trans>For the grown-up who handed this device over.</Trans>}
      onClose={onClose}
      actions={
        <>
          <Button look="alt" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} busy={back.busy}>
            {t`Take it back`}
          </Button>
        </>
      }
    >
      <Form id={formId} errors={back.errors} onSubmit={() => back.submit({ pin })}>
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
