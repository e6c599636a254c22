/**
 * A cold start on a slow phone, with Lighthouse's mobile throttling (slow 4G, a processor four
 * times slower): when the largest part of a page is painted. Home against the smallest page of its
 * kind (bench/floor: the same libraries, one route, the same call), Activity against Home, and the
 * landing page against the same HTML and style without any script. Medians. Cookies are put into
 * the browser, not into the requests, because the page itself checks whether someone is signed in.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import serveStatic from '@fastify/static';
import fastify from 'fastify';
import lighthouse from 'lighthouse';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { connect } from '#server/db/database.ts';
import { cookieOf, type Listening, listen, startApp } from './support/app.ts';
import { launch } from './support/browser.ts';
import { type BenchServer, startServer } from './support/database.ts';
import { ordinaryFamily } from './support/families.ts';
import { alternate, log, median, report } from './support/measure.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const DEBUG_PORT = 9_378;

const server = await startServer();
try {
  await bench(server);
} finally {
  await server.close();
}

async function bench(on: BenchServer): Promise<void> {
  const db = connect(await on.fresh());
  const { session } = await ordinaryFamily(db);
  const app = await startApp(db);
  const reply = await fetch(`http://localhost:${app.port}/api/dashboard`, {
    headers: { cookie: cookieOf(session) },
  });
  const floor = await startFloor(await reply.text());
  const still = await startStill();
  const browser = await launch([`--remote-debugging-port=${DEBUG_PORT}`]);
  const look = (port: number, path: string) => paintedAt(browser, port, path, session);
  try {
    const seen = await alternate(ROUNDS, {
      least: () => look(floor.port, '/dashboard'),
      home: () => look(app.port, '/dashboard'),
      activity: () => look(app.port, '/activity'),
      still: () => look(still.port, '/'),
      landing: () => look(app.port, '/'),
    });
    const ms = (of: keyof typeof seen) => median(seen[of]);
    for (const name of Object.keys(seen) as (keyof typeof seen)[])
      log(`  ${name}, ms: ${ms(name).toFixed(0)}`);
    report('interactive: Home / the least page', ms('home') / ms('least'), '≤ 1.25');
    report('interactive: Activity / Home', ms('activity') / ms('home'), '≤ 1.4');
    report('interactive: landing page / without script', ms('landing') / ms('still'), '≤ 1.3');
  } finally {
    await browser.close();
    await Promise.all([app.close(), floor.close(), still.close()]);
    await db.close();
  }
}

/**
 * ms until the largest part of the page is there. Only the landing page is visited without a
 * sign-in. On a busy machine Lighthouse sometimes can't tell; then it tries again, three times at
 * most.
 */
async function paintedAt(
  browser: Browser,
  port: number,
  path: string,
  session: string,
  tries = 3,
): Promise<number> {
  if (path !== '/') await signIn(browser, session);
  const result = await lighthouse(`http://localhost:${port}${path}`, {
    port: DEBUG_PORT,
    logLevel: 'error',
    onlyCategories: ['performance'],
  });
  const { finalDisplayedUrl = 'about:blank', audits = {} } = result?.lhr ?? {};
  const ended = new URL(finalDisplayedUrl).pathname;
  if (ended !== path) throw new Error(`It was not ${path} that was measured, but ${ended}`);
  const ms = audits['largest-contentful-paint']?.numericValue;
  if (ms === undefined && tries > 1) return paintedAt(browser, port, path, session, tries - 1);
  if (ms === undefined) throw new Error(`Lighthouse did not say when ${path} was painted`);
  return ms;
}

/** Before each run, because Lighthouse clears what the browser stores for the address. */
async function signIn(browser: Browser, session: string): Promise<void> {
  const common = { domain: 'localhost', path: '/', secure: true, sameSite: 'Lax' as const };
  const devtools = await browser.newBrowserCDPSession();
  await devtools.send('Storage.setCookies', {
    cookies: [
      { name: '__Host-session', value: session, httpOnly: true, ...common },
      { name: 'signed_in', value: '1', ...common },
    ],
  });
  await devtools.detach();
}

async function startFloor(answer: string): Promise<Listening> {
  const outDir = mkdtempSync(join(tmpdir(), 'satling-floor-'));
  const root = fileURLToPath(new URL('./floor', import.meta.url));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { outDir, modulePreload: { polyfill: false } },
  });
  const app = fastify();
  const packed = (type: string, body: Buffer | string) => ({
    type,
    body: brotliCompressSync(body),
  });
  const files = new Map([
    ['/dashboard', packed('text/html; charset=utf-8', readFileSync(join(outDir, 'index.html')))],
    ['/api/dashboard', packed('application/json; charset=utf-8', answer)],
  ]);
  app.get('/*', (request, reply) => {
    const path = request.url;
    const file = /^\/assets\/[\w.-]+$/.test(path)
      ? packed('text/javascript', readFileSync(join(outDir, path)))
      : files.get(path);
    if (!file) return reply.code(404).send();
    return reply.type(file.type).header('content-encoding', 'br').send(file.body);
  });
  app.addHook('onClose', async () => rmSync(outDir, { recursive: true, force: true }));
  return listen(app);
}

/** The built landing page without its scripts; everything it refers to is unchanged. */
async function startStill(): Promise<Listening> {
  const root = fileURLToPath(new URL('../dist/web/', import.meta.url));
  const html = readFileSync(`${root}site/index.html`, 'utf8')
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link\b[^>]*rel="modulepreload"[^>]*>/g, '');
  const body = brotliCompressSync(html);
  const app = fastify();
  await app.register(serveStatic, { root, wildcard: false, index: false, preCompressed: true });
  app.get('/', (_, reply) =>
    reply.type('text/html; charset=utf-8').header('content-encoding', 'br').send(body),
  );
  return listen(app);
}
