/**
 * Translations against their originals: nothing missing, the same placeholders and tags, plural
 * forms that compile. The compiler checks that every refusal has a translation (reasons-de.ts).
 */
import { globSync, readFileSync } from 'node:fs';
import { createCompiledCatalog } from '@lingui/cli/api';
import { describe, expect, test } from 'vitest';
import { REASONS } from '#contract/reasons.ts';
import { SETTINGS } from '#server/setting-names.ts';
import { REASONS as GERMAN_REASONS } from '#web/messages/reasons-de.ts';
import { REASONS as SPANISH_REASONS } from '#web/messages/reasons-es.ts';
import { SAID as GERMAN } from '#web/messages/said-de.ts';
import { SAID as SPANISH } from '#web/messages/said-es.ts';
import config from '../lingui.config.ts';
import { textsIn } from '../scripts/catalogue-texts.ts';

const english = textsIn('en').map((text) => text.english);

test('no text names a setting of the server: it says who to ask instead', () => {
  const read = [...english, ...[REASONS, GERMAN_REASONS, SPANISH_REASONS].flatMap(Object.values)];
  expect(read.length).toBeGreaterThan(2_000);
  const names = SETTINGS.filter((name) => name.includes('_'));
  const named = read.filter((text) => names.some((name) => String(text).includes(name)));
  expect(named).toEqual([]);
});

/** The specification is in American English. */
const BRITISH =
  /cancell(?:ed|ing)|(?:col|fav|neighb|behavi)our|\w{3}[iy]s(?:ed|ing|ation)\b|\b(?:mum|grey)\b/i;
/** Words that end like this in American English too. */
const AMERICAN_TOO = /\b(?:advert|pra|prom|surpr)is\w*/gi;

test('texts, refusals and articles are written in American English', () => {
  const articles = globSync('content/**/*.md').filter((file) => !/\.(?:de|es)\.md$/.test(file));
  const read = [...english, ...Object.values(REASONS), ...articles.map(contentOf)];
  expect(articles.length).toBeGreaterThan(20);
  const words = read.flatMap((text) => text.replaceAll(AMERICAN_TOO, '').match(BRITISH) ?? []);
  expect(words).toEqual([]);
});

const contentOf = (file: string) => readFileSync(file, 'utf8');

/** Names of algorithms, formats and tools, which a parent need not know. */
const JARGON =
  /PBKDF|AES|SHA-|Argon|HKDF|descriptor|Web ?Crypto|LUD-|NIP-|BOLT|BIP-?\d|\bnpm\b|docker|PostgreSQL|JSON/i;

/** Where they may appear, by the start of the text, and for whom. */
const FOR_THOSE_WHO_ASK = [
  // Folded away below "How it works" of the encryption guide.
  'The browser mixes it with random salt',
  'With AES-256-GCM',
  // Next to a field into which one has been pasted, or is about to be.
  'This descriptor cannot be read',
  'Your wallet’s xpub (a read-only key) or descriptor',
  'Settings, Keystores: copy the xpub',
];

test('no text names an algorithm or a format, except for those who ask for it', () => {
  const may = (text: string) => FOR_THOSE_WHO_ASK.some((start) => text.startsWith(start));
  expect(english.filter((text) => JARGON.test(text) && !may(text))).toEqual([]);
  const used = english.filter((text) => JARGON.test(text));
  expect(FOR_THOSE_WHO_ASK.filter((start) => !used.some((one) => one.startsWith(start)))).toEqual(
    [],
  );
});

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
  ['de', GERMAN, GERMAN_REASONS],
  ['es', SPANISH, SPANISH_REASONS],
])('the catalogue %s', (language, said, reasons) => {
  test('there is something to check', () => expect(english.length).toBeGreaterThan(1200));

  test('every text of the page is translated', () => {
    const done = new Map(textsIn(language).map((text) => [text.english, text.translation]));
    expect(english.filter((text) => !done.get(text))).toEqual([]);
  });

  test('a translation has the placeholders, the tags and the plurals of its text', () => {
    const done = textsIn(language).filter(({ translation }) => translation);
    const wrong = done.filter(
      (text) => `${marksOf(text.english)}` !== `${marksOf(text.translation)}`,
    );
    expect(wrong).toEqual([]);
  });

  test('no translation misses the space between two sentences', () => {
    const runsOn = textsIn(language).filter(({ translation }) =>
      /\p{Ll}[.!?][¿¡]?\p{Lu}/u.test(translation),
    );
    expect(runsOn).toEqual([]);
  });

  test('a refusal has the same placeholders in every language', () => {
    const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort().join();
    const english: Readonly<Record<string, string>> = REASONS;
    const wrong = Object.entries(reasons).filter(
      ([reason, text]) => text === '' || places(text) !== places(english[reason] ?? ''),
    );
    expect(wrong).toEqual([]);
    expect(Object.entries(said).filter(([from, to]) => places(from) !== places(to))).toEqual([]);
  });
});

test('a wallet is the same word everywhere: die Wallet, el monedero', () => {
  const all = (language: string, reasons: object) => [
    ...textsIn(language).map(({ translation }) => translation),
    ...Object.values(reasons).map(String),
  ];
  const neuter = /\b(?:das|dem|\w*es|\w*ein) Wallets?\b/i;
  expect(all('de', GERMAN_REASONS).filter((text) => neuter.test(text))).toEqual([]);
  const others = /\b(?:billeteras?|carteras?)\b/i;
  expect(all('es', SPANISH_REASONS).filter((text) => others.test(text))).toEqual([]);
});

test('the form of a wallet: its tabs fit a phone, and German declines a network’s name after “mit”', () => {
  const inLanguage = (language: string, text: string) =>
    textsIn(language).find((one) => one.english === text)?.translation ?? '';
  // Half of a book's width on 390 pixels fits some 12 letters a line.
  const words = ['de', 'es'].flatMap((one) => inLanguage(one, 'XPUB (Advanced)').split(' '));
  expect(words.filter((word) => word.length > 12)).toEqual([]);
  const note = inLanguage('de', 'It uses {0} and refuses a wallet with real bitcoin.');
  expect(note).toContain('mit {0} ');
});

test('one verb for each act with money: only the glossary’s', () => {
  const others =
    /\bsets? (?:\w+ ){0,2}aside|\b(?:reverse[sd]?|credited|debited|refund(?:ed|s)?)\b/i;
  const texts = [...english, ...Object.values(REASONS)];
  expect(texts.filter((text) => others.test(text))).toEqual([]);
});

test('no two reasons have the same words', () => {
  expect(new Set(Object.values(REASONS)).size).toBe(Object.keys(REASONS).length);
});

test('what a contract says to a person has a reason', () => {
  const files = globSync('src/{contract,features/*/*}/{fields,contract}.ts');
  const bare = files.flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /\bv\.\w+\([^'`\n]*, (?:'([A-Z][^'\n]+ [^'\n]+)'|`([^`]+ [^`]+)`)\)/g,
      ),
    ]
      .map(([, plain, template]) => plain ?? template ?? '')
      .filter((text) => !FOR_PROGRAMS.test(text)),
  );
  expect(bare).toEqual([]);
});

/** For programs that call the API; the pages never show these. */
const FOR_PROGRAMS =
  /^Expected (an id|one of|a list|a moment|the number|true|book|starter|a lesson|the first choice|at least one entry|at most \$\{MOST_ENTRIES_AT_ONCE\} entries|each entry once|the name of an event|“|a slug|a path|.*“none”)/;
