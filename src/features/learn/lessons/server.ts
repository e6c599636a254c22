/** Lessons on the server: their texts for the child's age, and the child's progress. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { ageOn } from '#core/ages.ts';
import type { Language } from '#core/language.ts';
import { type Band, bandOf } from '#features/people/children/rules.ts';
import { findChild } from '#features/people/children/store.ts';
import type { FamilyContext } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { ownLessons } from './content.ts';
import type { Lesson, lessons } from './contract.ts';
import { type LessonText, missedOf } from './rules.ts';
import { keepProgress, type Progress, progressOf, takeProgressBack } from './store.ts';

export function lessonHandlers(): Handlers<typeof lessons> {
  const library = ownLessons();
  const find = (slug: string): LessonText => {
    const found = library.find((one) => one.slug === slug);
    if (!found) throw new Refusal('NOT_FOUND', because('NO_LESSON'));
    return found;
  };
  return {
    list: async ({ id: childId, language }, context) => {
      const { name, band } = await readChild(childId, context);
      const read = await readBy(childId, context);
      return {
        childId,
        childName: name,
        band,
        language,
        lessons: library.map((one) => asLesson(one, language, read.get(one.slug))),
      };
    },

    read: async ({ id: childId, slug, language }, context) => {
      const { band } = await readChild(childId, context);
      const lesson = find(slug);
      const read = await readBy(childId, context);
      const text = lesson.in[language].texts[band];
      return { ...asLesson(lesson, language, read.get(slug)), band, language, ...text };
    },

    finish: async ({ id: childId, slug, band, answers }, context) => {
      await readChild(childId, context);
      const { questions } = find(slug).in.en.texts[band];
      if (answers.length !== questions.length)
        throw new Refusal(
          'VALIDATION_ERROR',
          because('LESSON_QUESTIONS', { questions: questions.length }),
          'answers',
        );
      const { tx, actor, now } = context;
      await keepProgress(tx, actor.familyId, childId, {
        lesson: slug,
        band,
        missed: missedOf(questions, answers),
        byChild: actor.role === 'child',
        doneAt: now,
      });
      const read = await readBy(childId, context);
      const kept = read.get(slug);
      if (!kept) throw new Error(`What was read of ${slug} was not kept`);
      const done = library.filter((one) => read.has(one.slug)).length;
      return { doneAt: kept.doneAt.toISOString(), done, of: library.length };
    },

    takeBack: async ({ id: childId, slug }, context) => {
      await readChild(childId, context);
      const stamp = (await readBy(childId, context)).get(slug);
      if (!stamp) throw new Refusal('CONFLICT', because('NO_STAMP'));
      if (stamp.byChild) throw new Refusal('CONFLICT', because('CHILDS_STAMP'));
      await takeProgressBack(context.tx, context.actor.familyId, childId, slug);
      return { success: true as const };
    },
  };
}

async function readChild(childId: string, { tx, actor, now, calendar }: FamilyContext) {
  const child = await findChild(tx, actor.familyId, childId, now);
  if (!child) throw new Refusal('NOT_FOUND', because('NO_CHILD'));
  const { today } = await calendar();
  return { name: child.name, band: bandOf(ageOn(child.birthMonth, today)) satisfies Band };
}

async function readBy(childId: string, { tx, actor }: FamilyContext) {
  const rows = await progressOf(tx, actor.familyId, childId);
  return new Map(rows.map((row) => [row.lesson, row]));
}

function asLesson(lesson: LessonText, language: Language, read?: Progress): Lesson {
  const { slug, order, minutes } = lesson;
  const { title, texts } = lesson.in[language];
  const common = { slug, order, title, minutes };
  if (!read) return { ...common, doneAt: null, byChild: null, talkAbout: [] };
  const { questions } = texts[read.band];
  return {
    ...common,
    doneAt: read.doneAt.toISOString(),
    byChild: read.byChild,
    talkAbout: questions.filter((_, i) => read.missed.includes(i)).map(({ question }) => question),
  };
}
