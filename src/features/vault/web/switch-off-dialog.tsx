/** Turning encryption off: the opened wallet goes back to the server, after a plain warning. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { vault } from '#features/vault/contract.ts';
import { messageOf } from '#web/errors.ts';
import { query, useCall } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { lockVault, showVault, useOpenWallet } from '#web/vault/vault.ts';
import { UnlockDialog } from './unlock-dialog.tsx';

interface SwitchOffDialogProps {
  hasWallet: boolean;
  onClose: () => void;
}

export function SwitchOffDialog({ hasWallet, onClose }: SwitchOffDialogProps) {
  const wallet = useOpenWallet();
  if (hasWallet && !wallet)
    return (
      <UnlockDialog
        onUnlocked={() => undefined}
        onClose={onClose}
        ways={<Button look="quiet" onClick={onClose}>{t`Cancel`}</Button>}
      />
    );
  return <ConfirmOff hasWallet={hasWallet} seen={wallet?.version} onClose={onClose} />;
}

/** @param seen the version of what is open; without a wallet, the newest one counts */
function ConfirmOff(props: SwitchOffDialogProps & { seen: number | undefined }) {
  const { hasWallet, seen, onClose } = props;
  const newest = useQuery(query(vault.config, {})).data?.version;
  const version = seen ?? newest;
  const [failure, setFailure] = useState<string>();
  const fallback = t`Encryption could not be switched off.`;
  const save = useCall(vault.setPreference, {
    doneFirst: true,
    onDone: () => {
      onClose();
      lockVault();
    },
    onFail: (error) => setFailure(messageOf(error, fallback)),
  });
  const confirm = async () => {
    if (version === undefined) return setFailure(fallback);
    try {
      const wallet = hasWallet ? await showVault() : undefined;
      save.run({ prefersEncryption: false, version, ...(wallet && { wallet }) });
    } catch {
      setFailure(fallback);
    }
  };
  return (
    <ConfirmDialog
      title={t`Switch encryption off?`}
      confirmLabel={hasWallet ? t`Send it to the server` : t`Switch off`}
      busy={save.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
      more={failure && <InlineAlert>{failure}</InlineAlert>}
    >
      {hasWallet
        ? t`Your wallet’s address or public key is sent to this server, which can read it from then on. Nobody can spend with it.`
        : t`A wallet that you connect from now on is kept by this server, which can read it.`}
    </ConfirmDialog>
  );
}
