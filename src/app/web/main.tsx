/** The entry of the app: server state, texts, styles, and the pages. */
// First, so that its layers are declared before any part adds to them.
import '#web/styles/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { newQueryClient } from '#web/query.ts';
import { App } from './app.tsx';

const REST_MS = 4_000;

const queries = newQueryClient();
const rest = async () => (await import('./at-rest.tsx')).start(queries);

// When the browser has nothing else to do; at once where the first page needs it.
setTimeout(rest, navigator.onLine ? REST_MS : 0);

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App queries={queries} />
  </StrictMode>,
);
