/**
 * A tab left open: the heap after 200 presses, compared with that after the first round of presses,
 * both after a garbage collection.
 */
import type { Page } from 'playwright-core';
import { log, report } from './support/measure.ts';
import { openPlayBook, press } from './support/play-book.ts';

const PRESSES = Number(process.env.BENCH_ROUNDS ?? 200);
const PLACES = ['Goals', 'Activity', 'Learn', 'More', 'Home'];

const book = await openPlayBook();
try {
  const page = await book.page('/dashboard');
  const heap = await heapOf(page);
  await pressOn(page, PLACES.length);
  const first = await heap();
  await pressOn(page, PRESSES - PLACES.length);
  const last = await heap();
  log(`  heap, MB: ${(first / 1e6).toFixed(1)}, then ${(last / 1e6).toFixed(1)}`);
  report(`tab: heap after ${PRESSES} presses / after ${PLACES.length}`, last / first, '≤ 1.5');
} finally {
  await book.close();
}

async function pressOn(page: Page, presses: number): Promise<void> {
  for (let done = 0; done < presses; done += 1) {
    await press(page, PLACES[done % PLACES.length] as string);
    await page.waitForLoadState('networkidle');
  }
}

async function heapOf(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  return async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Runtime.getHeapUsage')).usedSize;
  };
}
