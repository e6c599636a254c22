/** The lessons in content/: complete, within their limits, and valid. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { LANGUAGES } from '#core/language.ts';
import { readLessons } from './content.ts';
import { newWordsOf } from './web/reading/new-words.ts';

const library = readLessons();
const english = library.map(({ slug, in: { en } }) => ({ slug, texts: en.texts }));

test('the two lessons of the tiles are published, with the minutes of their tiles (CHILD-38 CHILD-39)', () => {
  const of = (title: string) => library.find((one) => one.in.en.title === title);
  expect(of('What is Bitcoin?')).toMatchObject({ slug: 'what-is-bitcoin', minutes: 5 });
  expect(of('Saving vs Spending')).toMatchObject({ slug: 'saving-vs-spending', minutes: 3 });
});

test('there are eight lessons, numbered from 1 to 8', () => {
  expect(library.map(({ order }) => order)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test('the right choice is not always in the same position', () => {
  for (const { slug, texts } of english)
    for (const [band, { questions }] of Object.entries(texts))
      expect(
        new Set(questions.map(({ answer }) => answer)).size,
        `${slug} ${band}`,
      ).toBeGreaterThan(1);
});

test('no lesson speaks of prices, profit or hype', () => {
  const banned = /\b(profit|invest\w*|hodl|moon|crypto\w*|trustless|bull|bear market|rich)\b/i;
  for (const { slug, texts } of english)
    for (const [band, text] of Object.entries(texts))
      expect(JSON.stringify(text).match(banned)?.[0], `${slug} ${band}`).toBeUndefined();
});

test.each(LANGUAGES)('most lessons of explorers have new words to tap, in %s', (language) => {
  const counts = library.map(
    (one) => newWordsOf(one.in[language].texts.explorer.body, language).size,
  );
  expect(counts.filter((count) => count > 0).length).toBeGreaterThanOrEqual(4);
});

test('no lesson shouts', () => {
  for (const { slug, texts } of english)
    for (const [band, text] of Object.entries(texts))
      expect(JSON.stringify(text).includes('!'), `${slug} ${band}`).toBe(false);
});

/** Flesch and Kincaid's school grade, with syllables counted as groups of vowels. */
function gradeOf(lines: readonly string[]): number {
  const text = lines.map((line) => (/[.?:]$/.test(line) ? line : `${line}.`)).join(' ');
  const isWord = (part: string) => /[a-z]/i.test(part);
  const sentences = text.split(/[.?:]+\s/).filter(isWord).length;
  const words = text.toLowerCase().split(/\s+/).filter(isWord);
  const syllables = words.map((word) => {
    const spoken = word.replace(/[^a-z]/g, '').replace(/(?:[^laeiouy]es|ed|[^laeiouy]e)$/, '');
    return Math.max(1, spoken.match(/[aeiouy]{1,2}/g)?.length ?? 0);
  });
  const sum = syllables.reduce((all, one) => all + one, 0);
  return 0.39 * (words.length / sentences) + 11.8 * (sum / words.length) - 15.59;
}

test('each band reads as easily as its age: school grades 2.5, 5 and 8 at most', () => {
  const most = { starter: 2.5, explorer: 5, young: 8 } as const;
  const hard = 'Notwithstanding considerable international uncertainty, economists anticipate it.';
  expect(gradeOf([hard])).toBeGreaterThan(most.young);
  for (const { slug, texts } of english)
    for (const band of ['starter', 'explorer', 'young'] as const) {
      const lines = texts[band].body.flatMap((block) =>
        block.lines.map((runs) => runs.map((run) => run.text).join('')),
      );
      expect(gradeOf(lines), `${slug} ${band}`).toBeLessThanOrEqual(most[band]);
    }
});

