/** Asks for the passphrase as soon as a parent opens the dashboard, with two ways out. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { whenForgotten } from '#web/forget.ts';
import { STORAGE_PREFIX } from '#web/local/storage.ts';
import { Button } from '#web/ui/button.tsx';
import { useOpenWallet } from '#web/vault/vault.ts';
import { UnlockDialog } from './unlock-dialog.tsx';

/** Until the next load of this tab. */
let isSkipped = false;
/** Who goes on without the wallet is not asked again in this sign-in, nor after a reload. */
const DECLINED = `${STORAGE_PREFIX}vault_later`;
whenForgotten(() => {
  isSkipped = false;
});

/** Whoever has just chosen or typed the passphrase is not asked for it again on this page. */
export function skipPrompt(): void {
  isSkipped = true;
}

function declineForNow(): void {
  skipPrompt();
  try {
    sessionStorage.setItem(DECLINED, '1');
  } catch {
    // Storage is forbidden here: a reload asks again.
  }
}

function isNotAsked(): boolean {
  try {
    return isSkipped || sessionStorage.getItem(DECLINED) !== null;
  } catch {
    return isSkipped;
  }
}

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
