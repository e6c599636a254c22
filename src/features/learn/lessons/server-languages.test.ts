/** German and Spanish lessons match the English ones, in natural words, complete. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BANDS, type Band } from '#features/people/children/rules.ts';
import { readLessons } from './content.ts';
import type { LessonText } from './rules.ts';

const library = readLessons();
type Other = 'de' | 'es';

/** Every text of a lesson in order, as read by a person. */
function linesOf(lesson: LessonText, language: 'en' | Other, band: Band) {
  const { body, questions } = lesson.in[language].texts[band];
  return {
    body: body.flatMap(({ lines }) => lines.map((runs) => runs.map(({ text }) => text).join(''))),
    asked: questions.flatMap((one) => [one.question, ...one.choices, one.explanation]),
  };
}

const texts = library.flatMap((lesson) =>
  BANDS.map((band) => ({ lesson, band, name: `${lesson.slug} ${band}` })),
);

/** `142,300` and `142.300` are the same number. */
const numbersOf = (text: string) =>
  (text.match(/\d(?:[\d.,]*\d)?/g) ?? []).map((number) => number.replace(/[.,]/g, ''));

/** The page's text for an English text. */
function onScreen(language: Other, english: string): string {
  const file = readFileSync(`locales/${language}.po`, 'utf8');
  const at = file.indexOf(`msgid ${JSON.stringify(english)}\n`);
  const [, found] = /^msgstr (".*")$/m.exec(at < 0 ? '' : file.slice(at)) ?? [];
  return found === undefined ? `no “${english}”` : JSON.parse(found);
}

test('each lesson has nine files: three ages in three languages, and no other', () => {
  const root = new URL('../../../../content/lessons/', import.meta.url);
  const expected = ['starter', 'explorer', 'young-adult'].flatMap((band) =>
    ['', '.de', '.es'].map((language) => `${band}${language}.md`),
  );
  for (const slug of readdirSync(root))
    expect(readdirSync(new URL(slug, root)).sort(), slug).toEqual(expected.toSorted());
});

