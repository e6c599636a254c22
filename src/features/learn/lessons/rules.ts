/** Validates a lesson's files, alone and together. Pure. */
import * as v from 'valibot';
import type { Inline, Block as Marked } from '#content/blocks.ts';
import { DRAWINGS } from '#core/drawings.ts';
import { LANGUAGES, type Language } from '#core/language.ts';
import { BANDS, type Band } from '#features/people/children/rules.ts';
import { type Block, CHOICES, type Question, type Run } from './contract.ts';

/** One parsed file: its front matter, and its text. */
export type LessonFile = { head: Head; body: Block[] /** For errors. */; file: string };

/** The three files of a lesson in one language. */
export type LessonFiles = Readonly<Record<Band, LessonFile>>;

type Text = { body: Block[]; drawings: string[]; questions: Question[] };

export type LessonText = {
  slug: string;
  order: number;
  minutes: number;
  in: Readonly<Record<Language, { title: string; texts: Readonly<Record<Band, Text>> }>>;
};

/** The bands' names in `content/`, for authors. */
export const FILE_OF: Readonly<Record<Band, string>> = {
  starter: 'starter',
  explorer: 'explorer',
  young: 'young-adult',
};

/** `starter.md` is English, `starter.de.md` German. */
export const fileName = (band: Band, language: Language): string =>
  language === 'en' ? `${FILE_OF[band]}.md` : `${FILE_OF[band]}.${language}.md`;

/** A line short enough for the youngest to read aloud in one breath. */
export const STARTER_WORDS = 8;

const words = (most: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most));

/** The front matter, as described in docs/content.md. */
export const Head = v.strictObject({
  title: words(60),
  slug: v.pipe(words(60), v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)),
  band: v.picklist(Object.values(FILE_OF)),
  order: v.pipe(v.number(), v.integer(), v.minValue(1)),
  minutes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10)),
  /** One for each section. */
  drawings: v.array(v.picklist(DRAWINGS)),
  questions: v.pipe(
    v.array(
      v.strictObject({
        question: words(200),
        choices: v.pipe(
          v.array(words(120)),
          v.length(CHOICES),
          v.check((all) => new Set(all).size === all.length, 'The choices must differ'),
        ),
        answer: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(CHOICES - 1)),
        explanation: words(200),
      }),
    ),
    v.minLength(3),
    v.maxLength(4),
  ),
});
type Head = v.InferOutput<typeof Head>;

/**
 * Builds a lesson from its files, three in each language.
 * @throws Error in one line, with file and field, if it violates docs/content.md
 */
export function lessonFrom(
  slug: string,
  files: Readonly<Record<Language, LessonFiles>>,
): LessonText {
  for (const language of LANGUAGES)
    for (const band of BANDS) {
      const [one, english] = [files[language][band], files.en[band]];
      checkPlace(one, slug, band, language);
      checkText(one, band);
      checkAlike(one, files[language].starter.head, ['title'], 'the other bands');
      checkAlike(one, files.en.starter.head, ['order', 'minutes'], 'the other bands');
      checkDrawings(one, english.head);
      checkAnswers(one, english.head);
    }
  const inWords = (language: Language) => {
    const { starter, explorer, young } = files[language];
    const texts = { starter: textOf(starter), explorer: textOf(explorer), young: textOf(young) };
    return { title: starter.head.title, texts };
  };
  const { order, minutes } = files.en.starter.head;
  return { slug, order, minutes, in: { en: inWords('en'), de: inWords('de'), es: inWords('es') } };
}

const textOf = ({ head, body }: LessonFile): Text => ({
  body,
  drawings: head.drawings,
  questions: head.questions,
});

function checkPlace({ head, file }: LessonFile, slug: string, band: Band, language: Language) {
  if (head.slug !== slug) refuse(file, `slug: it is "${head.slug}" in the folder ${slug}`);
  if (head.band !== FILE_OF[band])
    refuse(file, `band: it is "${head.band}" in ${fileName(band, language)}`);
}

