/**
 * A page drawn for one person is never shown to the next one. The browser may keep a page for Back,
 * and other tabs stay open when the tablet changes hands: such a page is hidden until the server
 * has said who is here.
 */
import type { QueryClient } from '@tanstack/react-query';
import { auth } from '#features/auth/contract.ts';
import { ownerOf } from '#features/auth/rules.ts';
import { startAfresh } from '#features/handover/web/start-afresh.ts';
import { callApi } from '#web/api.ts';
import { statusOf } from '#web/errors.ts';
import { onOtherTab } from '#web/other-tabs.ts';
import { keyOf } from '#web/query.ts';

const USER = keyOf(auth.user, {});

const leaving = {
  reload: () => location.reload(),
  begin: startAfresh,
};

export function guardPerson(queries: QueryClient, leave = leaving): void {
  // Asked once, and known for as long as the page is open, whether or not a screen still shows it.
  queries.setQueryDefaults(USER, { retry: false, gcTime: Number.POSITIVE_INFINITY });
  const check = () => void confirm(queries, leave);
  // Hidden already as it is kept: the browser may draw a kept page before any script runs.
  window.addEventListener('pagehide', ({ persisted }) => {
    if (persisted) hide('hidden');
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) check();
  });
  onOtherTab(check);
}

/** Not `hidden`: the place to which the person has scrolled stays. */
const hide = (visibility: 'hidden' | '') => {
  document.documentElement.style.visibility = visibility;
};

async function confirm(queries: QueryClient, leave: typeof leaving): Promise<void> {
  hide('hidden');
  const drawnFor = ownerOf(queries.getQueryData(USER));
  if (drawnFor === undefined) return leave.reload();
  try {
    if (ownerOf(await callApi(auth.user, {})) === drawnFor) hide('');
    else leave.begin(queries);
  } catch (error) {
    if (statusOf(error) === 401) leave.begin(queries);
    else leave.reload();
  }
}
