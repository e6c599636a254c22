/** How much a page shifts while it loads and is read, as browsers measure it (layout shift). */
import type { Page } from 'playwright-core';

export interface Shift {
  value: number;
  /** Shifted elements, for errors. */
  moved: string[];
}

/** Call before the first page: shifts are collected from its first frame on. */
export const watchShifts = (page: Page) =>
  page.addInitScript(`{
    window.shifts = [];
    const words = ({ node, previousRect: a, currentRect: b }) => {
      const it = node?.nodeType === 1 ? node : node?.parentElement;
      const name = it ? it.tagName + '.' + it.className : 'gone';
      return name + ' ' + Math.round(a.top) + '→' + Math.round(b.top);
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (!entry.hadRecentInput)
          window.shifts.push({
            at: entry.startTime,
            value: entry.value,
            moved: entry.sources.map(words),
          });
    }).observe({ type: 'layout-shift', buffered: true });
  }`);

/** The worst five seconds of successive shifts: the figure that browsers report. */
export async function worstShift(page: Page): Promise<Shift> {
  const all = await page.evaluate<(Shift & { at: number })[]>('window.shifts');
  let worst: Shift = { value: 0, moved: [] };
  let windowStart = 0;
  let last = Number.NEGATIVE_INFINITY;
  let now: Shift = worst;
  for (const { at, value, moved } of all) {
    const follows = at - last < 1_000 && at - windowStart < 5_000;
    if (!follows) windowStart = at;
    now = follows
      ? { value: now.value + value, moved: [...now.moved, ...moved] }
      : { value, moved };
    last = at;
    if (now.value > worst.value) worst = now;
  }
  return worst;
}
