/** Seals the open vault under a new passphrase. */
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { vault } from '#features/money/vault/contract.ts';
import { messageOf } from '#web/errors.ts';
import { query, useCall } from '#web/query.ts';
import { openIsVersion, resealVault } from '#web/vault/vault.ts';
import { KeptPassphraseDialog } from './passphrase/kept-passphrase-dialog.tsx';
import { NewPassphraseDialog } from './passphrase/new-passphrase-dialog.tsx';

/** @param version of the open vault */
export function RenewDialog({ version, onClose }: { version: number; onClose: () => void }) {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const [chosen, choose] = useState('');
  const [isKept, setKept] = useState(false);
  const [isSealing, setSealing] = useState(false);
  const fallback = t`The new passphrase could not be saved. The old one still counts.`;
  const save = useCall(vault.configure, {
    doneFirst: true,
    onDone: ({ version }) => {
      openIsVersion(version);
      setKept(true);
    },
    onFail: (error) => setFailure(messageOf(error, fallback)),
  });
  const renew = async (passphrase: string) => {
    setFailure(undefined);
    setSealing(true);
    choose(passphrase);
    try {
      const { familyId } = await queries.fetchQuery(query(vault.config, {}));
      const binding = { purpose: 'wallet', familyId } as const;
      const encryptedSecrets = await resealVault({ passphrase, binding, isRenewed: true });
      save.run({ encryptedSecrets, hasWallet: true, version, isRenewed: true });
    } catch (error) {
      setFailure(messageOf(error, fallback));
    } finally {
      setSealing(false);
    }
  };
  if (isKept) return <KeptPassphraseDialog passphrase={chosen} onDone={onClose} />;
  return (
    <NewPassphraseDialog
      title={t`New passphrase`}
      submitLabel={t`Save`}
      busy={isSealing || save.isPending}
      failure={failure}
      onChosen={(passphrase) => void renew(passphrase)}
      onClose={onClose}
    >
      <p>{t`The wallet stays the same; the old passphrase no longer opens it.`}</p>
    </NewPassphraseDialog>
  );
}
