/**
 * Addresses below /blog/ without a page: a missing article is 404; one that exists but has no page
 * (or can't be read) is our fault, and the page says so with 500.
 */
import type { FastifyInstance } from 'fastify';

type Pages = { readonly missing: string; readonly failed: string };

export function mountMissingArticles(
  app: FastifyInstance,
  { missing, failed }: Pages,
  isArticle: (slug: string) => Promise<boolean>,
): void {
  app.get<{ Params: { slug: string } }>('/blog/:slug', async ({ params, log }, reply) => {
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8');
    try {
      if (!(await isArticle(params.slug))) return reply.code(404).send(missing);
      log.error(`The article ${params.slug} has no page: build again`);
    } catch (err) {
      log.error({ err }, 'The articles cannot be read');
    }
    return reply.code(500).send(failed);
  });
}
