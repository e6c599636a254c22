/** This program's keys in the browser's storage, with one prefix to find and remove them all. */

export const STORAGE_PREFIX = 'satling_';
/** The privacy settings of this browser. */
export const SETTINGS_KEY = `${STORAGE_PREFIX}privacy`;
/** Keys of earlier releases, which are only removed. */
const EARLIER = 'satling.';

/** The device's key (cipher.ts), and the parts of a family's book encrypted with it. */
export const DEVICE_KEY = `${STORAGE_PREFIX}device_key`;
export const LAST_BOOK = 'last_book';
export const UNSENT = 'unsent';

const stores = () => [localStorage, sessionStorage];

/** Our keys in a store. */
export const ownKeys = (store: Storage): string[] =>
  Object.keys(store).filter((key) => key.startsWith(STORAGE_PREFIX) || key.startsWith(EARLIER));

/** Removes all our keys except those spared, and no others. */
export function clearOwnStorage(spared: readonly string[] = []): void {
  try {
    for (const store of stores())
      for (const key of ownKeys(store)) if (!spared.includes(key)) store.removeItem(key);
  } catch {
    // Storage is forbidden here, so nothing was ever stored.
  }
}

/**
 * Removes the stored book, because another person may come, and its key: otherwise another tab or a
 * slow write of this one could bring it back.
 */
export function forgetBook(): void {
  try {
    for (const name of [LAST_BOOK, UNSENT]) localStorage.removeItem(`${STORAGE_PREFIX}${name}`);
    localStorage.removeItem(DEVICE_KEY);
  } catch {
    // As above.
  }
}

export const isOfEarlierRelease = (key: string): boolean => key.startsWith(EARLIER);
