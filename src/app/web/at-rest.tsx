/**
 * What comes when the page has come to rest: the service worker, and the notes of the device above
 * every page. It has a root of its own, so that the first load carries nothing of it.
 */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { followNetwork } from '#features/offline/web/network.ts';
import { Notes } from '#features/offline/web/notes.tsx';
import { startWorker } from '#features/offline/web/worker.ts';
import { record } from '#web/errors.ts';
import { purgeBySettings } from '#web/local/kept.ts';
import { MessagesProvider } from '#web/messages/messages-provider.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

/** The readable cookie: the files of the app are kept for those who use it. */
const isSignedIn = () => document.cookie.split('; ').includes('signed_in=1');

export function start(queries: QueryClient): void {
  purgeBySettings();
  followNetwork(queries);
  showNotes(queries);
  if (isSignedIn() && 'serviceWorker' in navigator) startWorker().catch(record);
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
