/** Turns encryption on: chooses a passphrase, encrypts and sends the wallet, shows it once. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { messageOf } from '#web/errors.ts';
import { toast } from '#web/ui/toast-store.ts';
import { KeptPassphraseDialog } from './passphrase/kept-passphrase-dialog.tsx';
import { NewPassphraseDialog } from './passphrase/new-passphrase-dialog.tsx';
import { useEncryptExisting } from './use-encrypt-existing.ts';

export function EncryptDialog({ onClose }: { onClose: () => void }) {
  const [failure, setFailure] = useState<string>();
  const [kept, setKept] = useState<string>();
  const [chosen, choose] = useState('');
  const encryption = useEncryptExisting({
    onDone: () => setKept(chosen),
    onFail: (error) => {
      const description = t`Failed to encrypt your wallet data`;
      setFailure(messageOf(error, description));
      toast({ title: t`Encryption Failed`, description, destructive: true, inline: true });
    },
  });
  const encrypt = (passphrase: string) => {
    setFailure(undefined);
    choose(passphrase);
    void encryption.run(passphrase);
  };
  if (kept !== undefined) return <KeptPassphraseDialog passphrase={kept} onDone={onClose} />;
  return (
    <NewPassphraseDialog
      title={t`Encrypt our wallet`}
      submitLabel={t`Encrypt`}
      busy={encryption.isBusy}
      failure={failure}
      onChosen={encrypt}
      onClose={onClose}
    >
      <p>
        {t`Your browser locks the wallet’s key with a passphrase, and this server forgets the key. It keeps the addresses it knows and looks up what they hold. A wallet that is a single address is looked up only if you allow it afterwards.`}
      </p>
    </NewPassphraseDialog>
  );
}
