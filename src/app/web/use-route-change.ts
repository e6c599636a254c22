/** On each change of address: scrolls to the top, focuses the new page and announces its name. */
import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';

export const PAGE_VIEW = 'satling:page-view';

/**
 * Announces `satling:page-view` on the window, with the path alone. It is a hook for whoever runs
 * the site; nothing here listens to it and nothing leaves the browser.
 */
export function useRouteChange(): void {
  const [path] = useLocation();
  const last = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    if (last.current === path) return;
    const first = last.current === undefined;
    last.current = path;
    window.scrollTo(0, 0);
    if (!first) document.getElementById('main')?.focus({ preventScroll: true });
    window.dispatchEvent(new CustomEvent(PAGE_VIEW, { detail: { path } }));
  }, [path]);
}
