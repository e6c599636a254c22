/** The public pages, the site map and robots.txt, served with this server's own address. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mountPublicPages } from './public-pages.ts';
import { siteValues } from './site-settings.ts';

let folder: string;
let app: FastifyInstance;
const PAGE = '<link rel="canonical" href="https://book.example/how-it-works"><p>Guide</p>';

beforeAll(async () => {
  folder = `${mkdtempSync(join(tmpdir(), 'satling-site-'))}/`;
  mkdirSync(`${folder}site/blog`, { recursive: true });
  writeFileSync(
    `${folder}site/how-it-works.html`,
    '<link rel="canonical" href="{{publicUrl}}/how-it-works"><p>Guide</p>',
  );
  writeFileSync(`${folder}site/blog/one.html`, '<p>One</p>');
  writeFileSync(
    `${folder}site.json`,
    JSON.stringify([
      { path: '/how-it-works', file: 'site/how-it-works.html' },
      { path: '/blog/one', file: 'site/blog/one.html', changed: '2026-11-02' },
    ]),
  );
  app = fastify();
  mountPublicPages(app, folder, siteValues('https://book.example'));
  await app.ready();
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers = {}) => app.inject({ url, headers });

test('a page is served at its address, with the server’s own address as canonical (PLAT-37 PLAT-41)', async () => {
  expect((await get('/nothing')).statusCode).toBe(404);
  const reply = await get('/how-it-works');
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(reply.body).toBe(PAGE);
  expect((await get('/blog/one')).body).toBe('<p>One</p>');
});

test('HEAD answers without a body', async () => {
  const reply = await app.inject({ method: 'HEAD', url: '/how-it-works' });
  expect(reply.statusCode).toBe(200);
  expect(reply.body).toBe('');
});

test('compressed copies hold the same filled page', async () => {
  const br = await get('/how-it-works', { 'accept-encoding': 'gzip, br' });
  expect(br.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(PAGE);
  const gzip = await get('/how-it-works', { 'accept-encoding': 'gzip, br;q=0' });
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(PAGE);
  const plain = await get('/how-it-works', { 'accept-encoding': 'identity' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body).toBe(PAGE);
});

test('a browser that has the page already gets 304', async () => {
  const { etag } = (await get('/how-it-works')).headers;
  const again = await get('/how-it-works', { 'if-none-match': String(etag) });
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe('');
  expect((await get('/how-it-works', { 'if-none-match': '"old"' })).statusCode).toBe(200);
});

test('the site map and robots.txt name every public page by its whole address', async () => {
  const map = await get('/sitemap.xml');
  expect(map.headers['content-type']).toContain('application/xml');
  expect(map.body).toContain('<url><loc>https://book.example/how-it-works</loc></url>');
  expect(map.body).toContain(
    '<loc>https://book.example/blog/one</loc><lastmod>2026-11-02</lastmod>',
  );
  const robots = (await get('/robots.txt')).body;
  expect(robots).toContain('Sitemap: https://book.example/sitemap.xml');
  expect(robots).toContain('Disallow: /dashboard');
});