describe('a file that is not as docs/content.md says stops the start, in one line', () => {
  let folder: string;
  afterEach(() => rmSync(folder, { recursive: true }));
  const readWith = (file: string, change: (text: string) => string) => {
    folder = mkdtempSync(join(tmpdir(), 'lessons-'));
    cpSync(new URL('../../../../content/lessons', import.meta.url), join(folder, 'lessons'), {
      recursive: true,
    });
    const path = join(folder, 'lessons', file);
    const before = readFileSync(path, 'utf8');
    const after = change(before);
    expect(after).not.toBe(before);
    writeFileSync(path, after);
    return () => readLessons(`${folder}/`);
  };

  const STARTER = 'what-is-bitcoin/starter.md';
  const GERMAN = 'what-is-bitcoin/starter.de.md';
  test.each([
    [
      'nine words in a line',
      STARTER,
      'You know coins.',
      'You know nine coins, and one more is too many.',
      'content/lessons/what-is-bitcoin/starter.md: too long: You know nine coins, and one more is too many.',
    ],
    [
      'nine words in a choice',
      STARTER,
      '"In a piggy bank"',
      '"In a pink piggy bank on the highest shelf"',
      'content/lessons/what-is-bitcoin/starter.md: too long: In a pink piggy bank on the highest shelf',
    ],
    [
      'a link for the youngest',
      STARTER,
      'You know coins.',
      '[You know coins.](https://example.com/)',
      'content/lessons/what-is-bitcoin/starter.md: only young-adult lessons have links',
    ],
    [
      'another title in one band',
      STARTER,
      'title: "What is Bitcoin?"',
      'title: "What is it?"',
      'content/lessons/what-is-bitcoin/explorer.md: title: it differs from the other bands',
    ],
    [
      'the band of another file',
      STARTER,
      'band: "starter"',
      'band: "explorer"',
      'content/lessons/what-is-bitcoin/starter.md: band: it is "explorer" in starter.md',
    ],
    [
      'another folder’s name',
      STARTER,
      'slug: "what-is-bitcoin"',
      'slug: "what"',
      'content/lessons/what-is-bitcoin/starter.md: slug: it is "what" in the folder what-is-bitcoin',
    ],
    [
      'nine words in a German line',
      GERMAN,
      'Du kennst Münzen.',
      'Du kennst neun Münzen, und noch eine wäre zu viel.',
      'content/lessons/what-is-bitcoin/starter.de.md: too long: Du kennst neun Münzen, und noch eine wäre zu viel.',
    ],
    [
      'another right answer in German',
      GERMAN,
      'answer: 1',
      'answer: 2',
      'content/lessons/what-is-bitcoin/starter.de.md: questions: their right answers are not those of the English text',
    ],
    [
      'other minutes in German',
      GERMAN,
      'minutes: 5',
      'minutes: 6',
      'content/lessons/what-is-bitcoin/starter.de.md: minutes: it differs from the other bands',
    ],
    [
      'a section without a drawing',
      STARTER,
      '"globe", ',
      '',
      'content/lessons/what-is-bitcoin/starter.md: drawings: 6 for 7 sections',
    ],
    [
      'the same drawing twice',
      STARTER,
      '"globe", ',
      '"night", ',
      'content/lessons/what-is-bitcoin/starter.md: drawings: one stands there twice',
    ],
    [
      'other drawings in German',
      GERMAN,
      '"globe", "crown"',
      '"crown", "globe"',
      'content/lessons/what-is-bitcoin/starter.de.md: drawings: they are not those of the English text',
    ],
    [
      'another title in one Spanish band',
      'what-is-bitcoin/young-adult.es.md',
      '¿Qué es Bitcoin?',
      '¿Qué es esto?',
      'content/lessons/what-is-bitcoin/young-adult.es.md: title: it differs from the other bands',
    ],
  ])('%s', (_, file, words, others, message) => {
    const read = readWith(file, (text) => text.replace(words, others));
    expect(read).toThrow(message);
  });

  test.each([
    ['two choices alike', '"A king"', '"No one"', /choices: The choices must differ/],
    ['an answer that is none', 'answer: 1', 'answer: 3', /questions\.0\.answer: /],
    ['a drawing that is none', '"globe"', '"rocket"', /drawings\.0: /],
    ['eleven minutes', 'minutes: 5', 'minutes: 11', /minutes: /],
    ['a field too many', 'order: 1', 'order: 1\nprice: 3', /price: there is no such field/],
    ['HTML', 'You know coins.', '<b>You</b> know coins.', /starter\.md:\d+: HTML is not allowed/],
  ])('%s', (_, words, others, message) => {
    const read = readWith(STARTER, (text) => text.replace(words, others));
    expect(read).toThrow(message);
  });

  test.each(['explorer.de.md', 'young-adult.es.md'])('without %s', (name) => {
    const read = readWith(STARTER, (text) => `${text}\nOne more line.\n`);
    expect(read().length).toBe(8);
    rmSync(join(folder, 'lessons', 'what-is-a-sat', name));
    expect(read).toThrow(name);
  });
});
