/** The blog's calls on a real database. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { articles } from './articles.ts';
import type { Category, Post } from './contract.ts';
import { viewCounter } from './views.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const SLUG = 'a-first-allowance';
const get = (path: string, from = app) => from.visitor().get(`/api/blog/${path}`);
const view = (slug: string, ip?: string, from = app) =>
  from.visitor(ip).send('POST', `/api/blog/posts/${slug}/views`);
const posts = async (query = '') => (await get(`posts${query}`)).body as Post[];
const viewsOf = async (slug: string, from = app) =>
  ((await get(`posts/${slug}`, from)).body as Post).viewCount;

test('an article that does not exist is not found (BLOG-13 BLOG-27)', async () => {
  for (const slug of ['no-such-article', 'A', '..%2Fnews', 'x'.repeat(81)]) {
    const reply = await get(`posts/${slug}`);
    expect(reply.status, slug).toBe(404);
    expect((await view(slug)).status, slug).toBe(404);
  }
  expect((await get('posts/no-such-article')).body).toMatchObject({
    message: 'Blog post not found',
    code: 'NOT_FOUND',
  });
});

test('articles show the day they were written: none is older than this program', () => {
  const early = articles().filter(({ publishedAt }) => publishedAt < '2026-11-21');
  expect(early.map(({ slug }) => slug)).toEqual([]);
});

test('a limit that is none, or an unknown field, is refused (BLOG-10)', async () => {
  for (const query of [
    '?limit=0',
    '?limit=101',
    '?limit=x',
    '?limit=1e1',
    '?page=2',
    '?content=all',
  ])
    expect((await get(`posts${query}`)).status, query).toBe(400);
});

test('the newest twenty, as many as asked for, or those of one category (BLOG-10 BLOG-11)', async () => {
  const all = articles();
  expect(all.length).toBeGreaterThan(20);
  expect((await posts()).map(({ slug }) => slug)).toEqual(all.slice(0, 20).map((a) => a.slug));
  expect(await posts('?limit=20')).toHaveLength(20);
  expect(await posts('?limit=3')).toHaveLength(3);
  expect(await posts('?limit=100')).toHaveLength(all.length);
  const news = await posts('?category=news&limit=20');
  expect(news.map(({ slug }) => slug)).toEqual(
    all.filter(({ category }) => category === 'news').map(({ slug }) => slug),
  );
  expect(await posts('?category=gardening')).toEqual([]);
});

test('an article has these fields, and no others (BLOG-14)', async () => {
  const reply = await get(`posts/${SLUG}`);
  expect(reply.status).toBe(200);
  const article = articles().find(({ slug }) => slug === SLUG);
  expect(reply.body).toEqual({
    id: SLUG,
    slug: SLUG,
    title: article?.title,
    excerpt: article?.excerpt,
    content: article?.content,
    category: 'family-finance',
    tags: article?.tags,
    featured: true,
    readingTime: article?.readingTime,
    viewCount: 0,
    publishedAt: '2026-11-21',
    metaTitle: article?.metaTitle,
    metaDescription: article?.metaDescription,
    keywords: article?.keywords,
  });
  expect((await posts()).find(({ slug }) => slug === SLUG)).toEqual(reply.body);
  const { content: _, ...light } = reply.body as Post;
  expect((await get(`posts/${SLUG}?content=none`)).body).toEqual(light);
  expect((await posts('?content=none')).find(({ slug }) => slug === SLUG)).toEqual(light);
});

test('the categories (BLOG-12 BLOG-15 BLOG-16)', async () => {
  const categories = (await get('categories')).body as Category[];
  expect(categories.map(({ name, color }) => `${name} ${color}`)).toEqual([
    'Bitcoin Basics amber',
    'Family Finance green',
    'Tutorials blue',
    'News red',
  ]);
  for (const one of categories) {
    expect(Object.keys(one).sort()).toEqual(['color', 'id', 'name', 'postCount', 'slug']);
    const listed = await posts(`?category=${one.slug}&limit=100`);
    expect(one.postCount).toBe(listed.length);
  }
});

test('views are counted, survive a restart, and add up over instances (BLOG-14)', async () => {
  const first = await startApp();
  const second = await startApp({ address: first.address });
  expect(await viewsOf('chores-and-pay', first)).toBe(0);
  expect((await view('chores-and-pay', undefined, first)).body).toEqual({ viewCount: 1 });
  expect((await view('chores-and-pay', undefined, first)).body).toEqual({ viewCount: 2 });
  await view('chores-and-pay', undefined, second);
  await view('fees-explained', undefined, second);
  await Promise.all([first.app.close(), second.app.close()]);
  const third = await startApp({ address: first.address });
  expect(await viewsOf('chores-and-pay', third)).toBe(3);
  expect(await viewsOf('fees-explained', third)).toBe(1);
  expect(await viewsOf('sats-and-units', third)).toBe(0);
  const columns = await third.db.owner<{ name: string }[]>`
    SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'blog_view'`;
  expect(columns.map(({ name }) => name).sort()).toEqual(['slug', 'views']);
  for (const one of [first, second, third]) await one.close();
});

test('views that the database refuses are kept, and written the next time (BLOG-14)', async () => {
  const other = await startApp();
  const failures: unknown[] = [];
  const counter = viewCounter(other.db.app, (error) => failures.push(error));
  counter.count(SLUG);
  counter.count('not a row'.repeat(20));
  await expect(counter.flush()).rejects.toThrow();
  expect((await counter.all())(SLUG)).toBe(1);
  await other.db.owner`ALTER TABLE blog_view DROP CONSTRAINT blog_view_slug_check`;
  await counter.flush();
  await counter.flush();
  const [row] = await other.db.owner`SELECT views FROM blog_view WHERE slug = ${SLUG}`;
  expect(row).toEqual({ views: 1n });
  await other.close();
});

test('one network cannot count without end, and takes nothing from another (BLOG-14)', async () => {
  const replies = [];
  for (let i = 0; i < 61; i++) replies.push(await view('sats-and-units', '198.51.100.7'));
  expect(replies.map(({ status }) => status)).toEqual([...Array(60).fill(200), 429]);
  expect((await view('sats-and-units', '203.0.113.9')).body).toEqual({ viewCount: 61 });
});
