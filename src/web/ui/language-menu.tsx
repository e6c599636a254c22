/**
 * The menu of languages, each named in its own language. The page reloads in the chosen one, and
 * the focus returns to the menu: with the keyboard a choice often takes several steps.
 */
import { t } from '@lingui/core/macro';
import type { Language } from '#core/language.ts';
import { record } from '#web/errors.ts';
import { LANGUAGES, languageChoice, readerLanguage } from '#web/messages/language.ts';

interface LanguageMenuProps {
  /** False in a child's hands: mails go to the adult, so their language stays. */
  isOwn?: boolean;
}

export function LanguageMenu({ isOwn = true }: LanguageMenuProps) {
  return (
    <select
      ref={standHere}
      className="input language"
      aria-label={t`Language`}
      defaultValue={readerLanguage()}
      onChange={(event) => void choose(event.target.value as Language, isOwn)}
    >
      {Object.entries(LANGUAGES).map(([language, word]) => (
        <option key={language} lang={language} value={language}>
          {word}
        </option>
      ))}
    </select>
  );
}

/** Also changes the language of mails. The page reloads even if the server couldn't be reached. */
async function choose(language: Language, isOwn: boolean): Promise<void> {
  languageChoice.set(language);
  history.replaceState(CHOSEN, '');
  try {
    if (!isOwn) return;
    const { saveLanguage } = await import('#web/messages/save-language.ts');
    await saveLanguage(language);
  } catch (error) {
    record(error);
  } finally {
    location.reload();
  }
}

/** Only the state of the history entry survives the reload. */
const CHOSEN = 'language';

function standHere(menu: HTMLSelectElement | null) {
  if (!menu || history.state !== CHOSEN) return;
  history.replaceState(null, '');
  menu.focus();
}
