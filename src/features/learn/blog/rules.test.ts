/** Articles as files and as a list: refusals, order, counting and search. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { RESTORE_HOURS } from '#features/people/children/contract.ts';
import { type ArticleFile, readArticles } from './article.ts';
import { feed } from './feed.ts';
import {
  ageOf,
  CATEGORIES,
  categoriesOf,
  colorOf,
  matches,
  pageTitle,
  readingTime,
} from './rules.ts';

const FRONT = {
  title: 'A title',
  slug: 'one',
  excerpt: 'What it is about.',
  category: 'news',
  drawing: 'bank',
  tags: ['a tag'],
  featured: false,
  publishedAt: '2026-01-02',
  metaTitle: 'A title',
  metaDescription: 'What it is about.',
  keywords: ['a', 'b'],
};
const WORDS = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(' ');

/** JSON is YAML, too. */
const file = (front: object = {}, body = WORDS(700)): ArticleFile => {
  const fields = { ...FRONT, ...front };
  return { name: `${fields.slug}.md`, text: `---\n${JSON.stringify(fields)}\n---\n${body}` };
};

describe('a file that is wrong stops the build with its name and the field (BLOG-14)', () => {
  test.each([
    ['no title', { title: '' }, 'title: it is empty'],
    ['a long title', { title: 'x'.repeat(101) }, 'title: at most 100'],
    ['a slug with signs', { slug: 'One!' }, 'slug: only a-z'],
    ['a long excerpt', { excerpt: 'x'.repeat(161) }, 'excerpt: at most 160'],
    ['an unknown category', { category: 'prices' }, 'category: one of bitcoin-basics'],
    ['a drawing that is none', { drawing: 'rocket' }, 'drawing: one of src/core/drawings.ts'],
    ['no tags', { tags: [] }, 'tags: at least 1'],
    ['nine tags', { tags: [...'abcdefghi'] }, 'tags: at most 8'],
    ['a tag in capitals', { tags: ['Tag'] }, 'tags.0: lower case'],
    ['featured as a text', { featured: 'yes' }, 'featured: true or false'],
    ['no date', { publishedAt: 'soon' }, 'publishedAt: expected a date'],
    ['a day that is not', { publishedAt: '2026-02-30' }, 'publishedAt: expected a date'],
    ['a long description', { metaDescription: 'x'.repeat(156) }, 'metaDescription: at most 155'],
    ['keywords as a text', { keywords: 'a, b' }, 'keywords: expected a list'],
    ['a field of nobody', { author: 'x' }, 'author: there is no such field'],
  ])('%s', (_, front, why) => {
    const wrong = file(front);
    expect(() => readArticles([wrong])).toThrow(`content/blog/${wrong.name}: ${why}`);
  });

  test.each([
    ['too short', file({}, WORDS(599)), '599 words'],
    ['too long', file({}, WORDS(1_101)), '1101 words'],
    ['HTML', file({}, `${WORDS(700)}\n\n<b>x</b>`), 'one.md:6: HTML is not allowed'],
    ['another name', { ...file(), name: 'two.md' }, 'two.md: slug: it must be the file’s name'],
  ])('%s', (_, wrong, why) => expect(() => readArticles([wrong])).toThrow(why));

  test('four featured articles (BLOG-04)', () => {
    const four = ['a', 'b', 'c', 'd'].map((slug) => file({ slug, featured: true }));
    expect(() => readArticles(four)).toThrow('at most 3, not a, b, c, d');
    expect(readArticles(four.slice(1))).toHaveLength(3);
  });
});

test('articles come the newest first; what is not published does not come', () => {
  const slugs = readArticles([
    file({ slug: 'old', publishedAt: '2025-12-31' }),
    file({ slug: 'b' }),
    file({ slug: 'a' }),
    file({ slug: 'planned', published: false, publishedAt: '2026-05-05' }),
    file({ slug: 'new', publishedAt: '2026-03-01' }),
  ]).map(({ slug }) => slug);
  expect(slugs).toEqual(['new', 'a', 'b', 'old']);
});

test('reading time is words / 200, rounded up (BLOG-09)', () => {
  expect([1, 200, 201, 1_000, 1_001].map(readingTime)).toEqual([1, 1, 2, 5, 6]);
  const [article] = readArticles([
    file({}, `## w w\n\n${WORDS(598)} **[w](https://example.com/)**`),
  ]);
  expect(article?.readingTime).toBe(4);
});

