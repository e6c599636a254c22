/** Turning encryption on: passphrase, the wallet encrypted here and sent, the passphrase once. */
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CANNOT_SEAL } from '#core/vault/error.ts';
import { vault } from '#features/vault/contract.ts';
import { messageOf } from '#web/errors.ts';
import { query, useCall } from '#web/query.ts';
import { toast } from '#web/ui/toast-store.ts';
import { sealVault } from '#web/vault/vault.ts';
import { KeptPassphraseDialog } from './kept-passphrase-dialog.tsx';
import { NewPassphraseDialog } from './new-passphrase-dialog.tsx';
import { skipPrompt } from './passphrase-prompt.tsx';

export function EncryptDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [isSealing, setSealing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [kept, setKept] = useState<string>();
  const [chosen, choose] = useState('');
  const fail = (error?: unknown) => {
    const description = t`Failed to encrypt your wallet data`;
    setFailure(error === undefined ? description : messageOf(error, description));
    toast({ title: t`Encryption Failed`, description, destructive: true, inline: true });
  };
  const save = useCall(vault.encryptExisting, {
    doneFirst: true,
    onDone: () => setKept(chosen),
    onFail: fail,
  });
  const encrypt = async (passphrase: string) => {
    setFailure(undefined);
    setSealing(true);
    choose(passphrase);
    try {
      const fresh = { staleTime: 0 };
      const found = await queries.fetchQuery({ ...query(vault.configuration, {}), ...fresh });
      const { familyId } = await queries.fetchQuery({ ...query(vault.config, {}), ...fresh });
      const { walletAddress, walletXpub, walletId, version } = found;
      const encryptedData = await sealVault({
        secrets: {
          ...(walletAddress !== null && { walletAddress }),
          ...(walletXpub !== null && { walletXpub }),
        },
        passphrase,
        binding: { purpose: 'wallet', familyId },
      });
      skipPrompt();
      save.run({
        encryptedData,
        prefersEncryption: true,
        version,
        ...(walletId !== null && { walletId }),
      });
    } catch {
      fail(new Error(CANNOT_SEAL));
    } finally {
      setSealing(false);
    }
  };
  if (kept !== undefined) return <KeptPassphraseDialog passphrase={kept} onDone={onClose} />;
  return (
    <NewPassphraseDialog
      title={t`Encrypt our wallet`}
      submitLabel={t`Encrypt`}
      busy={isSealing || save.isPending}
      failure={failure}
      onChosen={(passphrase) => void encrypt(passphrase)}
      onClose={onClose}
    >
      <p>
        {t`Your browser locks the wallet’s key with a passphrase, and this server forgets it. From then on it cannot look up the balance or deposits, nor hand out addresses to your children.`}
      </p>
    </NewPassphraseDialog>
  );
}
