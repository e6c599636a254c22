/**
 * The entry of the two encryption pages: that of a public page, plus the wizard, which is loaded
 * only if the readable cookie says that someone is signed in. Visits are not counted on pages with
 * a passphrase field.
 */
import './site.css';
import './encryption/place.css';
import type { Other } from '#web/messages/catalogue.ts';
import { isSignedIn } from '#web/signed-in.ts';
import { keepLanguage } from './keep-language.ts';
import { loadFontsLate } from './late-fonts.ts';
import { startEvents } from './site-events.ts';
import { startTheme } from './site-theme.ts';

startTheme();
startEvents();
keepLanguage();
loadFontsLate();
void startWizard();

async function startWizard(page: Document = document): Promise<void> {
  const place = page.querySelector<HTMLElement>('[data-wizard]');
  const signedOut = () => void delete page.documentElement.dataset.auth;
  if (!place || !isSignedIn()) return signedOut();
  try {
    const { drawWizard } = await import('./encryption/island.tsx');
    const language = page.documentElement.lang;
    if (language !== 'en') {
      const { speak } = await import('#web/messages/speak.ts');
      await speak(language as Other);
    }
    drawWizard(place, signedOut);
  } catch {
    signedOut();
  }
}
