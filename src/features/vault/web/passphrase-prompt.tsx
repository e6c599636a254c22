/** Asks for the passphrase as soon as a parent opens the dashboard, with two ways out. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { whenForgotten } from '#web/forget.ts';
import { STORAGE_PREFIX } from '#web/local/storage.ts';
import { Button } from '#web/ui/button.tsx';
import { useOpenWallet } from '#web/vault/vault.ts';
import { UnlockDialog } from './unlock-dialog.tsx';

/**
 * Who goes on without the wallet is not asked again in this sign-in, neither at the next return to
 * the dashboard nor after a reload of this tab.
 */
let isDeclinedHere = false;
const DECLINED = `${STORAGE_PREFIX}vault_later`;
whenForgotten(() => {
  isDeclinedHere = false;
});

/** Whoever has just chosen the passphrase is not asked for it: it stands before them. */
export function skipPrompt(): void {
  isDeclinedHere = true;
  try {
    sessionStorage.setItem(DECLINED, '1');
  } catch {
    // Storage is forbidden here: a reload asks again.
  }
}

function isDeclined(): boolean {
  try {
    return isDeclinedHere || sessionStorage.getItem(DECLINED) !== null;
  } catch {
    return isDeclinedHere;
  }
}

interface PassphrasePromptProps {
  /** Cancel logs out. */
  onCancel: () => void;
}

export function PassphrasePrompt({ onCancel }: PassphrasePromptProps) {
  const isOpen = useOpenWallet() !== undefined;
  const [isGone, go] = useState(isDeclined);
  const decline = () => {
    skipPrompt();
    go(true);
  };
  if (isOpen || isGone) return null;
  return (
    <UnlockDialog
      onUnlocked={decline}
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
