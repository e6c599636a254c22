/**
 * Contrast of text. Axe checks text on a single color; covers, whose background is an image, and
 * all buttons are measured in the page itself.
 */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** WCAG 1.4.3 for text; buttons are never large enough for 3. */
const LEAST = 4.5;

/** Buttons with too little contrast, each with its ratio and its surroundings. */
export const faintButtons = (page: Page): Promise<string[]> =>
  page.evaluate(measure('.btn, button, a.why-link'));

/** By axe, all visible text; by our own measure, what axe leaves undecided, and every button. */
export async function expectContrast(page: Page, what: string): Promise<void> {
  const axe = new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations', 'incomplete'] })
    .withRules(['color-contrast']);
  // A page under an open dialog is checked without it.
  if ((await page.locator('dialog[open]').count()) > 0) axe.include('dialog[open]');
  const { violations, incomplete } = await axe.analyze();
  const found = violations.flatMap(({ nodes }) => nodes.map(({ html }) => html.slice(0, 160)));
  const open = incomplete.flatMap(({ nodes }) => nodes.flatMap(({ target }) => target.map(String)));
  const faint = open.length > 0 ? await page.evaluate<string[]>(measure(open.join(', '))) : [];
  expect.soft([...found, ...faint, ...(await faintButtons(page))], what).toEqual([]);
}

const measure = (selector: string) => `(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], [x, y, z]) => [
    r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a), 1,
  ];
  const behind = (one) => {
    if (!one) return rgba('Canvas');
    const color = rgba(getComputedStyle(one).backgroundColor);
    return color[3] === 1 ? color : over(color, behind(one.parentElement));
  };
  const light = (color) => {
    const [r, g, b] = color.slice(0, 3).map((v) => {
      const s = v / 255;
      return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = [];
  for (const one of document.querySelectorAll(${JSON.stringify(selector)})) {
    if (one.closest(':disabled, [aria-disabled="true"]') || !one.checkVisibility()) continue;
    if (one.textContent.trim() === '') continue;
    const back = behind(one);
    const front = over(rgba(getComputedStyle(one).color), back);
    const [a, b] = [light(front), light(back)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const where = one.closest('.pay-slip, dialog, .card, .cover, .hero')?.className ?? 'page';
    const what = one.textContent.trim() + ' in ' + where;
    if (ratio < ${LEAST}) found.push(ratio.toFixed(2) + ' ' + what);
  }
  return found;
})()`;
