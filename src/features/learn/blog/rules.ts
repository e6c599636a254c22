/** Categories and their colors, reading time, age, and matching searches. Pure. */
import { type CivilDate, daysBetween } from '#core/calendar.ts';

export const CATEGORIES = ['bitcoin-basics', 'family-finance', 'tutorials', 'news'] as const;
export type CategorySlug = (typeof CATEGORIES)[number];

export const COLORS = ['amber', 'green', 'blue', 'red'] as const;
export type Color = (typeof COLORS)[number];

export const PAGE_SIZE = 20;

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

/** Blue if the category has no color. */
export const colorOf = (category: string): Color =>
  Object.hasOwn(COLOR_OF, category) ? (COLOR_OF[category] as Color) : 'blue';

export const categoriesOf = (posts: readonly { category: CategorySlug }[]) =>
  CATEGORIES.map((slug) => ({
    id: slug,
    slug,
    name: NAMES[slug],
    color: colorOf(slug),
    postCount: posts.filter(({ category }) => category === slug).length,
  }));

type Searched = { title: string; excerpt: string; tags: readonly string[]; category: string };

/** `words` in title, excerpt or a tag, ignoring case; an empty category matches every category. */
export function matches(post: Searched, words: string, category: string): boolean {
  const wanted = words.trim().toLocaleLowerCase('en');
  return (
    (category === '' || post.category === category) &&
    [post.title, post.excerpt, ...post.tags].some((one) =>
      one.toLocaleLowerCase('en').includes(wanted),
    )
  );
}

/** The title of the browser tab. */
export const pageTitle = ({ metaTitle, title }: { metaTitle: string; title: string }): string =>
  metaTitle === '' ? `${title} · Satling Blog` : metaTitle;

export type Age = { readonly value: number; readonly unit: 'day' | 'week' | 'month' | 'year' };

/** The age of a date, in the largest unit that fits; never in the future. */
export function ageOf(published: CivilDate, today: CivilDate): Age {
  const days = Math.max(0, daysBetween(published, today));
  if (days < 7) return { value: days, unit: 'day' };
  if (days < 30) return { value: Math.floor(days / 7), unit: 'week' };
  if (days < 365) return { value: Math.floor(days / 30.4375) || 1, unit: 'month' };
  return { value: Math.floor(days / 365.25) || 1, unit: 'year' };
}
