/**
 * A page drawn for one person is never shown to the next one. The browser may keep a page for Back,
 * and other tabs stay open when the tablet changes hands: such a page is hidden until the server
 * has said who is here.
 */
import type { QueryClient } from '@tanstack/react-query';
import { auth } from '#features/people/auth/contract.ts';
import { onOtherTab } from '#web/other-tabs.ts';
import { keyOf } from '#web/query.ts';
import type { Leave } from './confirm-person.ts';

const USER = keyOf(auth.user, {});

const reload = () => location.reload();

/** @param leave how a page is left; tests pass their own */
export function guardPerson(queries: QueryClient, leave?: Partial<Leave>): void {
  // Fetched once, and known for as long as the page is open, whether or not a screen still shows
  // it.
  queries.setQueryDefaults(USER, { retry: false, gcTime: Number.POSITIVE_INFINITY });
  const check = () => {
    hide('hidden');
    import('./confirm-person.ts')
      .then(({ confirmPerson }) => confirmPerson(queries, { reload, ...leave }))
      .then((isSame) => isSame && hide(''), leave?.reload ?? reload);
  };
  // Hidden even while it is cached: the browser may draw a cached page before any script runs.
  window.addEventListener('pagehide', ({ persisted }) => {
    if (persisted) hide('hidden');
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) check();
  });
  onOtherTab(check);
}

/** Not `hidden`, so that the scroll position stays. */
const hide = (visibility: 'hidden' | '') => {
  document.documentElement.style.visibility = visibility;
};