function checkText({ head, body, file }: LessonFile, band: Band) {
  if (body.length === 0) refuse(file, 'it has no text');
  if (band === 'starter')
    for (const line of longLines({ head, body })) refuse(file, `too long: ${line}`);
  if (band !== 'young' && hasLink(body)) refuse(file, 'only young-adult lessons have links');
}

function checkAlike(
  { head, file }: LessonFile,
  other: Head,
  fields: readonly ('title' | 'order' | 'minutes')[],
  what: string,
) {
  for (const field of fields)
    if (head[field] !== other[field]) refuse(file, `${field}: it differs from ${what}`);
}

/** Each section has its own drawing, the same in every language. */
function checkDrawings({ head, body, file }: LessonFile, english: Head) {
  const headings = body.filter(({ kind }) => kind === 'heading').length;
  if (head.drawings.length !== headings)
    refuse(file, `drawings: ${head.drawings.length} for ${headings} sections`);
  if (new Set(head.drawings).size < headings) refuse(file, 'drawings: one stands there twice');
  if (head.drawings.join() !== english.drawings.join())
    refuse(file, 'drawings: they are not those of the English text');
}

/** Answers are stored by index, so it must be the same in every language. */
function checkAnswers({ head, file }: LessonFile, english: Head) {
  const answers = (of: Head) => of.questions.map(({ answer }) => answer).join();
  if (answers(head) !== answers(english))
    refuse(file, 'questions: their right answers are not those of the English text');
}

/** Flattens the tree of marks into lines of words, to display or read aloud line by line. */
export function asBlock(block: Marked): Block {
  if (block.kind === 'list')
    return {
      kind: block.ordered ? 'numbers' : 'bullets',
      lines: block.items.map((item) => runsOf(item).filter((run) => run !== 'break')),
    };
  const lines: Run[][] = [[]];
  for (const run of runsOf(block.inlines))
    if (run === 'break') lines.push([]);
    else lines.at(-1)?.push(run);
  return { kind: block.kind, lines };
}

const PLAIN = { bold: false, href: null };

function runsOf(
  inlines: readonly Inline[],
  look: Pick<Run, 'bold' | 'href'> = PLAIN,
): (Run | 'break')[] {
  return inlines.flatMap((one) => {
    if (one.kind === 'break') return 'break';
    if (one.kind === 'text') return { text: one.text, ...look };
    return one.kind === 'bold'
      ? runsOf(one.inlines, { ...look, bold: true })
      : runsOf(one.inlines, { ...look, href: one.href });
  });
}

/** Sorts by number. No two lessons may share one. */
export function inOrder(lessons: readonly LessonText[]): LessonText[] {
  const sorted = lessons.toSorted((a, b) => a.order - b.order);
  const twin = sorted.find((one, i) => one.order === sorted[i - 1]?.order);
  if (twin) refuse(`content/lessons/${twin.slug}`, `order: another lesson is number ${twin.order}`);
  return sorted;
}

function refuse(file: string, what: string): never {
  throw new Error(`${file}: ${what}`);
}

/** Lines, questions, choices and explanations too long for one breath. */
function longLines({ head, body }: { head: Head; body: readonly Block[] }): string[] {
  const lines = body.flatMap((block) =>
    block.lines.map((runs) => runs.map(({ text }) => text).join('')),
  );
  const asked = head.questions.flatMap((one) => [one.question, ...one.choices, one.explanation]);
  return [...lines, ...asked].filter((line) => line.trim().split(/\s+/).length > STARTER_WORDS);
}

const hasLink = (body: readonly Block[]) =>
  body.some(({ lines }) => lines.some((runs) => runs.some(({ href }) => href !== null)));

/** Indexes of the questions whose first answer was wrong. */
export const missedOf = (questions: readonly Question[], answers: readonly number[]): number[] =>
  questions.flatMap(({ answer }, i) => (answers[i] === answer ? [] : [i]));
