/** Categories and their colours, reading time, and what a search finds. Pure. */
import { CATEGORIES, type Category, type CategorySlug, type Color } from './contract.ts';

const WORDS_A_MINUTE = 200;

/** Minutes. */
export const readingTime = (words: number): number => Math.ceil(words / WORDS_A_MINUTE);

const NAMES: Readonly<Record<CategorySlug, string>> = {
  'bitcoin-basics': 'Bitcoin Basics',
  'family-finance': 'Family Finance',
  tutorials: 'Tutorials',
  news: 'News',
};

const COLOR_OF: Readonly<Record<string, Color>> = {
  'bitcoin-basics': 'amber',
  'family-finance': 'green',
  tutorials: 'blue',
  news: 'red',
};

/** Blue for a category that nobody gave a colour. */
export const colorOf = (category: string): Color =>
  Object.hasOwn(COLOR_OF, category) ? (COLOR_OF[category] as Color) : 'blue';

export const categoriesOf = (posts: readonly { category: CategorySlug }[]): Category[] =>
  CATEGORIES.map((slug) => ({
    id: slug,
    slug,
    name: NAMES[slug],
    color: colorOf(slug),
    postCount: posts.filter(({ category }) => category === slug).length,
  }));

type Searched = { title: string; excerpt: string; tags: readonly string[]; category: string };

/** `words` in title, excerpt or a tag, whatever their case; an empty category is every category. */
export function matches(post: Searched, words: string, category: string): boolean {
  const wanted = words.trim().toLocaleLowerCase('en');
  return (
    (category === '' || post.category === category) &&
    [post.title, post.excerpt, ...post.tags].some((one) =>
      one.toLocaleLowerCase('en').includes(wanted),
    )
  );
}
