/** The queries of the lesson screens, in the page's language. */
import type { Language } from '#core/language.ts';
import { lessons } from '#features/learn/lessons/contract.ts';
import { i18n } from '#web/messages/i18n.ts';
import { query } from '#web/query.ts';

/** A child's lessons. */
export const allLessons = (id: string) => query(lessons.list, { id, language: pages() });

export const oneLesson = (id: string, slug: string) =>
  query(lessons.read, { id, slug, language: pages() });

const pages = () => i18n.locale as Language;
