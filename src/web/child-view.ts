/**
 * Remembers in this tab that a grown-up shows a child its book. Pages outside the app (the blog)
 * then ask before a link leaves, as they ask a child (features/blog/web/leaving.ts).
 */
const KEY = 'satling_child_view';

/** Until the grown-up is back in Parent View, or the tab is closed. */
export function beginChildView(): () => void {
  try {
    sessionStorage.setItem(KEY, '1');
  } catch {
    // Storage is forbidden here: a child's own session is asked all the same.
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
