/** Eight short lessons, each in three age bands and languages, and a child's stamps. */
import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { done, id, moment, whole } from '#contract/fields.ts';
import { LANGUAGES } from '#core/language.ts';
import { BANDS } from '#features/people/children/rules.ts';

export const CHOICES = 3;

const SLUG_EXPECTED = 'Expected a lesson such as what-is-bitcoin';
const slug = v.pipe(
  v.string(SLUG_EXPECTED),
  v.maxLength(60, SLUG_EXPECTED),
  v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, SLUG_EXPECTED),
);

/** The reader's language; English if the client sends none. */
const language = v.optional(v.picklist(LANGUAGES, 'Expected one of en, de, es'), 'en');

/** A few words in one style; `href` leaves the program, so only older readers get it. */
const Run = v.object({ text: v.string(), bold: v.boolean(), href: v.nullable(v.string()) });

/** A heading has one line, a list has one per item. */
export const Block = v.object({
  kind: v.picklist(['heading', 'paragraph', 'bullets', 'numbers']),
  lines: v.array(v.array(Run)),
});
export type Block = v.InferOutput<typeof Block>;
export type Run = v.InferOutput<typeof Run>;

export const Question = v.object({
  question: v.string(),
  choices: v.array(v.string()),
  /** The index of the right choice, from 0. */
  answer: v.number(),
  explanation: v.string(),
});
export type Question = v.InferOutput<typeof Question>;

export const Lesson = v.object({
  slug: v.string(),
  /** From 1; the number on its stamp. */
  order: v.number(),
  title: v.string(),
  minutes: v.number(),
  /** When it was first read; null until then. */
  doneAt: v.nullable(moment),
  /** False if an adult reading along gave the stamp; null while it is new. */
  byChild: v.nullable(v.boolean()),
  /** Questions not answered right the first time: something to talk about, never a grade. */
  talkAbout: v.array(v.string()),
});
export type Lesson = v.InferOutput<typeof Lesson>;

const Lessons = v.object({
  childId: id,
  childName: v.string(),
  /** The band of the texts, by the child's age. */
  band: v.picklist(BANDS),
  language: v.picklist(LANGUAGES),
  lessons: v.array(Lesson),
});
export type Lessons = v.InferOutput<typeof Lessons>;

const OpenLesson = v.object({
  ...Lesson.entries,
  band: v.picklist(BANDS),
  language: v.picklist(LANGUAGES),
  body: v.array(Block),
  /** One for each heading, by name. */
  drawings: v.array(v.string()),
  questions: v.array(Question),
});
export type OpenLesson = v.InferOutput<typeof OpenLesson>;

const ANSWERS_EXPECTED = 'Expected the first choice for each question';

export const lessons = {
  list: endpoint({
    method: 'GET',
    path: '/api/children/{id}/lessons',
    access: 'ownChild',
    input: v.strictObject({ id, language }),
    output: Lessons,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/children/{id}/lessons/{slug}',
    access: 'ownChild',
    input: v.strictObject({ id, slug, language }),
    output: OpenLesson,
  }),
  finish: endpoint({
    method: 'POST',
    path: '/api/children/{id}/lessons/{slug}',
    access: 'ownChild',
    money: 'none',
    input: v.strictObject({
      id,
      slug,
      /** The band when reading: a birthday may come before the answers. */
      band: v.picklist(BANDS, 'Expected starter, explorer or young'),
      answers: v.pipe(
        v.array(whole(0, CHOICES - 1), ANSWERS_EXPECTED),
        v.minLength(1, ANSWERS_EXPECTED),
        v.maxLength(8, ANSWERS_EXPECTED),
      ),
    }),
    output: v.object({ doneAt: moment, done: v.number(), of: v.number() }),
  }),
  takeBack: endpoint({
    method: 'DELETE',
    path: '/api/children/{id}/lessons/{slug}',
    access: 'adult',
    money: 'none',
    input: v.strictObject({ id, slug }),
    output: done,
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const lessonSummaries: Summaries<typeof lessons> = {
  list: 'All lessons in the words of the child’s age, and which of them the child has read',
  read: 'One lesson: its text and its questions',
  finish: 'The lesson was read and its questions answered; the first time counts',
  takeBack: 'Takes back a stamp that a grown-up put there; what a child read itself stays',
};
