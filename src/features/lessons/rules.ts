/** What a lesson's files must say, and how they belong together. Pure. */
import * as v from 'valibot';
import type { Inline, Block as Marked } from '#core/markdown.ts';
import { BANDS, type Band } from '#features/children/rules.ts';
import { type Block, CHOICES, type Question, type Run } from './contract.ts';

/** One file, read: what stands above its text, and the text. */
export type LessonFile = { head: Head; body: Block[] /** For errors. */; file: string };

type Text = { body: Block[]; questions: Question[] };

export type LessonText = {
  slug: string;
  order: number;
  title: string;
  minutes: number;
  texts: Readonly<Record<Band, Text>>;
};

/** The names of the bands in `content/`, which people write. */
export const FILE_OF: Readonly<Record<Band, string>> = {
  starter: 'starter',
  explorer: 'explorer',
  young: 'young-adult',
};

/** A line that the youngest can read aloud in one breath. */
export const STARTER_WORDS = 8;

const words = (most: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most));

/** The front matter, as docs/content.md describes it. */
export const Head = v.strictObject({
  title: words(60),
  slug: v.pipe(words(60), v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)),
  band: v.picklist(Object.values(FILE_OF)),
  order: v.pipe(v.number(), v.integer(), v.minValue(1)),
  minutes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10)),
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
 * One lesson from its three files.
 * @throws Error in one line, with the file and the field, when anything is not as docs/content.md says.
 */
export function lessonFrom(slug: string, files: Readonly<Record<Band, LessonFile>>): LessonText {
  const { title, order, minutes } = files.starter.head;
  for (const band of BANDS) {
    const { head, body, file } = files[band];
    const fail = (what: string): never => refuse(file, what);
    if (head.slug !== slug) fail(`slug: it is "${head.slug}" in the folder ${slug}`);
    if (head.band !== FILE_OF[band]) fail(`band: it is "${head.band}" in ${FILE_OF[band]}.md`);
    for (const field of ['title', 'order', 'minutes'] as const)
      if (head[field] !== files.starter.head[field])
        fail(`${field}: it differs from the other bands`);
    if (body.length === 0) fail('it has no text');
    if (band === 'starter') for (const line of longLines({ head, body })) fail(`too long: ${line}`);
    if (band !== 'young' && hasLink(body)) fail('only young-adult lessons have links');
  }
  const text = (band: Band): Text => ({
    body: files[band].body,
    questions: files[band].head.questions,
  });
  const texts = { starter: text('starter'), explorer: text('explorer'), young: text('young') };
  return { slug, title, order, minutes, texts };
}

/** The tree of marks as lines of words: what a screen draws, and a voice reads, line by line. */
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

/** In their order, no two at one place. */
export function inOrder(lessons: readonly LessonText[]): LessonText[] {
  const sorted = lessons.toSorted((a, b) => a.order - b.order);
  const twin = sorted.find((one, i) => one.order === sorted[i - 1]?.order);
  if (twin) refuse(`content/lessons/${twin.slug}`, `order: another lesson is number ${twin.order}`);
  return sorted;
}

function refuse(file: string, what: string): never {
  throw new Error(`${file}: ${what}`);
}

/** Lines, questions, choices and explanations with more words than a breath. */
function longLines({ head, body }: { head: Head; body: readonly Block[] }): string[] {
  const lines = body.flatMap((block) =>
    block.lines.map((runs) => runs.map(({ text }) => text).join('')),
  );
  const asked = head.questions.flatMap((one) => [one.question, ...one.choices, one.explanation]);
  return [...lines, ...asked].filter((line) => line.trim().split(/\s+/).length > STARTER_WORDS);
}

const hasLink = (body: readonly Block[]) =>
  body.some(({ lines }) => lines.some((runs) => runs.some(({ href }) => href !== null)));

/** The numbers of the questions whose first answer was not the right one. */
export const missedOf = (questions: readonly Question[], answers: readonly number[]): number[] =>
  questions.flatMap(({ answer }, i) => (answers[i] === answer ? [] : [i]));
