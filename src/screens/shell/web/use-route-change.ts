/**
 * On each change of page: a new page starts at the top, with the focus in it; Back and Forward
 * restore the scroll position and the control.
 */

import { useLayoutEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Left } from './return-to.ts';

export const PAGE_VIEW = 'satling:page-view';

/**
 * Dispatches `satling:page-view` on the window, with only the path. It is a hook for the site's
 * operator; nothing here listens to it, and nothing leaves the browser.
 */
export function useRouteChange(): void {
  const [path] = useLocation();
  const search = useSearch();
  const page = pageAt(path, search);
  const last = useRef<{ page: string; path: string } | undefined>(undefined);
  useLayoutEffect(rememberPlaces, []);
  useLayoutEffect(() => {
    const before = last.current;
    if (before?.page === page) return;
    last.current = { page, path };
    if (left) void goBackTo(left);
    else {
      window.scrollTo(0, 0);
      // Switching views with the arrow keys keeps the focus on the switch.
      const main = document.getElementById('main');
      if (before && !main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
    }
    left = undefined;
    if (before?.path !== path)
      window.dispatchEvent(new CustomEvent(PAGE_VIEW, { detail: { path } }));
  }, [page, path]);
}

/** Each dashboard view is a page; a goal opens on the page of the goals. */
function pageAt(path: string, search: string): string {
  if (path === '/dashboard') return `${path}?${search}`;
  return path.startsWith('/family-goals/') ? '/family-goals' : path;
}

async function goBackTo(place: Left): Promise<void> {
  const { returnTo } = await import('./return-to.ts');
  returnTo(place);
}

/** The state in which a page was left: its scroll position, and the focused control. */
/** By the history entry's number, stored in its state. */
const places = new Map<number, Left>();
let here = 0;
/** The state to restore; undefined for a new page. */
let left: Left | undefined;

const numberOf = (state: unknown): number => Number((state as { nth?: number } | null)?.nth ?? 0);

function rememberPlaces(): () => void {
  here = numberOf(history.state);
  history.scrollRestoration = 'manual';
  const leave = () => places.set(here, { y: window.scrollY, control: document.activeElement });
  const onPush = () => {
    leave();
    here += 1;
    left = undefined;
    number();
  };
  const onPop = () => {
    leave();
    here = numberOf(history.state);
    left = places.get(here);
  };
  // Before the router's own listeners, which render the next page.
  const listeners = [
    ['pushState', onPush],
    ['replaceState', number],
    ['popstate', onPop],
  ] as const;
  for (const [event, listener] of listeners) window.addEventListener(event, listener, true);
  return () => {
    for (const [event, listener] of listeners) window.removeEventListener(event, listener, true);
  };
}

/** Writes this history entry's number into its state, unless the state is a word. */
function number(): void {
  const { state } = history;
  if (typeof state === 'string' || numberOf(state) === here) return;
  history.replaceState({ ...state, nth: here }, '');
}
