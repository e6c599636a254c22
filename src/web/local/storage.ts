/** What this program writes into the browser's storage: every key begins alike, so all can go. */

export const STORAGE_PREFIX = 'satling_';
/** Keys of earlier releases; they only ever go. */
const EARLIER = 'satling.';

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

export const isOfEarlierRelease = (key: string): boolean => key.startsWith(EARLIER);
