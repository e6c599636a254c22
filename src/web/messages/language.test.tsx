/** The reader's language: which one it is, that it is kept, and what the page then says. */
import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dateText, monthText } from '#web/dates.ts';
import { ResponseError } from '#web/errors.ts';
import { LanguageMenu } from '#web/ui/language-menu.tsx';
import { btcText, satsText, usdText } from '#web/ui/money-text.ts';
import { languageChoice, readerLanguage } from './language.ts';
import { listen, said } from './said.ts';
import { speak } from './speak.ts';

const languages = vi.spyOn(navigator, 'languages', 'get');
beforeEach(() => void languages.mockReturnValue(['en-US', 'en']));
afterEach(() => {
  languageChoice.set(undefined);
  listen(undefined);
  i18n.activate('en');
});

test('a browser whose languages we lack gets English', () => {
  languages.mockReturnValue(['fr-FR', 'fr']);
  expect(readerLanguage()).toBe('en');
});

test('the first of the browser’s languages that we have counts', () => {
  languages.mockReturnValue(['fr-FR', 'es-MX', 'de']);
  expect(readerLanguage()).toBe('es');
});

test('what the reader chose counts more, and is kept', () => {
  languages.mockReturnValue(['es']);
  languageChoice.set('de');
  expect([readerLanguage(), localStorage.getItem('satling_language')]).toEqual(['de', 'de']);
  render(<LanguageMenu />);
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('de');
});

test('a kept word that is no language of ours counts for nothing', () => {
  localStorage.setItem('satling_language', 'tlh');
  window.dispatchEvent(new StorageEvent('storage', { key: 'satling_language', newValue: 'tlh' }));
  expect(readerLanguage()).toBe('en');
});

test('English has its own way with numbers, dates and dollars', () => {
  expect(satsText(142_300n)).toBe('142,300 sats');
  expect(btcText(-142_300n)).toBe('−0.00142300 BTC');
  expect(usdText(142_300n)).toBe('$62.61');
  expect(dateText('2026-11-14', 'full')).toBe('Saturday, November 14, 2026');
});

test('German words, plurals, dates and numbers', async () => {
  languages.mockReturnValue(['de-DE']);
  await speak('de');
  expect(document.documentElement.lang).toBe('de');
  expect(t`Family Overview`).toBe('Familien\u00adübersicht');
  expect(satsText(142_300n)).toBe('142.300 sats');
  expect(btcText(-142_300n)).toBe('−0,00142300 BTC');
  expect(usdText(142_300n)).toBe('62,61\u00a0$');
  expect(dateText('2026-11-14', 'full')).toBe('Samstag, 14. November 2026');
  expect(monthText('2026-03')).toBe('März 2026');
  expect([1, 2].map(entries)).toEqual(['1 Eintrag', '2 Einträge']);
});

test('Spanish words, plurals, dates and numbers', async () => {
  languages.mockReturnValue(['es']);
  await speak('es');
  expect(document.documentElement.lang).toBe('es');
  expect(t`Family Overview`).toBe('Resumen familiar');
  expect(satsText(142_300n)).toBe('142.300 sats');
  expect(btcText(142_300n)).toBe('0,00142300 BTC');
  expect(dateText('2026-11-14', 'full')).toBe('sábado, 14 de noviembre de 2026');
  expect([1, 2].map(entries)).toEqual(['1 anotación', '2 anotaciones']);
});

test('a text without a translation stays English', async () => {
  await speak('de');
  expect(i18n._({ id: 'none', message: 'Not translated yet' })).toBe('Not translated yet');
  expect(said('Nobody ever said this')).toBe('Nobody ever said this');
});

test('refusals of the server are read in the reader’s language, with what they name', async () => {
  await speak('de');
  expect(said('There is no such goal')).toBe('Dieses Ziel gibt es nicht');
  expect(
    said('Row 7: the file does not say whether this was sent or received. Please say which'),
  ).toBe('Zeile 7: die Datei sagt nicht, ob das gesendet oder erhalten wurde. Bitte gib es an');
  expect(said('At most 12 children')).toBe('Höchstens 12 Kinder');
  expect(said('Taken back: Weekly allowance')).toBe('Zurückgenommen: Taschengeld der Woche');
  const refused = new ResponseError(409, '{"message":"This goal is complete"}', '');
  expect((await import('#web/errors.ts')).messageOf(refused, '')).toBe('Dieses Ziel ist erreicht');
});

const entries = (count: number) => {
  const list = Array(count).fill('entry');
  return plural(list.length, { one: '# entry', other: '# entries' });
};
