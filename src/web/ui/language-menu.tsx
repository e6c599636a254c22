/** The language of the page, each in its own word. The page opens anew in the one that is chosen. */
import { t } from '@lingui/core/macro';
import type { Language } from '#core/language.ts';
import { record } from '#web/errors.ts';
import { LANGUAGES, languageChoice, readerLanguage } from '#web/messages/language.ts';

export function LanguageMenu() {
  return (
    <select
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
  try {
    const { tellLanguage } = await import('#web/messages/tell-language.ts');
    await tellLanguage(language);
  } catch (error) {
    record(error);
  }
  location.reload();
}
