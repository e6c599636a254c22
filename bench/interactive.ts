/**
 * When a parent's dashboard can be used, from an empty cache under Lighthouse's mobile throttling,
 * against the least page of the kind (bench/floor): the same libraries, one route, the same call,
 * its answer shown as it comes, packed as ours is. Medians. Cookies are put into the browser, not
 * into the requests: the page itself checks whether someone is signed in.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
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
/** ms, quoted: the usual product of the kind. */
const HUB_INTERACTIVE = 5_206;

const server = await startServer();
try {
  await bench(server);
} finally {
  await server.close();
}

async function bench(on: BenchServer): Promise<void> {
  const db = connect(await on.fresh());
  const family = await ordinaryFamily(db);
  const session = family.session;
  const cookie = cookieOf(session);
  const app = await startApp(db);
  const reply = await fetch(`http://localhost:${app.port}/api/dashboard`, { headers: { cookie } });
  const floor = await startFloor(await reply.text());
  const browser = await launch([`--remote-debugging-port=${DEBUG_PORT}`]);
  try {
    const seen = await alternate(ROUNDS, {
      floor: () => look(browser, floor.port, session),
      ours: () => look(browser, app.port, session),
    });
    const [ours, least] = [median(seen.ours), median(seen.floor)];
    log(`Medians of ${ROUNDS}: ${ours.toFixed(0)} ms, the least page ${least.toFixed(0)} ms`);
    report('interactive: dashboard / least page', ours / least, '≤ 1.3');
    report('interactive: dashboard / Alby Hub (5,206 ms)', ours / HUB_INTERACTIVE, '≤ 0.4');
  } finally {
    await browser.close();
    await Promise.all([app.close(), floor.close()]);
    await db.close();
  }
}

async function look(browser: Browser, port: number, session: string): Promise<number> {
  await signIn(browser, session);
  const result = await lighthouse(`http://localhost:${port}/dashboard`, {
    port: DEBUG_PORT,
    logLevel: 'error',
    onlyCategories: ['performance'],
  });
  const { interactive, 'network-requests': requests } = result?.lhr.audits ?? {};
  const asked = JSON.stringify(requests?.details ?? '');
  const ended = new URL(result?.lhr.finalDisplayedUrl ?? 'about:blank').pathname;
  if (ended !== '/dashboard' || !asked.includes('/api/dashboard'))
    throw new Error(`It was not the dashboard that was measured, but ${ended}`);
  const ms = interactive?.numericValue;
  if (ms === undefined) throw new Error('Lighthouse did not say when the page can be used');
  return ms;
}

/** Before each look: Lighthouse clears what the browser holds of the address. */
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
