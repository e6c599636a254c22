/**
 * Never shows a page drawn for one person to the next. The browser may store a page for Back, and
 * other tabs stay open when the tablet changes hands: those pages are hidden until the server has
 * confirmed the person.
 */
import type { QueryClient } from '@tanstack/react-query';
import { auth } from '#features/people/auth/contract.ts';
import { onOtherTab } from '#web/other-tabs.ts';
import { keyOf } from '#web/query.ts';
import type { Leave } from './confirm-person.ts';

const USER = keyOf(auth.user, {});

const reload = () => location.reload();

/** @param leave how to leave a page; tests pass their own */
export function guardPerson(queries: QueryClient, leave?: Partial<Leave>): void {
  // Fetched once, and cached for as long as the page is open, even if no screen displays it.
  queries.setQueryDefaults(USER, { retry: false, gcTime: Number.POSITIVE_INFINITY });
  const check = () => {
    hide('hidden');
    import('./confirm-person.ts')
      .then(({ confirmPerson }) => confirmPerson(queries, { reload, ...leave }))
      .then((isSame) => isSame && hide(''), leave?.reload ?? reload);
  };
  // Hidden even while cached: the browser may draw a cached page before any script runs.
  window.addEventListener('pagehide', ({ persisted }) => {
    if (persisted) hide('hidden');
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) check();
  });
  onOtherTab(check);
}

/** Not `hidden`, which would lose the scroll position. */
const hide = (visibility: 'hidden' | '') => {
  document.documentElement.style.visibility = visibility;
};
