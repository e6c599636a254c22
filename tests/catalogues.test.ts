/**
 * The translations against what they translate: nothing missing, the same places and tags, plural
 * forms that compile; and a sentence for every refusal that a person may read.
 */
import { globSync, readFileSync } from 'node:fs';
import { createCompiledCatalog } from '@lingui/cli/api';
import { describe, expect, test } from 'vitest';
import { SAID as GERMAN } from '#web/messages/said-de.ts';
import { SAID as SPANISH } from '#web/messages/said-es.ts';
import config from '../lingui.config.ts';
import { textsIn } from '../scripts/catalogue-texts.ts';

const english = textsIn('en').map((text) => text.english);

test('no file with texts lies outside the folders that the catalogues are made from', () => {
  const folders = config.catalogs?.flatMap(({ include }) => include) ?? [];
  const files = globSync('src/**/*.{ts,tsx}').filter(
    (file) => !file.includes('.test.') && /@lingui\/\w+\/macro/.test(readFileSync(file, 'utf8')),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => !folders.some((one) => file.startsWith(`${one}/`)))).toEqual([]);
});

/** `["place:0", "place:childName"]` of a text in ICU form, and its tags. */
function marksOf(text: string): string[] {
  const { source, errors } = createCompiledCatalog('en', { text }, { namespace: 'json' });
  expect(errors, text).toEqual([]);
  const marks = new Set(text.match(/<\/?\w+\/?>/g) ?? []);
  const walk = (part: unknown) => {
    if (Array.isArray(part)) {
      const [name, kind, more] = part;
      const isPlace = part.length === 1 || (typeof more === 'object' && kind !== undefined);
      if (isPlace && name !== '#') marks.add(`place:${name}:${kind ?? ''}`);
      part.forEach(walk);
    } else if (part && typeof part === 'object') Object.values(part).forEach(walk);
  };
  for (const part of [(JSON.parse(source) as { messages: { text: unknown } }).messages.text].flat())
    walk(part);
  return [...marks].sort();
}

describe.each([
  ['de', GERMAN],
  ['es', SPANISH],
])('the catalogue %s', (language, said) => {
  test('there is something to check', () => expect(english.length).toBeGreaterThan(1200));

  test('every text of the page is translated', () => {
    const done = new Map(textsIn(language).map((text) => [text.english, text.translation]));
    expect(english.filter((text) => !done.get(text))).toEqual([]);
  });

  test('a translation has the places, the tags and the plurals of its text', () => {
    const done = textsIn(language).filter(({ translation }) => translation);
    const wrong = done.filter(
      (text) => `${marksOf(text.english)}` !== `${marksOf(text.translation)}`,
    );
    expect(wrong).toEqual([]);
  });

  test('every sentence of a refusal is translated, with its places', () => {
    expect(refusals().filter((sentence) => !(sentence in said))).toEqual([]);
    const places = (text: string) => (text.match(/\{\d\}/g) ?? []).sort().join();
    expect(Object.entries(said).filter(([from, to]) => places(from) !== places(to))).toEqual([]);
  });
});

/** Words for programs that call the API: a person who uses the pages never meets them. */
const FOR_PROGRAMS =
  /^Expected (an id|a JSON|the content type|one of|a list|a moment|the number|true|book|starter|a lesson|the first choice|the name of an event|“|a slug|.*“none”)|^Idempotency|^This (Idempotency|call takes)|belongs into the address|is not a field of|^Jobs|^\{0\}$/;

/** The sentences that refusals and the checks of contracts are made of, with `{0}` for values. */
function refusals(): string[] {
  const files = globSync('src/**/*.ts').filter(
    (file) => !/\/web\/|\/site\/|\/demo\/|\.test\.|compile/.test(file),
  );
  const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
  const found = [...sources].flatMap(([file, source]) => [
    ...matches(source, /new Refusal\(\s*'\w+',\s*(?:'([^'\n]+)'|`([^`]+)`)/g),
    ...(/contract\.ts$|fields\.ts$/.test(file)
      ? matches(source, /\bv\.\w+\([^'`\n]*, (?:'([A-Z][^'\n]+ [^'\n]+)'|`([^`]+ [^`]+)`)\)/g)
      : []),
    ...(/contract\.ts$/.test(file)
      ? matches(source, /const [A-Z_]+ =\s*'([A-Z][^'\n]* [^'\n]+)'/g)
      : []),
  ]);
  expect(found.length).toBeGreaterThan(100);
  return [...new Set(found.map(withPlaces))].filter((text) => !FOR_PROGRAMS.test(text));
}

const matches = (source: string, pattern: RegExp) =>
  [...source.matchAll(pattern)].map(([, plain, template]) => plain ?? template ?? '');

function withPlaces(text: string): string {
  let place = 0;
  return text.replace(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, () => `{${place++}}`);
}
