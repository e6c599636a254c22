/**
 * What pages weigh on the wire in a browser with an empty cache: the landing page before its first
 * paint, and Home of the play family with an open request, until nothing more is fetched. The floor
 * is React alone, measured once.
 */
import { watchShifts, worstShift } from '#tests/support/layout-shift.ts';
import { log, report } from './support/measure.ts';
import { openPlayBook, type PlayBook } from './support/play-book.ts';

/** kB, compressed as ours is: react and react-dom, built by Vite, 21 November 2026. */
const REACT_KB = 58.2;

const book = await openPlayBook();
try {
  const landing = await load(book, '/', false);
  const blocking = landing.fetched.filter(({ isBlocking }) => isBlocking);
  report('weigh: landing page before first paint, kB', kB(blocking), '≤ 15');
  report('weigh: … of which script', kB(scripts(blocking)), '≤ 0');
  const { fetched, shift } = await load(book, '/dashboard', true);
  for (const { path, bytes } of fetched.toSorted((a, b) => b.bytes - a.bytes))
    log(`  ${path}, kB: ${(bytes / 1000).toFixed(1)}`);
  log(`  React alone, kB: ${REACT_KB}`);
  const first = fetched.filter(({ path }) => /\/base-[^/]+\.js$/.test(path));
  report('weigh: first script of Home, kB', kB(first), '≤ 122');
  report('weigh: Home with an open request, all bytes, kB', kB(fetched), '≤ 200');
  report('weigh: … requests', fetched.length, '≤ 12');
  report('weigh: … layout shift', shift, '≤ 0.01');
} finally {
  await book.close();
}

type Fetched = { path: string; isBlocking: boolean; bytes: number };

/** Waits for half a second without a fetch. A stream counts as fetched once requested. */
async function load(
  { origin, context }: PlayBook,
  path: string,
  isSignedIn: boolean,
): Promise<{ fetched: Fetched[]; shift: number }> {
  const page = await (await context(isSignedIn)).newPage();
  await watchShifts(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const fetched = new Map<string, Fetched>();
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const { origin: of, pathname } = new URL(request.url);
    if (of === origin)
      fetched.set(requestId, { path: pathname, isBlocking: fetched.size === 0, bytes: 0 });
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = fetched.get(requestId);
    if (one) one.bytes = encodedDataLength;
  });
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  const blocking = await page.evaluate<string[]>(`performance.getEntriesByType('resource')
    .filter((one) => one.renderBlockingStatus === 'blocking')
    .map((one) => new URL(one.name).pathname)`);
  for (const one of fetched.values()) one.isBlocking ||= blocking.includes(one.path);
  const shift = (await worstShift(page)).value;
  if (new URL(page.url()).pathname !== path) throw new Error(`${path} went to ${page.url()}`);
  await page.context().close();
  return { fetched: [...fetched.values()], shift };
}

function scripts(fetched: readonly Fetched[]): Fetched[] {
  return fetched.filter(({ path }) => path.endsWith('.js'));
}

function kB(fetched: readonly Fetched[]): number {
  return fetched.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
}
