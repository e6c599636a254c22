/** /blog: the page as built, and its script's part. */
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aPost, manyArticles } from '#tests/web/articles.ts';
import { sentTo, serve } from '#tests/web/support.tsx';
import { MessagesProvider } from '#web/messages/messages-provider.tsx';
import { COLORS } from '../rules.ts';
import { showAges } from './ages.ts';
import { BlogPage } from './blog-page.tsx';
import { startBlog } from './blog-script.ts';

const POSTS = 'GET /api/blog/posts';
const CATEGORIES = 'GET /api/blog/categories';
const read = (count: number) =>
  [200, manyArticles(count).map((one, i) => aPost(1_000 + i, one))] as const;
const counted = [
  200,
  [{ id: 'news', slug: 'news', name: 'News', color: COLORS[0], postCount: 77 }],
] as const;

beforeEach(() => {
  document.documentElement.lang = 'en';
  history.replaceState(null, '', '/blog');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = (count: number) =>
  render(
    <MessagesProvider>
      <BlogPage posts={manyArticles(count)} />
    </MessagesProvider>,
  );

/** The page with its script, once the numbers load. */
async function start(count = 9) {
  const sent = serve({ [POSTS]: read(count), [CATEGORIES]: counted });
  show(count);
  await startBlog();
  return sent;
}

const list = () => document.querySelector('[data-list]') as HTMLElement;
const titles = () =>
  [...list().querySelectorAll<HTMLElement>('.posts > li')]
    .filter(({ hidden }) => !hidden)
    .map((item) => item.querySelector('h3')?.textContent);
const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search articles' });
const category = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Category' });
function type(words: string) {
  search().value = words;
  search().dispatchEvent(new Event('input', { bubbles: true }));
}
function pick(slug: string) {
  category().value = slug;
  category().dispatchEvent(new Event('input', { bubbles: true }));
}

describe('as built', () => {
  test('without articles it says so, and offers no filter (BLOG-08 BLOG-28)', async () => {
    show(0);
    await startBlog();
    expect(screen.getByRole('heading', { name: 'No articles yet' })).toBeTruthy();
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(screen.queryByText('No articles found')).toBeNull();
  });

  test('three are featured, not a fourth (BLOG-04)', () => {
    show(9);
    const featured = screen.getByRole('region', { name: 'Featured articles' });
    expect(within(featured).getAllByRole('heading', { level: 3 })).toHaveLength(3);
  });

  test('every article is listed with what a card shows (BLOG-05 BLOG-09)', () => {
    show(23);
    const cards = within(list()).getAllByRole('article');
    expect(cards).toHaveLength(23);
    const card = within(cards[1] as HTMLElement);
    const link = card.getByRole('link', { name: 'Article number 1' });
    expect(link.getAttribute('href')).toBe('/blog/article-1');
    expect(cards[1]?.className).toContain('tint-family-finance');
    for (const words of [
      'Family Finance',
      'Where the words belong.',
      '5 min read',
      'November 8, 2026',
    ])
      expect(card.getByText(words)).toBeTruthy();
    expect(card.getByText('–').getAttribute('data-views')).toBe('article-1');
  });

  test('the dropdown has all categories that have articles, each with its count (BLOG-03)', () => {
    show(3);
    expect([...category().options].map(({ text }) => text)).toEqual([
      'All Categories',
      'Bitcoin Basics (1)',
      'Family Finance (1)',
      'Tutorials (1)',
    ]);
  });
});

describe('the script', () => {
  test('a search without results says so, and the filters can be cleared (BLOG-07 BLOG-28)', async () => {
    await start();
    pick('news');
    type('number 0');
    expect(titles()).toEqual([]);
    const heading = screen.getByText('No articles found');
    expect(heading.closest('[data-empty]')?.hasAttribute('hidden')).toBe(false);
    screen.getByRole('button', { name: 'Clear filters' }).click();
    expect(titles()).toHaveLength(9);
    expect([search().value, category().value, location.search]).toEqual(['', '', '']);
    expect(heading.closest('[data-empty]')?.hasAttribute('hidden')).toBe(true);
  });

  test('words are found in title, excerpt and tags, in any case (BLOG-02)', async () => {
    await start();
    type('NUMBER 7');
    expect(titles()).toEqual(['Article number 7']);
    type('Tag-3');
    expect(titles()).toEqual(['Article number 3']);
    type('words BELONG');
    expect(titles()).toHaveLength(9);
  });

  test('a category is chosen in the dropdown or by its tile, and appears in the URL (BLOG-03 BLOG-06)', async () => {
    await start();
    pick('tutorials');
    expect(titles()).toEqual(['Article number 2', 'Article number 6']);
    expect(location.search).toBe('?category=tutorials');
    expect(document.querySelector('[data-featured]')?.hasAttribute('hidden')).toBe(true);
    screen.getByRole('button', { name: /^News/ }).click();
    expect(titles()).toEqual(['Article number 3', 'Article number 7']);
    expect(category().value).toBe('news');
    expect(document.activeElement?.textContent).toBe('All articles');
  });

  test('the filter in a URL is applied; an unknown category is ignored (BLOG-02 BLOG-03)', async () => {
    history.replaceState(null, '', '/blog?q=number+7&category=news');
    await start();
    expect(titles()).toEqual(['Article number 7']);
    cleanup();
    history.replaceState(null, '', '/blog?category=gardening');
    await start();
    expect(titles()).toHaveLength(9);
    expect(category().value).toBe('');
  });

  test('twenty at a time (BLOG-11)', async () => {
    await start(45);
    expect(titles()).toHaveLength(20);
    const more = screen.getByRole('button', { name: 'Show more articles' });
    more.click();
    expect(titles()).toHaveLength(40);
    expect(document.activeElement?.textContent).toBe('Article number 20');
    more.click();
    expect(titles()).toHaveLength(45);
    expect(more.hidden).toBe(true);
    pick('news');
    expect(titles()).toHaveLength(11);
  });

  test('views and counts come from the calls; until then a dash (BLOG-09 BLOG-10 BLOG-12 BLOG-28)', async () => {
    const sent = serve({ [POSTS]: read(9), [CATEGORIES]: counted });
    show(9);
    const done = startBlog();
    const views = () => list().querySelector('[data-views=article-8]')?.textContent;
    expect([views(), list().ariaBusy]).toEqual(['–', 'true']);
    await done;
    expect([views(), list().ariaBusy]).toEqual(['1,008', null]);
    expect(screen.getByRole('button', { name: /^News/ }).textContent).toContain('77');
    expect(category().options[4]?.text).toBe('News (77)');
    expect(sentTo(sent, POSTS)[0]?.url).toBe('/api/blog/posts?limit=100&content=none');
  });

  test.each([
    ['Failed to fetch posts', [500, undefined], counted],
    ['Failed to fetch categories', read(9), 'offline'],
  ] as const)(
    '%s: it says so, everything can be read, and it can be tried again (BLOG-27 BLOG-28)',
    async (text, posts, categories) => {
      serve({ [POSTS]: [posts, read(9)], [CATEGORIES]: [categories, counted] });
      show(9);
      await startBlog();
      const alert = screen.getByRole('alert');
      const shown = () =>
        [...alert.querySelectorAll<HTMLElement>('[data-failure]')]
          .filter((line) => !line.hidden && !line.closest('div')?.hidden)
          .map((line) => line.textContent);
      expect(shown()).toEqual([text]);
      expect(titles()).toHaveLength(9);
      screen.getByRole('button', { name: 'Try Again' }).click();
      await waitFor(() => expect(shown()).toEqual([]));
      expect(list().querySelector('[data-views=article-0]')?.textContent).toBe('1,000');
    },
  );

  test('the page says how long ago an article was published (BLOG-09)', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 12) });
    await start(1);
    expect(list().querySelector('time')?.textContent).toBe('last week');
  });

  test('a date becomes an age, and the date stays in its title (BLOG-09)', () => {
    show(1);
    showAges(document.body, new Date(2026, 10, 21, 12));
    const time = list().querySelector('time');
    expect(time?.textContent).toBe('last week');
    expect(time?.title).toBe('November 8, 2026');
  });
});
