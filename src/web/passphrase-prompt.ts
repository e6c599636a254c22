/** Whether the passphrase is asked for as soon as a parent opens the dashboard. */
import { whenForgotten } from '#web/forget.ts';
import { STORAGE_PREFIX } from '#web/local/storage.ts';

/** Until the next load of this tab. */
let isSkipped = false;
/** Who goes on without the wallet is not asked again in this sign-in, nor after a reload. */
const DECLINED = `${STORAGE_PREFIX}vault_later`;
whenForgotten(() => {
  isSkipped = false;
});

/** Whoever has just chosen or typed the passphrase, or just joined, is not asked on this page. */
export function skipPrompt(): void {
  isSkipped = true;
}

export function declineForNow(): void {
  skipPrompt();
  try {
    sessionStorage.setItem(DECLINED, '1');
  } catch {
    // Storage is forbidden here: a reload asks again.
  }
}

export function isNotAsked(): boolean {
  try {
    return isSkipped || sessionStorage.getItem(DECLINED) !== null;
  } catch {
    return isSkipped;
  }
}
