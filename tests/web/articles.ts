/** Articles for tests, as the build would have read them from files. */
import { parseMarkdown } from '#content/markdown.ts';
import type { Article } from '#features/learn/blog/article.ts';
import type { Post } from '#features/learn/blog/contract.ts';
import { CATEGORIES } from '#features/learn/blog/rules.ts';

export const article = (fields: Partial<Article> = {}): Article => {
  const content = fields.content ?? '## Why\n\nSee [the paper](https://example.org/paper).';
  return {
    title: 'Keys on paper',
    slug: 'keys-on-paper',
    excerpt: 'Where the words belong.',
    category: 'bitcoin-basics',
    drawing: 'paper',
    tags: ['keys', 'paper'],
    featured: false,
    publishedAt: '2026-11-08',
    metaTitle: 'Keys on paper: why',
    metaDescription: 'Where the words belong, and why.',
    keywords: ['keys'],
    published: true,
    readingTime: 5,
    ...fields,
    content,
    blocks: parseMarkdown(content),
  };
};

/** Newest first; every fourth has the same category, and the first four are featured. */
export const manyArticles = (count: number): Article[] =>
  Array.from({ length: count }, (_, i) =>
    article({
      slug: `article-${i}`,
      title: `Article number ${i}`,
      category: CATEGORIES[i % 4] as Article['category'],
      tags: [`tag-${i}`],
      featured: i < 4,
    }),
  );

/** As the API would send it. */
export function aPost(viewCount: number, from: Article = article()): Post {
  const { published: _, blocks: __, drawing: ___, ...rest } = from;
  return { id: rest.slug, ...rest, viewCount };
}
