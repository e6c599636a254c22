/** Text that is unreadable at a large text size: cut off, or a word broken apart. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Fails softly for each text that is cut off, and each short word that breaks. */
export async function expectUnclipped(page: Page, where: string): Promise<void> {
  const found = await page.evaluate<string[]>(`(${lookForClipped})()`);
  expect.soft(found, `${where}: clipped text`).toEqual([]);
}

/** Runs in the page. */
const lookForClipped = `() => {
  const SLACK = 2;
  const found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const hides = (style, axis) => /^(hidden|clip)$/.test(style['overflow' + axis]);
  const scrolls = (style, axis) => /^(auto|scroll)$/.test(style['overflow' + axis]);
  // A box of one pixel is only for screen readers.
  const isForEars = (box) => box.width <= 1 || box.height <= 1;
  const cutBy = (element, rect) => {
    let [inX, inY] = [false, false];
    for (let box = element; box; box = box.parentElement) {
      const style = getComputedStyle(box);
      const edge = box.getBoundingClientRect();
      if (isForEars(edge) && hides(style, 'X')) return undefined;
      inX ||= scrolls(style, 'X');
      inY ||= scrolls(style, 'Y');
      const outX = rect.right > edge.right + SLACK || rect.left < edge.left - SLACK;
      const outY = rect.bottom > edge.bottom + SLACK || rect.top < edge.top - SLACK;
      if (!inX && outX && hides(style, 'X')) return box;
      if (!inY && outY && hides(style, 'Y')) return box;
      if (style.position === 'fixed') break;
    }
    const isOff = rect.right > innerWidth + SLACK || rect.left < -SLACK;
    return isOff && !inX ? document.documentElement : undefined;
  };
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest('script, style, noscript, svg, .mono, [inert]')) continue;
    for (const { 0: word, index } of node.data.matchAll(/\\S+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
      for (const rect of rects) {
        const box = cutBy(element, rect);
        if (box) found.add(word + ' in ' + box.tagName.toLowerCase() + '.' + box.className);
      }
      const lines = new Set(rects.map(({ top }) => Math.round(top)));
      if (lines.size > 1 && /^\\p{L}{2,9}$/u.test(word))
        found.add(word + ' broken in ' + element.tagName.toLowerCase() + '.' + element.className);
    }
  }
  return [...found];
}`;
