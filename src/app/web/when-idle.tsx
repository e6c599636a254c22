/**
 * Loads once the page is idle: the manifest, the service worker, tooltips, and the notes about the
 * device above every page. A separate React root excludes all of it from the first load.
 */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import {
  isSomebodyHere,
  keepLastBook,
  ownerIn,
} from '#features/household/offline/web/last-book.ts';
import { followNetwork } from '#features/household/offline/web/network.ts';
import { Notes } from '#features/household/offline/web/notes.tsx';
import { offlineState, withNetwork } from '#features/household/offline/web/state.ts';
import { keepUnsent, lookForUnsent } from '#features/household/offline/web/unsent.ts';
import { startWorker } from '#features/household/offline/web/worker.ts';
import { startCounting } from '#features/operator/visits/web/count-visits.ts';
import { ErrorBoundary } from '#screens/shell/web/error-boundary.tsx';
import { explainSilence, record } from '#web/errors.ts';
import { dropLocal, purgeBySettings } from '#web/local/kept.ts';
import { localSettings } from '#web/local/settings.ts';
import { LAST_BOOK, UNSENT } from '#web/local/storage.ts';
import { MessagesProvider } from '#web/messages/messages-provider.tsx';
import { setOfflineQueue } from '#web/offline-queue.ts';
import { isSignedIn } from '#web/signed-in.ts';
import { startTooltips } from '#web/ui/tooltips.ts';

export function start(queries: QueryClient): void {
  purgeBySettings();
  nameManifest();
  followNetwork(queries);
  explainSilence(withNetwork);
  startCounting();
  showNotes(queries);
  startTooltips();
  if (!isSignedIn()) {
    dropLocal(LAST_BOOK);
    dropLocal(UNSENT);
    return;
  }
  if ('serviceWorker' in navigator) startWorker().catch(record);
  keepBookOf(queries);
  followUnsent(queries);
}

/** Lets the browser offer to install the app; it fetches an icon with it. */
function nameManifest(): void {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = '/manifest.webmanifest';
  document.head.append(link);
}

/** Runs once the person is known, and again when the setting changes or the network returns. */
function keepBookOf(queries: QueryClient): void {
  let keeping: Promise<() => void> | undefined;
  const begin = () => {
    if (!localSettings().storeTransactionHistory) {
      void keeping?.then((end) => end());
      keeping = undefined;
    } else if (offlineState().online && isSomebodyHere(queries)) {
      keeping ??= keepLastBook(queries).catch(() => {
        keeping = undefined; // the server is unreachable; its next reply starts it
        return () => undefined;
      });
    }
  };
  queries.getQueryCache().subscribe(begin);
  begin();
}

/** Connects the queue of unsent calls, and rereads it whenever the person changes. */
function followUnsent(queries: QueryClient): void {
  setOfflineQueue((name, sent) => keepUnsent(queries, name, sent));
  const look = () => void lookForUnsent(queries);
  let was: string | undefined;
  queries.getQueryCache().subscribe(() => {
    const owner = ownerIn(queries);
    if (owner !== was) look();
    was = owner;
  });
  window.addEventListener('storage', look);
  look();
}

function showNotes(queries: QueryClient): void {
  const place = document.createElement('div');
  document.getElementById('root')?.before(place);
  createRoot(place).render(
    <MessagesProvider>
      <QueryClientProvider client={queries}>
        <ErrorBoundary expendable>
          <Notes />
        </ErrorBoundary>
      </QueryClientProvider>
    </MessagesProvider>,
  );
}
