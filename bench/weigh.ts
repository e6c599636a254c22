/**
 * What the pages weigh, gzipped, by really loading them in a browser that has nothing in its cache
 * and asking which files it fetched: the home page before its first paint and until it is idle, the
 * dashboard of a parent until it is idle. The figures of others are quoted, not measured here.
 */
import { globSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { connect } from '#server/db/database.ts';
import { startApp } from './support/app.ts';
import { launch } from './support/browser.ts';
import { type BenchServer, startServer } from './support/database.ts';
import { ordinaryFamily } from './support/families.ts';
import { log, report } from './support/measure.ts';

/** kB, measured on 21 November 2026: React alone; the leanest and the usual product of the kind. */
const REACT_FLOOR = 80.8;
const COINOS_LANDING = 124;
const HUB_DASHBOARD = 657;

/**
 * What the wallets' screens load when they are opened (features/wallet/web, web/bitcoin,
 * features/lightning/web).
 */
const WALLET_PARTS =
  'assets/{worker,wallet,coverage,child-wallet,configure-dialog,source,bitcoin-step,' +
  'lightning,connect-page,config-page,send-tab,trial-page,gift}*-*.js';

const server = await startServer();
try {
  await bench(server);
} finally {
  await server.close();
}

async function bench(on: BenchServer): Promise<void> {
  const db = connect(await on.fresh());
  const family = await ordinaryFamily(db);
  const app = await startApp(db);
  const browser = await launch();
  const origin = `http://localhost:${app.port}`;
  try {
    const landing = await load(browser, origin, '/');
    log(`Home page: ${describe(landing)}`);
    const blocking = landing.filter(({ isBlocking }) => isBlocking);
    report('weigh: home page before first paint, kB', kB(blocking), '≤ 15');
    report('weigh: … of which script, kB', kB(scripts(blocking)), '≤ 0');
    report('weigh: … / Coinos (124 kB)', kB(blocking) / COINOS_LANDING, '≤ 0.12');
    report('weigh: home page script until idle, kB', kB(scripts(landing)), '≤ 85');
    report('weigh: … / React alone (80.8 kB)', kB(scripts(landing)) / REACT_FLOOR, '≤ 1.05');
    const dashboard = await load(browser, origin, '/dashboard', family.session);
    const calls = dashboard.filter(({ path }) => path.startsWith('/api/'));
    log(`Dashboard: ${describe(dashboard)}, ${calls.length} API calls`);
    report('weigh: dashboard script, kB', kB(scripts(dashboard)), '≤ 122');
    report('weigh: … / Alby Hub (657 kB)', kB(scripts(dashboard)) / HUB_DASHBOARD, '≤ 0.19');
    reportEverything();
    report('weigh: wallet parts with their worker, kB', built(WALLET_PARTS), '≤ 75');
    report('weigh: dashboard requests', dashboard.length, '≤ 8');
    report('weigh: dashboard API calls', calls.length, '≤ 2');
  } finally {
    await browser.close();
    await app.close();
    await db.close();
  }
}

/**
 * Every script that was built, whether any page needs it or not, and the catalogues, which are data
 * (English is in the scripts). Nobody loads more than one of them; their sum is said all the same.
 * The wallet's parts have a row of their own.
 */
function reportEverything(): void {
  const scripts = built('**/*.js') - built(WALLET_PARTS);
  const [german, spanish] = [built('assets/de-*.json'), built('assets/es-*.json')];
  const sizes = [scripts, german, spanish].map((one) => one.toFixed(1));
  log(`All scripts ${sizes[0]} kB; the texts in German ${sizes[1]} kB, in Spanish ${sizes[2]} kB`);
  const parts = {
    'all scripts of the app together / Alby Hub, which has one language': scripts,
    '… and one more language, the most that one reader can come to load':
      scripts + Math.max(german, spanish),
    '… and Spanish too: everything with all three languages': scripts + german + spanish,
  };
  for (const [name, size] of Object.entries(parts))
    report(`weigh: ${name}`, size / HUB_DASHBOARD, '≤ 0.45');
}

/** kB of files of dist/web, gzipped. There must be some. */
function built(pattern: string): number {
  const folder = fileURLToPath(new URL('../dist/web/', import.meta.url));
  const files = globSync(pattern, { cwd: folder });
  if (files.length === 0) throw new Error(`The build lacks ${pattern}`);
  const bytes = files.map(
    (file) => gzipSync(readFileSync(`${folder}${file}`), { level: 9 }).length,
  );
  return bytes.reduce((sum, one) => sum + one, 0) / 1000;
}

type Fetched = { path: string; isBlocking: boolean; bytes: number };

/** Opens a page in a new browser profile and waits until nothing has been fetched for 0.5 s. */
async function load(
  browser: Browser,
  origin: string,
  path: string,
  session?: string,
): Promise<Fetched[]> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  if (session !== undefined) {
    const common = { domain: 'localhost', path: '/', secure: true, sameSite: 'Lax' as const };
    await context.addCookies([
      { name: '__Host-session', value: session, httpOnly: true, ...common },
      { name: 'signed_in', value: '1', ...common },
    ]);
  }
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (one) => asked.push(one.url()));
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  if (new URL(page.url()).pathname !== path) throw new Error(`${path} went to ${page.url()}`);
  const blocking = new Set(
    await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((one) => 'renderBlockingStatus' in one && one.renderBlockingStatus === 'blocking')
        .map(({ name }) => name),
    ),
  );
  const cookie = session === undefined ? '' : `__Host-session=${session}; signed_in=1`;
  const fetched = await Promise.all(
    asked.map(async (url, i) => ({
      path: new URL(url).pathname,
      isBlocking: i === 0 || blocking.has(url),
      bytes: await gzipped(url, cookie),
    })),
  );
  await context.close();
  return fetched;
}

/** The size of the body as sent to a client that takes gzip. */
function gzipped(url: string, cookie: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'gzip', cookie } }, (reply) => {
      let bytes = 0;
      reply.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      reply.on('end', () => resolve(bytes));
    })
      .on('error', reject)
      .end();
  });
}

function scripts(fetched: readonly Fetched[]): Fetched[] {
  return fetched.filter(({ path }) => path.endsWith('.js'));
}

function kB(fetched: readonly Fetched[]): number {
  return fetched.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
}

function describe(fetched: readonly Fetched[]): string {
  const kind = (end: RegExp) => kB(fetched.filter(({ path }) => end.test(path))).toFixed(1);
  return (
    `${fetched.length} requests, ${kB(fetched).toFixed(1)} kB: script ${kind(/\.js$/)}, ` +
    `style ${kind(/\.css$/)}, fonts ${kind(/\.woff2$/)}`
  );
}
