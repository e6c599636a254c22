/**
 * Interaction to next paint on a processor four times slower: from the press until the browser has
 * painted the change, according to its event timing (in steps of 8 ms), for ten main actions on the
 * play family's year at 390 px. The floor of the same run is a bare button that changes its label.
 */
import type { Page } from 'playwright-core';
import { log, median, report } from './support/measure.ts';
import { openPlayBook, press } from './support/play-book.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SLOWER = 4;

/** Buttons to press, by the start of their name, and their page. */
const ACTS = [
  ['an entry', '/activity', 'Fed the rabbits'],
  ['Activity', '/dashboard', 'Activity'],
  ['Home', '/activity', 'Home'],
  ['Goals', '/dashboard', 'Goals'],
  ['Learn', '/dashboard', 'Learn'],
  ['a child', '/dashboard', 'Leo'],
  ['a goal', '/family-goals', 'View Details'],
  ['a line for a child', '/dashboard', 'Add transaction for Leo'],
  ['pay several', '/dashboard', 'Pay several'],
  ['More', '/dashboard', 'More'],
] as const;

const WATCH = `{
  window.slowest = 0;
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) window.slowest = Math.max(window.slowest, duration);
  }).observe({ type: 'event', durationThreshold: 16 });
}`;

const BARE = `{
  const button = document.createElement('button');
  button.textContent = 'Floor';
  button.onclick = () => { button.textContent = 'Pressed'; };
  document.body.prepend(button);
}`;

const book = await openPlayBook();
try {
  await first();
  const floor = await medianOf('/dashboard', 'Floor');
  log(`  a bare button, ms: ${floor}`);
  const acts: number[] = [];
  for (const [name, path, press] of ACTS) {
    const ms = await medianOf(path, press);
    acts.push(ms);
    log(`  ${name}, ms: ${ms}`);
  }
  report('inp: ten acts, median ms', median(acts), '≤ 100');
  report('inp: the slowest of them, ms', Math.max(...acts), '≤ 200');
} finally {
  await book.close();
}

/** The first page of a fresh server and browser isn't measured. */
async function first(): Promise<void> {
  await (await book.page('/dashboard')).context().close();
}

async function medianOf(path: string, name: string): Promise<number> {
  const all: number[] = [];
  while (all.length < ROUNDS) all.push(await once(path, name));
  return median(all);
}

async function once(path: string, name: string): Promise<number> {
  const page = await book.page(path);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.evaluate(WATCH);
  if (name === 'Floor') await page.evaluate(BARE);
  await press(page, name);
  await page.waitForTimeout(1_000);
  const ms = await longest(page);
  await page.context().close();
  return ms;
}

/** Anything under two frames isn't listed, and counts as the least that is. */
async function longest(page: Page): Promise<number> {
  return (await page.evaluate<number>('window.slowest')) || 16;
}
