/** Asks for the passphrase as soon as a parent opens the dashboard, with two ways out. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { declineForNow, isNotAsked, skipPrompt } from '#web/passphrase-prompt.ts';
import { Button } from '#web/ui/button.tsx';
import { useOpenWallet } from '#web/vault/vault.ts';
import { UnlockDialog } from './unlock-dialog.tsx';

interface PassphrasePromptProps {
  /** Cancel logs out. */
  onCancel: () => void;
}

export function PassphrasePrompt({ onCancel }: PassphrasePromptProps) {
  const isOpen = useOpenWallet() !== undefined;
  const [isGone, go] = useState(isNotAsked);
  const decline = () => {
    declineForNow();
    go(true);
  };
  const unlocked = () => {
    skipPrompt();
    go(true);
  };
  if (isOpen || isGone) return null;
  return (
    <UnlockDialog
      onUnlocked={unlocked}
      onClose={decline}
      ways={
        <>
          <Button look="quiet" small onClick={onCancel}>{t`Cancel and log out`}</Button>
          <Button look="alt" small className="way-out" onClick={decline}>
            {t`Continue without the wallet`}
          </Button>
        </>
      }
    />
  );
}
