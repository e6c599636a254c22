/** Reads the lessons' files, once, when the server starts; a wrong one stops the start in one line. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readContent } from '#core/content.ts';
import type { Band } from '#features/children/rules.ts';
import { asBlock, FILE_OF, Head, inOrder, type LessonFile, lessonFrom } from './rules.ts';

const CONTENT = fileURLToPath(new URL('../../../content/', import.meta.url));

/** A lesson is published when its folder is there, and then it is there for every age. */
export function readLessons(content: string = CONTENT) {
  const slugs = existsSync(`${content}lessons`) ? readdirSync(`${content}lessons`) : [];
  return inOrder(slugs.map((slug) => readLesson(content, slug)));
}

function readLesson(content: string, slug: string) {
  const read = (band: Band): LessonFile => {
    const file = `lessons/${slug}/${FILE_OF[band]}.md`;
    const text = readFileSync(`${content}${file}`, 'utf8');
    const { front, blocks } = readContent(`content/${file}`, text, Head);
    return { head: front, body: blocks.map(asBlock), file: `content/${file}` };
  };
  return lessonFrom(slug, {
    starter: read('starter'),
    explorer: read('explorer'),
    young: read('young'),
  });
}
