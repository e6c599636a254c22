/** The entry of the app: server state, texts, styles, and the pages. */
// First, to declare its layers before any part adds to them.
import '#web/styles/app.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { followRate } from '#features/people/rates/web/follow-rate.ts';
import { guardPerson } from '#screens/shell/web/person-guard.ts';
import { readerLanguage } from '#web/messages/language.ts';
import { setPageRoot } from '#web/page-root.ts';
import { newQueryClient } from '#web/query.ts';
import { isSignedIn } from '#web/signed-in.ts';
import { setStepUp } from '#web/step-up.ts';
import { loadFontsLate } from '#web/styles/late-fonts.ts';
import { keepUndo } from '#web/undo-after-sign-in.ts';
import { App } from './app.tsx';

const IDLE_MS = 4_000;

loadFontsLate();
if (!isSignedIn()) keepUndo();
setStepUp(async () => (await import('#features/people/step-up/web/ask.tsx')).askStepUp());
const queries = newQueryClient();
followRate(queries);
guardPerson(queries);
const startWhenIdle = async () => (await import('./when-idle.tsx')).start(queries);

// English is already here; another language is loaded before the first word is drawn. (No top-level
// `await`: it would make the build cut the app into many small files.)
const language = readerLanguage();
// Each part of the first render is a separate task: even on a slow device, pressing or scrolling
// never waits for all of them.
if (language === 'en') setTimeout(start);
else void import('#web/messages/speak.ts').then(({ speak }) => speak(language)).then(start);

function start() {
  // When the browser is idle; at once if the first page needs it.
  setTimeout(startWhenIdle, navigator.onLine ? IDLE_MS : 0);
  const root = createRoot(document.getElementById('root') as HTMLElement);
  setPageRoot(root);
  startTransition(() =>
    root.render(
      <StrictMode>
        <App queries={queries} />
      </StrictMode>,
    ),
  );
}
