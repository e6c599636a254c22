/**
 * The language of the page, each in its own word. The page opens anew in the one that is chosen,
 * and who chose stands at the choice again: with the keyboard it is often one of several steps.
 */
import { t } from '@lingui/core/macro';
import type { Language } from '#core/language.ts';
import { record } from '#web/errors.ts';
import { LANGUAGES, languageChoice, readerLanguage } from '#web/messages/language.ts';

export function LanguageMenu() {
  return (
    <select
      ref={standHere}
      className="input language"
      aria-label={t`Language`}
      defaultValue={readerLanguage()}
      onChange={(event) => void choose(event.target.value as Language)}
    >
      {Object.entries(LANGUAGES).map(([language, word]) => (
        <option key={language} lang={language} value={language}>
          {word}
        </option>
      ))}
    </select>
  );
}

/** Mails follow the choice too. Whether the server could be told or not, the page opens anew. */
async function choose(language: Language): Promise<void> {
  languageChoice.set(language);
  history.replaceState(CHOSEN, '');
  try {
    const { tellLanguage } = await import('#web/messages/tell-language.ts');
    await tellLanguage(language);
  } catch (error) {
    record(error);
  }
  location.reload();
}

/** The state of the page's place in the history outlives the reload, and nothing else. */
const CHOSEN = 'language';

function standHere(menu: HTMLSelectElement | null) {
  if (!menu || history.state !== CHOSEN) return;
  history.replaceState(null, '');
  menu.focus();
}
