/** Choosing a language from a header. */
import { expect, test } from 'vitest';
import { acceptedLanguage } from './language.ts';

test('a header that names none of ours, or nothing, asks for none', () => {
  for (const header of [
    undefined,
    '',
    'fr-FR,fr;q=0.9',
    '*',
    'deutsch',
    ';;,,',
    'de;q=0',
    'de;q=x',
  ])
    expect([header, acceptedLanguage(header)]).toEqual([header, null]);
});

test('the most wanted language wins, the first among equals, whatever its region', () => {
  const cases = [
    ['de', 'de'],
    ['DE-at', 'de'],
    ['es-419,es;q=0.9,en;q=0.8', 'es'],
    ['fr-CH, fr;q=0.9, en;q=0.4, de;q=0.7, *;q=0.5', 'de'],
    ['en;q=0.5,es;q=0.5', 'en'],
    ['en ; q=0.100 , de ; q=1.000', 'de'],
  ];
  expect(cases.map(([header]) => [header, acceptedLanguage(header)])).toEqual(cases);
});

test('of a header without end only the beginning is read', () => {
  expect(acceptedLanguage(`${'fr,'.repeat(29)}de`)).toBe('de');
  expect(acceptedLanguage(`${'fr,'.repeat(30)}de`)).toBeNull();
});
