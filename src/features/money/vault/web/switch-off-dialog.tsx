/** Turns encryption off: the opened wallet goes back to the server, after a plain warning. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { vault } from '#features/money/vault/contract.ts';
import { messageOf } from '#web/errors.ts';
import { query, useCall } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { lockVault, showVault, useOpenWallet } from '#web/vault/vault.ts';
import { UnlockDialog } from './unlock/unlock-dialog.tsx';
import { childKeysLost } from './words.ts';

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
        ways={<Button look="quiet" onClick={onClose}>{t`Not now`}</Button>}
      />
    );
  const isTaken = hasWallet && wallet?.kind !== 'none';
  return (
    <ConfirmOff
      isTaken={isTaken}
      canPay={wallet?.canPay}
      seen={wallet?.version}
      onClose={onClose}
    />
  );
}

interface ConfirmOffProps {
  /** There is an address or a key to send to the server. */
  isTaken: boolean;
  canPay: boolean | undefined;
  /** Version of the open vault; without a wallet, the newest version. */
  seen: number | undefined;
  onClose: () => void;
}

function ConfirmOff({ isTaken, canPay = false, seen, onClose }: ConfirmOffProps) {
  const config = useQuery(query(vault.config, {})).data;
  const version = seen ?? config?.version;
  const [failure, setFailure] = useState<string>();
  const fallback = t`Encryption could not be switched off.`;
  const fail = (error: unknown) => setFailure(messageOf(error, fallback));
  const done = () => {
    onClose();
    lockVault();
  };
  const save = useCall(vault.setPreference, { doneFirst: true, onDone: done, onFail: fail });
  const forget = useCall(vault.forget, { doneFirst: true, onDone: done, onFail: fail });
  const confirm = async () => {
    if (version === undefined) return setFailure(fallback);
    if (canPay && !isTaken) return forget.run({ version });
    try {
      const wallet = isTaken ? await showVault() : undefined;
      save.run({ prefersEncryption: false, version, ...(wallet && { wallet }) });
    } catch {
      setFailure(fallback);
    }
  };
  return (
    <ConfirmDialog
      title={t`Switch encryption off?`}
      confirmLabel={isTaken ? t`Send it to the server` : t`Switch off`}
      busy={save.isPending || forget.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
      more={failure && <InlineAlert>{failure}</InlineAlert>}
    >
      {isTaken
        ? t`Your wallet’s address or public key is sent to this server, which can read it from then on. Nobody can spend with it.`
        : t`A wallet that you connect from now on is kept by this server, which can read it.`}
      {canPay && (
        <> {t`The Lightning connection that pays is forgotten: connect it again afterwards.`}</>
      )}
      {config?.hasChildWallets && <> {childKeysLost()}</>}
    </ConfirmDialog>
  );
}
