/** The entry of the app: server state, texts, styles, and the pages. */
// First, so that its layers are declared before any part adds to them.
import '#web/styles/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { newQueryClient } from '#web/query.ts';
import { App } from './app.tsx';

const TIDY_AFTER_MS = 5_000;

// What grew old in this browser goes when it has nothing else to do.
setTimeout(async () => (await import('#web/local/kept.ts')).purgeBySettings(), TIDY_AFTER_MS);

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App queries={newQueryClient()} />
  </StrictMode>,
);
