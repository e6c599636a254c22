/**
 * Remembers the change that a mail or a push asks about while its reader has to sign in first,
 * perhaps in another tab. It is an id that reveals nothing.
 */
import { asCopyId, copyIdIn, undoPath } from '#contract/undo-link.ts';
import { STORAGE_PREFIX } from '#web/local/storage.ts';

const KEY = `${STORAGE_PREFIX}undo`;

/** Call it before sending the reader to the sign-in. */
export function keepUndo(): void {
  const copyId = copyIdIn(new URLSearchParams(location.search));
  if (copyId === undefined) return;
  try {
    localStorage.setItem(KEY, copyId);
  } catch {
    // Storage is forbidden here: after signing in, the link has to be pressed once more.
  }
}

/** The page to open after a sign-in, once. */
export function takeUndo(): string | undefined {
  try {
    const copyId = asCopyId(localStorage.getItem(KEY));
    localStorage.removeItem(KEY);
    return copyId && undoPath(copyId);
  } catch {
    return undefined;
  }
}
