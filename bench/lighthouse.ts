/**
 * The home page under Lighthouse's mobile throttling: its four scores, and when its largest part is
 * painted, against the same HTML and style without any script, served by a bare Fastify in the same
 * run. Medians. Then every other public page, once: its lowest score.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import serveStatic from '@fastify/static';
import fastify from 'fastify';
import lighthouse from 'lighthouse';
import { connect } from '#server/db/database.ts';
import { type Listening, listen, startApp } from './support/app.ts';
import { launch } from './support/browser.ts';
import { type BenchServer, startServer } from './support/database.ts';
import { alternate, log, median, report } from './support/measure.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const DEBUG_PORT = 9_377;
/** ms, quoted: the leanest product of the kind. */
const COINOS_LCP = 3_723;

type Seen = { scores: Record<string, number>; lcp: number; tbt: number; cls: number };

const server = await startServer();
try {
  await bench(server);
} finally {
  await server.close();
}

async function bench(on: BenchServer): Promise<void> {
  const db = connect(await on.fresh());
  const [app, floor] = [await startApp(db), await startFloor()];
  const browser = await launch([`--remote-debugging-port=${DEBUG_PORT}`]);
  try {
    const seen = await alternate(ROUNDS, {
      floor: () => look(floor.port),
      ours: () => look(app.port),
    });
    await benchOthers(app.port);
    const of = (runs: readonly Seen[], pick: (one: Seen) => number) => median(runs.map(pick));
    const [lcp, floorLcp] = [of(seen.ours, (one) => one.lcp), of(seen.floor, (one) => one.lcp)];
    log(
      `Medians of ${ROUNDS}: largest paint ${lcp.toFixed(0)} ms, without script ${floorLcp.toFixed(0)} ms`,
    );
    report('lighthouse: largest paint / page without script', lcp / floorLcp, '≤ 1.3');
    report('lighthouse: largest paint / Coinos (3,723 ms)', lcp / COINOS_LCP, '≤ 0.25');
    const blocked = (runs: readonly Seen[]) => runs.map(({ tbt }) => tbt.toFixed(0)).join(', ');
    log(`Blocked ms: ${blocked(seen.ours)}; without script ${blocked(seen.floor)}`);
    report(
      'lighthouse: blocked, ms',
      of(seen.ours, ({ tbt }) => tbt),
      '≤ 20',
    );
    const shift = Math.round(1000 * of(seen.ours, ({ cls }) => cls)); // as Lighthouse shows it
    report('lighthouse: layout shift, thousandths', shift, '≤ 0');
    for (const name of Object.keys(seen.ours[0]?.scores ?? {}))
      report(
        `lighthouse: ${name}`,
        of(seen.ours, ({ scores }) => scores[name] ?? 0),
        '≥ 100',
      );
  } finally {
    await browser.close();
    await Promise.all([app.close(), floor.close()]);
    await db.close();
  }
}

/** The other public pages; of the articles one. */
async function benchOthers(port: number): Promise<void> {
  const list = fileURLToPath(new URL('../dist/web/site.json', import.meta.url));
  const paths = (JSON.parse(readFileSync(list, 'utf8')) as { path: string }[])
    .map(({ path }) => path)
    .filter((path, i, all) => all.findIndex((one) => kindOf(one) === kindOf(path)) === i);
  for (const path of paths.filter((one) => one !== '/')) {
    const { scores } = await look(port, path);
    log(`${path}: ${Object.values(scores).join(', ')}`);
    report(`lighthouse: ${path}, lowest score`, Math.min(...Object.values(scores)), '≥ 95');
  }
}

/** All articles are drawn alike. */
function kindOf(path: string): string {
  return path.replace(/^\/blog\/.+/, '/blog/');
}

/** On a busy machine Lighthouse sometimes cannot tell; then it looks again, three times at most. */
async function look(port: number, path = '/', tries = 3): Promise<Seen> {
  const result = await lighthouse(`http://localhost:${port}${path}`, {
    port: DEBUG_PORT,
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
  });
  if (!result) throw new Error('Lighthouse returned nothing');
  const { categories, audits } = result.lhr;
  if (tries > 1 && Object.values(categories).some(({ score }) => score === null))
    return look(port, path, tries - 1);
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  return {
    scores: Object.fromEntries(
      Object.entries(categories).map(([name, { score }]) => [name, 100 * (score ?? 0)]),
    ),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
  };
}

/** The built page without its scripts; everything it refers to is where it was. */
async function startFloor(): Promise<Listening> {
  const root = fileURLToPath(new URL('../dist/web/', import.meta.url));
  const html = readFileSync(`${root}site/index.html`, 'utf8')
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link\b[^>]*rel="modulepreload"[^>]*>/g, '');
  const body = gzipSync(html);
  const app = fastify();
  await app.register(serveStatic, { root, wildcard: false, index: false, preCompressed: true });
  app.get('/', (_, reply) =>
    reply.type('text/html; charset=utf-8').header('content-encoding', 'gzip').send(body),
  );
  return listen(app);
}
