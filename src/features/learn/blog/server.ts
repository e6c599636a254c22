/** The blog's calls: articles from files, views from the counter. */

import type { FastifyInstance } from 'fastify';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { networkOf } from '#features/people/auth/rules.ts';
import type { Services } from '#server/http/context.ts';
import { lasting } from '#server/http/lasting.ts';
import { memoryLimiter } from '#server/http/limits.ts';
import type { Handlers } from '#server/http/mount.ts';
import type { Article } from './article.ts';
import type { blog, Post } from './contract.ts';
import { categoriesOf, PAGE_SIZE } from './rules.ts';
import { viewCounter } from './views.ts';

/** Per network: enough for a whole class, too little for an endless loop. */
const VIEWS = { points: 60, seconds: 60 };

/** Reads files, and loads their parsers, on the first request for an article. */
const read = async () => (await import('./articles.ts')).articles();

export function blogHandlers({ db }: Services, app: FastifyInstance): Handlers<typeof blog> {
  const views = viewCounter(db.app, (err) => app.log.error({ err }, 'views are not written down'));
  const mayCount = memoryLimiter(VIEWS);
  const shelf = newShelf();
  app.addHook('onClose', () => views.flush());
  return {
    posts: async ({ category, limit = PAGE_SIZE, content }) => {
      const found = (await read()).filter((one) => !category || one.category === category);
      const count = await views.all();
      return shelf(found.slice(0, limit), count, content);
    },

    categories: async () => categoriesOf(await read()),

    post: async ({ slug, content }) => {
      const article = await find(slug);
      return asPost(article, (await views.all())(slug), content);
    },

    view: async ({ slug }, { request }) => {
      await find(slug);
      if (!(await mayCount(networkOf(request.ip))))
        throw new Refusal('RATE_LIMITED', because('TOO_MANY_CALLS'));
      views.count(slug);
      return { viewCount: (await views.all())(slug) };
    },
  };
}

/** Maximum number of cached lists; the blog's page and its categories use fewer. */
const MOST_LISTS = 8;

/** Reuses a list until one of its articles is opened. */
function newShelf() {
  const lists = new Map<string, Post[]>();
  return (
    found: readonly Article[],
    count: (slug: string) => number,
    content: 'none' | undefined,
  ): Post[] => {
    const key = JSON.stringify([content, ...found.map(({ slug }) => [slug, count(slug)])]);
    const list =
      lists.get(key) ?? lasting(found.map((one) => asPost(one, count(one.slug), content)));
    lists.delete(key);
    lists.set(key, list);
    const [oldest] = lists.keys();
    if (lists.size > MOST_LISTS) lists.delete(oldest as string);
    return list;
  };
}

/** @throws Error if the files can't be read */
export const isArticle = async (slug: string): Promise<boolean> =>
  (await read()).some((one) => one.slug === slug);

async function find(slug: string): Promise<Article> {
  const article = (await read()).find((one) => one.slug === slug);
  if (!article) throw new Refusal('NOT_FOUND', because('POST_NOT_FOUND'), 'slug');
  return article;
}

function asPost(article: Article, viewCount: number, content: 'none' | undefined): Post {
  const { slug, blocks: _, published: __, drawing: ___, content: text, ...fields } = article;
  return { id: slug, slug, ...fields, viewCount, ...(content !== 'none' && { content: text }) };
}
