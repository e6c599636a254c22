/**
 * Remembers in this tab that an adult is showing a child its book. Pages outside the app (the blog)
 * then ask before following a link, as they do for a child (features/learn/blog/web/leaving.ts).
 */
const KEY = 'satling_child_view';

/** Lasts until the adult is back in Parent View, or the tab is closed. */
export function beginChildView(): () => void {
  try {
    sessionStorage.setItem(KEY, '1');
  } catch {
    // Storage is forbidden here: only a child's own session is warned.
  }
  return () => {
    if (location.pathname === '/dashboard') end();
  };
}

function end(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // As above: there is nothing to remove.
  }
}

export function isChildView(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
