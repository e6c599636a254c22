/** What this program writes into the browser's storage: every key begins alike, so all can go. */

export const STORAGE_PREFIX = 'satling_';
/** Where the privacy settings of this browser stand. */
export const SETTINGS_KEY = `${STORAGE_PREFIX}privacy`;
/** Keys of earlier releases; they only ever go. */
const EARLIER = 'satling.';

/** The device's key (cipher.ts), and what is kept of a family's book under it. */
export const DEVICE_KEY = `${STORAGE_PREFIX}device_key`;
export const LAST_BOOK = 'last_book';
export const UNSENT = 'unsent';

const stores = () => [localStorage, sessionStorage];

/** The keys that are ours in one store. */
export const ownKeys = (store: Storage): string[] =>
  Object.keys(store).filter((key) => key.startsWith(STORAGE_PREFIX) || key.startsWith(EARLIER));

/** Removes every key of ours, but for those that are spared, and nothing of anybody else. */
export function clearOwnStorage(spared: readonly string[] = []): void {
  try {
    for (const store of stores())
      for (const key of ownKeys(store)) if (!spared.includes(key)) store.removeItem(key);
  } catch {
    // Storage is forbidden here, so nothing was kept.
  }
}

/**
 * Another person may come: what was kept of the book goes, and with it the key, without which
 * neither another tab nor a slow write of this one brings it back.
 */
export function forgetBook(): void {
  try {
    for (const name of [LAST_BOOK, UNSENT]) localStorage.removeItem(`${STORAGE_PREFIX}${name}`);
    localStorage.removeItem(DEVICE_KEY);
  } catch {
    // Storage is forbidden here, so nothing was kept.
  }
}

export const isOfEarlierRelease = (key: string): boolean => key.startsWith(EARLIER);
