/** The browser's calls of this feature. */
import type { Language } from '#core/language.ts';
import { lessons } from '#features/lessons/contract.ts';
import { client } from '#web/api.ts';
import { i18n } from '#web/messages/i18n.ts';
import { query } from '#web/query.ts';

export const lessonsCalls = client(lessons);

/** The lessons of a child, in the language of the page. */
export const allLessons = (id: string) => query(lessonsCalls.list, { id, language: pages() });

export const oneLesson = (id: string, slug: string) =>
  query(lessonsCalls.read, { id, slug, language: pages() });

const pages = () => i18n.locale as Language;
