/** Whether to ask for the passphrase as soon as a parent opens the dashboard. */
import { whenForgotten } from '#web/forget.ts';
import { STORAGE_PREFIX } from '#web/local/storage.ts';

/** Until the next load of this tab. */
let isSkipped = false;
/**
 * After "continue without the wallet", don't ask again during this sign-in, even after a reload.
 */
const DECLINED = `${STORAGE_PREFIX}vault_later`;
whenForgotten(() => {
  isSkipped = false;
});

/**
 * Right after choosing or typing the passphrase, or after joining, don't ask again on this page.
 */
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