describe.each(['de', 'es'] as const)('in the language %s', (language) => {
  test('the same questions have their right answers at the same places', () => {
    for (const { lesson, band, name } of texts) {
      const answers = (of: 'en' | Other) =>
        lesson.in[of].texts[band].questions.map(({ answer }) => answer);
      expect(answers(language).length, name).toBeGreaterThanOrEqual(3);
      expect(answers(language), name).toEqual(answers('en'));
    }
  });

  test('each question, choice and explanation names the numbers of the English one', () => {
    for (const { lesson, band, name } of texts) {
      const english = linesOf(lesson, 'en', band).asked.map((line) => numbersOf(line));
      const other = linesOf(lesson, language, band).asked.map((line) => numbersOf(line));
      expect(other, name).toEqual(english);
    }
  });

  test('a text has the numbers, the links and the sections of the English one', () => {
    for (const { lesson, band, name } of texts) {
      const factsOf = (of: 'en' | Other) => {
        const { body } = lesson.in[of].texts[band];
        const runs = body.flatMap(({ lines }) => lines.flat());
        return {
          numbers: linesOf(lesson, of, band).body.flatMap(numbersOf).toSorted(),
          links: runs.flatMap(({ href }) => href ?? []).toSorted(),
          blocks: body.map(({ kind }) => kind),
        };
      };
      expect(factsOf(language), name).toEqual(factsOf('en'));
    }
  });

  test('no line stayed English, but names, numbers and amounts', () => {
    const isSame = /^(?:Lightning|[\d.,]+(?: (?:sats|BTC))?)$/;
    for (const { lesson, band, name } of texts) {
      const all = (of: 'en' | Other) => Object.values(linesOf(lesson, of, band)).flat();
      const english = new Set(all('en'));
      expect(
        all(language).filter((line) => english.has(line) && !isSame.test(line)),
        name,
      ).toEqual([]);
    }
    for (const { slug, in: words } of library)
      expect(words[language].title, slug).not.toBe(words.en.title);
  });

  test('a tile has the title of its lesson (CHILD-38 CHILD-39)', () => {
    const titleOf = (slug: string) => library.find((one) => one.slug === slug)?.in[language].title;
    expect(titleOf('what-is-bitcoin')).toBe(onScreen(language, 'What is Bitcoin?'));
    expect(titleOf('saving-vs-spending')).toBe(onScreen(language, 'Saving vs Spending'));
  });

  test.each([
    ['how-a-payment-travels', 'starter', ['Recorded', 'Waiting', 'Paid', 'Still checking']],
    ['how-a-payment-travels', 'explorer', ['Recorded', 'Waiting', 'Paid', 'Still checking']],
    ['saving-vs-spending', 'starter', ['My Savings']],
    ['saving-vs-spending', 'explorer', ['Ask to Use Savings']],
    ['earning-and-choosing', 'explorer', ['Allowance', 'Chore Earnings', 'Bonus', 'Earned']],
    ['why-wait-for-a-goal', 'young', ['New allowances only']],
  ] as const)('%s, %s, calls things what the page calls them', (slug, band, words) => {
    const lesson = library.find((one) => one.slug === slug) as LessonText;
    const text = linesOf(lesson, language, band).body.join('\n');
    for (const word of words) expect(text).toContain(onScreen(language, word));
  });

  test('no lesson speaks of prices, profit or hype, and none shouts', () => {
    const banned =
      /profit|invest[ií]|inversi|rendite|rentab|krypto|cripto|hodl|moon|bullish|reich werden|\brico|!/i;
    for (const { lesson, band, name } of texts)
      expect(
        JSON.stringify(lesson.in[language].texts[band]).match(banned)?.[0],
        name,
      ).toBeUndefined();
  });

  test('quotation marks are those of the language', () => {
    const foreign = { de: /["”«»]|(?<!„[^“]*)“/, es: /["“”„]/ }[language];
    for (const { lesson, band, name } of texts)
      for (const line of Object.values(linesOf(lesson, language, band)).flat())
        expect(line.match(foreign)?.[0], `${name}: ${line}`).toBeUndefined();
  });

  test('each band reads as easily as its age: 80, 75 and 65 of 100 at least', () => {
    const hard = {
      de: 'Ungeachtet erheblicher internationaler Unsicherheiten prognostizieren Ökonomen Wachstum.',
      es: 'Pese a considerables incertidumbres internacionales, los economistas anticipan crecimiento.',
    };
    const least = { starter: 80, explorer: 75, young: 65 } as const;
    expect(easeOf([hard[language]], language)).toBeLessThan(least.young);
    for (const { lesson, band, name } of texts)
      expect(easeOf(linesOf(lesson, language, band).body, language), name).toBeGreaterThanOrEqual(
        least[band],
      );
  });
});

/** Syllables as groups of vowels; in Spanish two strong vowels are two. */
const SPOKEN = {
  de: /[aeiouyäöü]{1,2}/g,
  es: /[aeoáéóíú]|(?<![aeoáéóíú])[iuüy]+(?![aeoáéóíú])/g,
};

/** Flesch's reading ease, weighted by Amstad (German) and Szigriszt (Spanish). */
function easeOf(lines: readonly string[], language: Other): number {
  const text = lines.map((line) => (/[.?:]$/.test(line) ? line : `${line}.`)).join(' ');
  const isWord = (part: string) => /\p{L}/u.test(part);
  const sentences = text.split(/[.?:]+\s/).filter(isWord).length;
  const words = text.toLowerCase().split(/\s+/).filter(isWord);
  const syllables = words
    .map((word) => Math.max(1, word.match(SPOKEN[language])?.length ?? 0))
    .reduce((all, one) => all + one, 0);
  const [perSentence, perWord] = [words.length / sentences, syllables / words.length];
  return language === 'de'
    ? 180 - perSentence - 58.5 * perWord
    : 206.835 - perSentence - 62.3 * perWord;
}
