/**
 * Checks a page with lengthened texts (lengthened.ts): nothing wider than the screen, no word cut
 * off or outside its box, and all from the catalog. The family's own words are known from the API's
 * replies; dates and weekdays come from the browser.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { MARK } from './lengthened.ts';

/** Fields of replies that people have written. */
const OWN =
  /^(name|\w+Name|title|\w+Title|\w+By|description|definition|\w*[rR]eason|\w*[nN]ote|email|\w+Email|timeZone|text|question|choices|explanation)$/;

/** Words in no language: units, signs, proper names. */
const NAMES =
  'sats BTC USD CSV QR PIN Satling Bitcoin Lightning Phoenix Breez Zeus Alby CoinOS MiB Deutsch Español English example com org Berlin Europe';

export type OwnWords = Set<string>;

/** Reads the server's replies about the family. */
export function collectOwnWords(page: Page): OwnWords {
  const own: OwnWords = new Set([NAMES, ...germanDates()].flatMap(words));
  page.on('response', async (reply) => {
    if (!reply.url().includes('/api/') || !reply.ok()) return;
    // When a page is left, its replies become unreadable.
    const body = await reply.json().catch(() => undefined);
    for (const text of textsOf(body)) for (const word of words(text)) own.add(word);
  });
  return own;
}

export async function expectRoom(page: Page, own: OwnWords, what: string): Promise<void> {
  const { texts, cut, wide } = await page.evaluate<Found>(LOOK);
  expect(texts.length, `${what}: texts`).toBeGreaterThan(3);
  const plain = texts.filter((text) => words(text).some((word) => isPlain(word, own)));
  expect.soft(plain, `${what}: texts that are in no catalogue`).toEqual([]);
  expect.soft(cut, `${what}: texts without room`).toEqual([]);
  expect.soft(wide, `${what}: wider than the screen by`).toBeLessThanOrEqual(0);
}

type Found = { texts: string[]; cut: string[]; wide: number };

const words = (text: string): string[] => text.match(/\p{L}{3,}/gu) ?? [];
const isPlain = (word: string, own: OwnWords) => !word.endsWith(MARK) && !own.has(word);

function textsOf(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return OWN.test(name) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((one) => textsOf(one, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => textsOf(one, key));
}

function germanDates(): string[] {
  const days = Array.from({ length: 12 }, (_, month) => new Date(2026, month, month + 1));
  const weekdays = Array.from({ length: 7 }, (_, day) => new Date(2026, 0, day + 1));
  return (['long', 'short'] as const).flatMap((size) => [
    ...days.map((day) => day.toLocaleDateString('de-DE', { day: 'numeric', month: size })),
    ...weekdays.map((day) => day.toLocaleDateString('de-DE', { weekday: size })),
  ]);
}

/** Runs in the page. A text fits if each of its lines is inside every box around it. */
const LOOK = `(() => {
  const texts = [];
  const cut = [];
  const foreign = (one) => one.closest('[lang]:not(html), code, .mono');
  const hidden = (one) => !one.checkVisibility({ visibilityProperty: true });
  const inside = (node, start) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()];
    for (let box = start; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.display === 'inline' || style.display === 'contents') continue;
      if (/auto|scroll/.test(style.overflowX)) return true;
      if (style.textOverflow === 'ellipsis' || style.clipPath !== 'none') return true;
      const edge = box.getBoundingClientRect();
      const clips = /hidden|clip/.test(style.overflowY);
      const out = (line) =>
        line.left < edge.left - 2 || line.right > edge.right + 2 ||
        (clips && (line.top < edge.top - 2 || line.bottom > edge.bottom + 2));
      if (lines.some(out)) return false;
      if (style.position === 'fixed' || style.position === 'absolute') return true;
    }
    return true;
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const text = node.textContent.replace(/\\s+/g, ' ').trim();
    const one = node.parentElement;
    if (!text || one.closest('script, style, noscript') || hidden(one)) continue;
    if (!foreign(one)) texts.push(text);
    if (!one.closest('option') && !inside(node, one)) cut.push(text + ' in ' + one.outerHTML.slice(0, 120));
  }
  for (const one of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
    if (!hidden(one) && !foreign(one))
      for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
        if (one.getAttribute(name)) texts.push(one.getAttribute(name));
  return { texts, cut, wide: document.documentElement.scrollWidth - innerWidth };
})()`;
