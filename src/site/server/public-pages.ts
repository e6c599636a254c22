/**
 * Serves the public pages made by the build (listed in dist/web/site.json), the site map and
 * robots.txt, each with this server's own address.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { isArticle } from '#features/learn/blog/server.ts';
import { textFile } from '#server/http/text-file.ts';
import { fill, type Values } from './fill.ts';
import { mountMissingArticles } from './missing-articles.ts';

type Listed = { path: string; file: string; changed?: string; type?: string; status?: number };

/** Private pages, and calls. */
const PRIVATE = ['/api/', '/admin', '/dashboard', '/auth/', '/onboarding', '/invitation'];

export function mountPublicPages(app: FastifyInstance, folder: string, values: Values): void {
  const list = `${folder}site.json`;
  const pages: Listed[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  const filled = ({ file }: Listed) => fill(readFileSync(folder + file, 'utf8'), values);
  for (const page of pages.filter(({ status }) => !status))
    app.get(page.path, textFile(filled(page), page.type ?? 'text/html; charset=utf-8'));
  const [missing, failed] = [404, 500].map((code) => pages.find(({ status }) => status === code));
  if (missing && failed)
    mountMissingArticles(app, { missing: filled(missing), failed: filled(failed) }, isArticle);
  app.get(
    '/sitemap.xml',
    textFile(fill(siteMap(pages.filter(isListed)), values), 'application/xml; charset=utf-8'),
  );
  app.get('/robots.txt', textFile(fill(robots(), values), 'text/plain; charset=utf-8'));
}

const isListed = ({ status, type }: Listed): boolean => !status && !type;

/** sitemaps.org 0.9 */
function siteMap(pages: readonly Listed[]): string {
  const one = ({ path, changed }: Listed) =>
    `<url><loc>{{publicUrl}}${path}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages.map(one),
    '</urlset>',
    '',
  ].join('\n');
}

function robots(): string {
  return [
    'User-agent: *',
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    'Allow: /',
    'Sitemap: {{publicUrl}}/sitemap.xml',
    '',
  ].join('\n');
}
