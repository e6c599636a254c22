/**
 * The contrast of all that is pressed, measured in the page itself: axe says nothing about a cover,
 * whose background is an image.
 */
import type { Page } from 'playwright-core';

/** WCAG 1.4.3 for text; buttons are never large enough for 3. */
const LEAST = 4.5;

/** Buttons whose words stand out too little, each with its ratio and what it lies in. */
export const faintButtons = (page: Page): Promise<string[]> => page.evaluate(MEASURE);

const MEASURE = `(() => {
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
  for (const one of document.querySelectorAll('.btn, button, a.why-link')) {
    if (one.matches(':disabled, [aria-disabled="true"]') || !one.checkVisibility()) continue;
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
