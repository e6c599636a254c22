/** "Unlock Your Wallet": the passphrase goes to the worker and nowhere else. */
import { t } from '@lingui/core/macro';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { PassphraseField } from '../passphrase/passphrase-field.tsx';
import { CannotEncrypt } from './compatibility.tsx';
import { UnlockByPasskey } from './unlock-by-passkey.tsx';
import { useCapability } from './use-capability.ts';
import { useUnlock } from './use-unlock.ts';

interface UnlockDialogProps {
  onUnlocked: () => void;
  onClose: () => void;
  /** Buttons next to "Unlock". */
  ways: ReactNode;
}

/** Idle, decrypting, then closed or with an error. */
export function UnlockDialog({ onUnlocked, onClose, ways }: UnlockDialogProps) {
  const [passphrase, setPassphrase] = useState('');
  const unlock = useUnlock(onUnlocked);
  const capability = useCapability();
  const formId = useId();
  return (
    <Dialog
      title={t`Unlock Your Wallet`}
      description={t`It is opened in this browser only. Your children’s books work without it.`}
      onClose={onClose}
      actions={
        <>
          {ways}
          <Button type="submit" form={formId} busy={unlock.isPending}>
            {unlock.isPending ? t`Unlocking` : t`Unlock`}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        errors={unlock.error ? { passphrase: unlock.error } : {}}
        onSubmit={() => void unlock.run(passphrase)}
      >
        {capability?.supported === false && <CannotEncrypt capability={capability} />}
        <PassphraseField value={passphrase} onChange={setPassphrase} />
        <UnlockByPasskey onUnlocked={onUnlocked} />
      </Form>
    </Dialog>
  );
}
