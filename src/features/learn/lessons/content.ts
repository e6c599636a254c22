/**
 * Reads the lessons' files once per process, when a server starts; a bad one stops the start with a
 * one-line error.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readContent } from '#content/content-file.ts';
import type { Language } from '#core/language.ts';
import type { Band } from '#features/people/children/rules.ts';
import {
  asBlock,
  fileName,
  Head,
  inOrder,
  type LessonFile,
  type LessonFiles,
  type LessonText,
  lessonFrom,
} from './rules.ts';

const CONTENT = fileURLToPath(new URL('../../../../content/', import.meta.url));

let library: LessonText[] | undefined;

/** This program's lessons. @throws Error that names the bad file */
export function ownLessons(): LessonText[] {
  library ??= readLessons();
  return library;
}

/** An existing folder publishes its lesson, then for every age and language. */
export function readLessons(content: string = CONTENT) {
  const slugs = existsSync(`${content}lessons`) ? readdirSync(`${content}lessons`) : [];
  return inOrder(slugs.map((slug) => readLesson(content, slug)));
}

function readLesson(content: string, slug: string) {
  const read = (band: Band, language: Language): LessonFile => {
    const file = `lessons/${slug}/${fileName(band, language)}`;
    const text = readFileSync(`${content}${file}`, 'utf8');
    const { front, blocks } = readContent(`content/${file}`, text, Head);
    return { head: front, body: blocks.map(asBlock), file: `content/${file}` };
  };
  const readIn = (language: Language): LessonFiles => ({
    starter: read('starter', language),
    explorer: read('explorer', language),
    young: read('young', language),
  });
  return lessonFrom(slug, { en: readIn('en'), de: readIn('de'), es: readIn('es') });
}
