/**
 * Determines the reader's language: the chosen one (stored in this browser), otherwise the first of
 * the browser's that we have, otherwise English. English is in the code; another language is loaded
 * before the first text is shown (speak.ts).
 */
import type { Language } from '#core/language.ts';
import { storedChoice } from '../ui/stored-choice.ts';

/** Each in its own language. */
export const LANGUAGES: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
};

export const languageChoice = storedChoice(
  'satling_language',
  Object.keys(LANGUAGES) as Language[],
);

export const readerLanguage = (): Language =>
  languageChoice.get() ??
  (navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in LANGUAGES) as Language) ??
  'en';
