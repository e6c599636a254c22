/** Validates article files (see docs/content.md). Pure: the caller reads the files. */
import * as v from 'valibot';
import type { Block } from '#content/blocks.ts';
import { readContent } from '#content/content-file.ts';
import { countWords, plainText } from '#content/markdown.ts';
import { isCivilDate } from '#core/calendar.ts';
import { DRAWINGS } from '#core/drawings.ts';
import { CATEGORIES, readingTime } from './rules.ts';

const text = (most: number) =>
  v.pipe(
    v.string('expected text'),
    v.minLength(1, 'it is empty'),
    v.maxLength(most, `at most ${most} characters`),
  );

const front = v.strictObject({
  title: text(100),
  slug: v.pipe(text(80), v.regex(/^[a-z0-9-]+$/, 'only a-z, 0-9 and -')),
  excerpt: text(160),
  category: v.picklist(CATEGORIES, `one of ${CATEGORIES.join(', ')}`),
  /** The drawing on its card. */
  drawing: v.picklist(DRAWINGS, 'one of src/core/drawings.ts'),
  tags: v.pipe(
    v.array(v.pipe(text(30), v.regex(/^[^A-Z]+$/, 'lower case')), 'expected a list'),
    v.minLength(1, 'at least 1 tag'),
    v.maxLength(8, 'at most 8 tags'),
  ),
  featured: v.boolean('true or false'),
  publishedAt: v.pipe(
    v.string('expected a date such as 2026-11-21'),
    v.check(isCivilDate, 'expected a date such as 2026-11-21'),
  ),
  /** If empty, the title is used. */
  metaTitle: v.pipe(v.string('expected text'), v.maxLength(60, 'at most 60 characters')),
  metaDescription: text(155),
  keywords: v.pipe(
    v.array(text(60), 'expected a list'),
    v.minLength(1, 'at least 1 keyword'),
    v.maxLength(10, 'at most 10 keywords'),
  ),
  /** False hides an article until its subject exists. */
  published: v.optional(v.boolean('true or false'), true),
});

export type Article = v.InferOutput<typeof front> & {
  /** Markdown. */
  readonly content: string;
  readonly blocks: readonly Block[];
  /** Minutes. */
  readonly readingTime: number;
};

const FEATURED_MOST = 3;
const WORDS = { least: 600, most: 1_100 };

/** A file's name and content. */
export type ArticleFile = { readonly name: string; readonly text: string };

/** All published articles, newest first. @throws Error in one line, with the file and the field */
export function readArticles(files: readonly ArticleFile[]): Article[] {
  const articles = files.map(readArticle).filter(({ published }) => published);
  const featured = articles.filter((one) => one.featured);
  if (featured.length > FEATURED_MOST)
    throw new Error(
      `content/blog: featured: at most ${FEATURED_MOST}, not ${featured.map(({ slug }) => slug).join(', ')}`,
    );
  return articles.sort(
    (a, b) => b.publishedAt.localeCompare(a.publishedAt) || a.slug.localeCompare(b.slug),
  );
}

function readArticle({ name, text: source }: ArticleFile): Article {
  const file = `content/blog/${name}`;
  const { front: fields, body, blocks } = readContent(file, source, front);
  if (`${fields.slug}.md` !== name) throw new Error(`${file}: slug: it must be the file’s name`);
  const words = countWords(plainText(blocks));
  if (words < WORDS.least || words > WORDS.most)
    throw new Error(`${file}: ${words} words, not ${WORDS.least} to ${WORDS.most}`);
  return { ...fields, content: body, blocks, readingTime: readingTime(words) };
}
