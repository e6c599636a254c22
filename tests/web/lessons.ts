/** For tests: Mia's lessons, as the server would reply. */
import type { Lesson, Lessons, OpenLesson } from '#features/learn/lessons/contract.ts';

export const MIA = '0190c6e4-1a2b-7c3d-8e4f-000000000001';
export const LIST = `GET /api/children/${MIA}/lessons`;
export const ONE = `GET /api/children/${MIA}/lessons/what-is-bitcoin`;
export const FINISH = `POST /api/children/${MIA}/lessons/what-is-bitcoin`;
export const DAY = '2026-11-18T12:00:00.000Z';

export const aLesson = (over: Partial<Lesson> = {}): Lesson => ({
  slug: 'what-is-bitcoin',
  order: 1,
  title: 'What is Bitcoin?',
  minutes: 5,
  doneAt: null,
  byChild: null,
  talkAbout: [],
  ...over,
});
export const saving = (over: Partial<Lesson> = {}) =>
  aLesson({
    slug: 'saving-vs-spending',
    order: 2,
    title: 'Saving vs Spending',
    minutes: 3,
    ...over,
  });
export const all = (lessons: Lesson[], over: Partial<Lessons> = {}): Lessons => ({
  childId: MIA,
  childName: 'Mia',
  band: 'starter',
  language: 'en',
  lessons,
  ...over,
});

export const words = (text: string, href: string | null = null) => [{ text, bold: false, href }];
export const open = (over: Partial<OpenLesson> = {}): OpenLesson => ({
  ...aLesson(),
  band: 'starter',
  language: 'en',
  body: [
    { kind: 'heading', lines: [words('Money made of numbers')] },
    { kind: 'paragraph', lines: [words('You know coins.'), words('Bitcoin is money too.')] },
    { kind: 'heading', lines: [words('Try it tonight')] },
    { kind: 'bullets', lines: [words('Open your book.')] },
  ],
  drawings: ['coins', 'night'],
  questions: [
    {
      question: 'Where does bitcoin live?',
      choices: ['In a piggy bank', 'On many computers', 'In one big bank'],
      answer: 1,
      explanation: 'Many computers keep the same list.',
    },
    {
      question: 'Who is the boss of Bitcoin?',
      choices: ['No one', 'A king', 'A shop'],
      answer: 0,
      explanation: 'People share the rules, with no boss.',
    },
  ],
  ...over,
});
