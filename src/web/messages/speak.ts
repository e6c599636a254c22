/**
 * Makes the page speak another language than English: one file, loaded here before the first text
 * is shown. Where it cannot be had, English stays.
 */
import { record } from '../errors.ts';
import { i18n } from './i18n.ts';
import { listen } from './said.ts';

const CATALOGUES = {
  de: async () => (await import('./de.ts')).catalogue,
  es: async () => (await import('./es.ts')).catalogue,
};

export async function speak(language: keyof typeof CATALOGUES): Promise<void> {
  try {
    const { messages, said } = await CATALOGUES[language]();
    listen(said);
    i18n.loadAndActivate({ locale: language, messages });
    document.documentElement.lang = language;
  } catch (error) {
    record(error); // Offline, most likely. Nothing else depends on it.
  }
}
