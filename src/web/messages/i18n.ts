/**
 * The text catalog of the page. English is the source language: its texts are in the code and ship,
 * already compiled, with the chunk that shows them, so there is no English catalog to load. Each
 * other language is a catalog in this folder, loaded before the first render.
 */
import { i18n } from '@lingui/core';

i18n.load('en', {});
i18n.activate('en');

/** The best BCP 47 tag for dates and numbers: the reader's own region in the page's language. */
export function localeTag(): string {
  if (typeof document === 'undefined') return i18n.locale;
  const own = navigator.languages?.find((tag) => tag.split('-')[0] === i18n.locale);
  return own ?? i18n.locale;
}

export { i18n };
