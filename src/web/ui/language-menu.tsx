/** The language of the page, each in its own word. The page opens anew in the one that is chosen. */
import { t } from '@lingui/core/macro';
import {
  LANGUAGES,
  type Language,
  languageChoice,
  readerLanguage,
} from '#web/messages/language.ts';

export function LanguageMenu() {
  return (
    <select
      className="input language"
      aria-label={t`Language`}
      defaultValue={readerLanguage()}
      onChange={(event) => {
        languageChoice.set(event.target.value as Language);
        location.reload();
      }}
    >
      {Object.entries(LANGUAGES).map(([language, word]) => (
        <option key={language} lang={language} value={language}>
          {word}
        </option>
      ))}
    </select>
  );
}
