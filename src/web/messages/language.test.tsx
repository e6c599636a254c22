/** The reader's language: choosing and remembering it, and the resulting page. */
import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { check, type Sentence } from '#contract/checks.ts';
import { bodyOf, Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { dateText, monthText } from '#web/dates.ts';
import { fromResponse, messageOf } from '#web/errors.ts';
import { LanguageMenu } from '#web/ui/language-menu.tsx';
import { btcText, satsText, valueText } from '#web/ui/money-text.ts';
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

test('the first of the browser’s languages that we have is used', () => {
  languages.mockReturnValue(['fr-FR', 'es-MX', 'de']);
  expect(readerLanguage()).toBe('es');
});

test('the reader’s choice takes precedence, and is remembered', () => {
  languages.mockReturnValue(['es']);
  languageChoice.set('de');
  expect([readerLanguage(), localStorage.getItem('satling_language')]).toEqual(['de', 'de']);
  render(<LanguageMenu />);
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('de');
});

test('an unknown stored language is ignored', () => {
  localStorage.setItem('satling_language', 'tlh');
  window.dispatchEvent(new StorageEvent('storage', { key: 'satling_language', newValue: 'tlh' }));
  expect(readerLanguage()).toBe('en');
});

test('English has its own way with numbers, dates and dollars', () => {
  expect(satsText(142_300n)).toBe('142,300 sats');
  expect(btcText(-142_300n)).toBe('−0.00142300 BTC');
  expect(valueText(142_300n)).toBe('$62.61');
  expect(dateText('2026-11-14', 'full')).toBe('Saturday, November 14, 2026');
});

test('German words, plurals, dates and numbers', async () => {
  languages.mockReturnValue(['de-DE']);
  await speak('de');
  expect(document.documentElement.lang).toBe('de');
  expect(t`Family Overview`).toBe('Familien\u00adübersicht');
  expect(satsText(142_300n)).toBe('142.300 sats');
  expect(btcText(-142_300n)).toBe('−0,00142300 BTC');
  expect(valueText(142_300n)).toBe('62,61\u00a0$');
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

test('the line of dashes that a wallet writes before a note is not shown (TXN-07)', () => {
  expect(said('Book store\n---\nComic, volume 3')).toBe('Book store · Comic, volume 3');
});

test('refusals of the server are read in the reader’s language, with what they name', async () => {
  await speak('de');
  expect(said(check('AT_MOST_CHILDREN', { most: 12 }))).toBe('Höchstens 12 Kinder');
  expect(said('Taken back: Weekly allowance')).toBe('Zurückgenommen: Taschengeld der Woche');
  expect(shown(because('GOAL_COMPLETE'))).toBe('Dieses Ziel ist erreicht');
  const cell = because('COLUMN_WRONG', { value: 'x', column: 'Amount', expected: 'an amount' });
  expect(shown(because('ROW_WRONG', { row: 7, problem: cell }))).toBe(
    'Zeile 7: „x“ in der Spalte „Amount“ ist nicht das Erwartete (an amount)',
  );
  expect(shown({ reason: 'NEW_ONE', english: 'Newer than this page' })).toBe(
    'Newer than this page',
  );
});

/** How a page shows a refusal from the server. */
const shown = (why: Sentence) =>
  messageOf(fromResponse(409, JSON.stringify(bodyOf(new Refusal('CONFLICT', why))), ''), '');

const entries = (count: number) => {
  const list = Array(count).fill('entry');
  return plural(list.length, { one: '# entry', other: '# entries' });
};
