/**
 * Loads a language other than English: one file, before the first text is shown. If that fails, the
 * page stays English.
 */
import { fetchJson } from '../api.ts';
import { record } from '../errors.ts';
import type { Catalogue, Other } from './catalogue.ts';
import { dictionaryOf } from './dictionary.ts';
import { i18n } from './i18n.ts';
import { listen } from './said.ts';

/** Addresses of the app's catalog files, written by scripts/catalogue-files.ts. */
declare const __CATALOGUES__: Readonly<Record<Other, string>>;

const MODULES: Record<Other, () => Promise<Catalogue>> = {
  de: async () => (await import('./de.ts')).catalogue,
  es: async () => (await import('./es.ts')).catalogue,
};

const catalogueOf = (language: Other): Promise<Catalogue> =>
  import.meta.env.PROD
    ? (fetchJson(__CATALOGUES__[language]) as Promise<Catalogue>)
    : MODULES[language]();

export async function speak(language: Other): Promise<void> {
  try {
    const { messages, reasons, said } = await catalogueOf(language);
    listen({ reasons, text: dictionaryOf(said) });
    i18n.loadAndActivate({ locale: language, messages });
    document.documentElement.lang = language;
  } catch (error) {
    record(error); // Most likely offline. Nothing else depends on it.
  }
}
