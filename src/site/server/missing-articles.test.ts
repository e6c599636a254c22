/** Addresses below /blog/ without a page. */
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { mountMissingArticles } from './missing-articles.ts';

const PAGES = { missing: '<p>Article Not Found</p>', failed: '<p>Error Loading Article</p>' };

async function ask(isArticle: (slug: string) => Promise<boolean>) {
  const app = fastify();
  app.get('/blog/built', (_, reply) => reply.send('the article'));
  mountMissingArticles(app, PAGES, isArticle);
  const reply = await app.inject('/blog/some-article');
  const built = await app.inject('/blog/built');
  await app.close();
  expect(built.body).toBe('the article');
  return [reply.statusCode, reply.headers['content-type'], reply.body];
}

const HTML = 'text/html; charset=utf-8';

test('an article that does not exist is a 404 page (BLOG-13 BLOG-24)', async () => {
  expect(await ask(async () => false)).toEqual([404, HTML, PAGES.missing]);
});

test('an article without a page, or articles that cannot be read, are a 500 page (BLOG-25)', async () => {
  expect(await ask(async () => true)).toEqual([500, HTML, PAGES.failed]);
  expect(await ask(() => Promise.reject(new Error('content/blog/a.md: title')))).toEqual([
    500,
    HTML,
    PAGES.failed,
  ]);
});
