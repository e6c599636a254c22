/**
 * Tracks whether the server can be reached. A browser only knows whether it has some network; a
 * failed call is better evidence. The server is then polled until it is back.
 */
import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { lastContact, showLastBook } from './last-book.ts';
import { changeState, offlineState } from './state.ts';

const ASK_AGAIN_MS = 15_000;

export interface NetworkOptions {
  /** Resolves as soon as the server has replied. */
  reach?: () => Promise<unknown>;
  askAgainMs?: number;
}

/** Returns a function that stops it. */
export function followNetwork(
  queries: QueryClient,
  { reach = () => fetch('/health'), askAgainMs = ASK_AGAIN_MS }: NetworkOptions = {},
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const lost = () => {
    clearTimeout(timer);
    timer = setTimeout(ask, askAgainMs);
    if (!offlineState().online) return wait();
    changeState({ online: false, shownFrom: undefined });
    void read(queries);
  };
  const back = () => {
    clearTimeout(timer);
    if (offlineState().online) return;
    changeState({ online: true, shownFrom: undefined });
    onlineManager.setOnline(true);
    void queries.invalidateQueries();
  };
  const ask = () => void reach().then(back, lost);
  const ends = [
    queries.getQueryCache().subscribe((event) => {
      if (event.type === 'updated') onAction(event.action);
    }),
    queries.getMutationCache().subscribe((event) => {
      if (event.type === 'updated') onAction(event.action);
    }),
  ];
  const onAction = (action: { type: string; error?: unknown; manual?: boolean | undefined }) => {
    if (isUnreached(action)) lost();
    else if (action.type === 'success' && !action.manual) back();
  };
  window.addEventListener('online', ask);
  window.addEventListener('offline', lost);
  const asked = queries.getQueryCache().getAll();
  const failed = asked.map(({ state }) => state.error ?? state.fetchFailureReason);
  if (!navigator.onLine || failed.some((error) => isUnreached({ type: 'error', error }))) lost();
  return () => {
    for (const end of ends) end();
    clearTimeout(timer);
    window.removeEventListener('online', ask);
    window.removeEventListener('offline', lost);
  };
}

async function read(queries: QueryClient): Promise<void> {
  await showLastBook(queries);
  if (offlineState().online) return;
  changeState({ shownFrom: lastContact(queries) });
  wait();
}

/** While a stored book is shown, queries wait for a network instead of failing. */
function wait(): void {
  if (offlineState().shownFrom !== undefined) onlineManager.setOnline(false);
}

/** `fetch` throws a TypeError if there was no reply; every failure with a reply is an AppError. */
const isUnreached = ({ type, error }: { type: string; error?: unknown }) =>
  (type === 'failed' || type === 'error') && error instanceof TypeError;
