/** Gives this device to a child: from then on it is the child's, on the server too. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Child } from '#features/people/children/contract.ts';
import { handover } from '#features/people/handover/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { query } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { PinField } from './pin-field.tsx';
import { useHandOver } from './use-hand-over.ts';

export interface HandOverDialogProps {
  child: Pick<Child, 'id' | 'name'>;
  onClose: () => void;
}

export function HandOverDialog({ child, onClose }: HandOverDialogProps) {
  const { name } = child;
  const pin = useQuery(query(handover.pin, {}));
  return (
    <Dialog
      title={t`Hand over tablet to ${name}`}
      description={
        <Trans>
          This device then shows {name}'s book and nothing else, and can do only what {name} may do.
          Your other devices stay yours.
        </Trans>
      }
      onClose={onClose}
    >
      <Loaded answer={pin} label={t`Looking for your PIN`} height="8rem">
        {({ isSet }) =>
          isSet ? (
            <Ready child={child} onClose={onClose} />
          ) : (
            <ChoosePin child={child} onClose={onClose} />
          )
        }
      </Loaded>
    </Dialog>
  );
}

function Ready({ child, onClose }: HandOverDialogProps) {
  const start = useHandOver();
  return (
    <div className="grid gap-4">
      <p>{t`You take it back with your PIN, or with a new link from your mail.`}</p>
      <CallFailure error={start.error} fallback={t`Update Failed`} />
      <div className="form-actions">
        <Button
          data-autofocus
          busy={start.isPending}
          onClick={() => start.run({ id: child.id })}
        >{t`Hand over`}</Button>
        <Button look="quiet" onClick={onClose}>{t`Cancel`}</Button>
      </div>
    </div>
  );
}

/** Without a PIN, only a mail can take the device back; the dialog says so first. */
function ChoosePin({ child, onClose }: HandOverDialogProps) {
  const formId = useId();
  const [pin, setPin] = useState('');
  const start = useHandOver();
  const choose = useFormCall(handover.setPin, {
    failed: t`Update Failed`,
    toasts: { failed: () => undefined },
    onDone: () => start.run({ id: child.id }),
  });
  return (
    <Form
      id={formId}
      errors={choose.errors}
      onSubmit={() => choose.submit({ pin })}
      actions={
        <>
          <Button type="submit" busy={choose.busy || start.isPending}>{t`Hand over`}</Button>
          <Button look="quiet" onClick={onClose}>{t`Cancel`}</Button>
        </>
      }
    >
      <p className="sub">{t`The PIN is the way back to your own book, so we first ask who you are: if you signed in more than 10 minutes ago, with your passkey or a code from your mail.`}</p>
      <PinField
        isNew
        label={t`Choose a PIN`}
        hint={t`4 to 8 digits that your children do not know. With it you take the device back.`}
        value={pin}
        onChange={setPin}
      />
      <CallFailure error={start.error} fallback={t`Update Failed`} />
    </Form>
  );
}
