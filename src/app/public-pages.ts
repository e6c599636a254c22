/**
 * Serves the public pages that the build made (dist/web/site.json lists them), the site map and
 * robots.txt, each with this server's own address in it.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { textFile } from '#server/http/text-file.ts';
import { fill, type Values } from './fill.ts';

type Listed = { path: string; file: string; changed?: string };

/** Pages that are nobody's but the family's, and calls. */
const PRIVATE = ['/api/', '/admin', '/dashboard', '/auth/', '/onboarding', '/invitation'];

export function mountPublicPages(app: FastifyInstance, folder: string, values: Values): void {
  const list = `${folder}site.json`;
  const pages: Listed[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  for (const { path, file } of pages) {
    const page = fill(readFileSync(folder + file, 'utf8'), values);
    app.get(path, textFile(page, 'text/html; charset=utf-8'));
  }
  app.get('/sitemap.xml', textFile(fill(siteMap(pages), values), 'application/xml; charset=utf-8'));
  app.get('/robots.txt', textFile(fill(robots(), values), 'text/plain; charset=utf-8'));
}

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