test('four categories, each with its colour and its number of articles (BLOG-15 BLOG-16)', () => {
  const posts = [{ category: 'news' }, { category: 'tutorials' }, { category: 'news' }] as const;
  const found = categoriesOf(posts);
  expect(found.map(({ slug, color, postCount }) => [slug, color, postCount])).toEqual([
    ['bitcoin-basics', 'amber', 0],
    ['family-finance', 'green', 0],
    ['tutorials', 'blue', 1],
    ['news', 'red', 2],
  ]);
  expect(colorOf('constructor')).toBe('blue');
  expect(colorOf('gardening')).toBe('blue');
});

test('a search looks at title, excerpt and tags in any case, within the category (BLOG-02 BLOG-03)', () => {
  const post = {
    title: 'What an XPUB shows',
    excerpt: 'Keys',
    tags: ['watch-only'],
    category: 'news',
  };
  expect(matches(post, 'fees', '')).toBe(false);
  expect(matches(post, 'news', '')).toBe(false);
  expect(matches(post, 'xpub', 'tutorials')).toBe(false);
  for (const words of ['', ' xpub ', 'KEYS', 'Watch-Only', 'an x'])
    expect(matches(post, words, 'news'), words).toBe(true);
});

test('an age is shown in the largest unit that fits, never in the future (BLOG-09)', () => {
  const today = '2026-11-21';
  const ages = ['2026-11-22', '2026-11-21', '2026-11-15', '2026-11-14', '2026-10-23', '2026-10-22'];
  expect(ages.map((day) => ageOf(day, today))).toEqual([
    { value: 0, unit: 'day' },
    { value: 0, unit: 'day' },
    { value: 6, unit: 'day' },
    { value: 1, unit: 'week' },
    { value: 4, unit: 'week' },
    { value: 1, unit: 'month' },
  ]);
  expect(ageOf('2025-11-22', today)).toEqual({ value: 11, unit: 'month' });
  expect(ageOf('2025-11-21', today)).toEqual({ value: 1, unit: 'year' });
  expect(ageOf('2024-11-20', today)).toEqual({ value: 2, unit: 'year' });
});

test('the title of the tab is metaTitle, or the title with the blog’s name (BLOG-18)', () => {
  expect(pageTitle({ title: 'A first allowance', metaTitle: 'Allowance in sats' })).toBe(
    'Allowance in sats',
  );
  expect(pageTitle({ title: 'A first allowance', metaTitle: '' })).toBe(
    'A first allowance · Satling Blog',
  );
});

test('the feed names every article by its whole address, and escapes its words', () => {
  const xml = feed(readArticles([file({ title: 'Sats & <units>', publishedAt: '2026-11-08' })]));
  expect(xml).toContain(
    '<item><title>Sats &amp; &lt;units&gt;</title><link>{{publicUrl}}/blog/one',
  );
  expect(xml).toContain('<pubDate>Sun, 08 Nov 2026 00:00:00 GMT</pubDate>');
});

describe('the articles in content/blog', () => {
  const all = readArticles(
    globSync('content/blog/*.md').map((path) => ({
      name: path.replaceAll('\\', '/').split('/').at(-1) as string,
      text: readFileSync(path, 'utf8'),
    })),
  );

  test('are at least twelve, in every category', () => {
    expect(all.length).toBeGreaterThanOrEqual(12);
    for (const category of CATEGORIES)
      expect(all.filter((one) => one.category === category).length).toBeGreaterThan(0);
  });

  test('have their own titles and descriptions', () => {
    for (const field of ['title', 'metaTitle', 'metaDescription', 'excerpt'] as const)
      expect(new Set(all.map((one) => one[field])).size, field).toBe(all.length);
  });
});

test('the article on two homes says for how long a closed book is restored (T59)', () => {
  const text = readFileSync('content/blog/one-child-two-homes.md', 'utf8');
  const [closing] = text.match(/^.*closing one child's book.*$/m) ?? [];
  expect(closing).toContain(`for ${RESTORE_HOURS} hours each of them can restore it`);
  for (const file of globSync('content/blog/*.md'))
    expect(readFileSync(file, 'utf8'), file).not.toMatch(/book[^.]*cannot be undone/i);
});
