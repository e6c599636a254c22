/**
 * Draws the icons of the installed app from public/icon.svg, with Chromium. Run by hand when the
 * mark changes; the results are committed.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('..', import.meta.url));
const mark = readFileSync(`${root}public/icon.svg`, 'utf8');

/** On a maskable icon the background reaches every edge, and the mark stays in the safe middle. */
const DRAWN = [
  { name: 'icon-192.png', size: 192, ground: 'transparent', part: 1 },
  { name: 'icon-512.png', size: 512, ground: 'transparent', part: 1 },
  { name: 'icon-maskable.png', size: 512, ground: '#0e5c42', part: 0.82 },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
for (const { name, size, ground, part } of DRAWN) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const side = size * part;
  await page.setContent(`<style>
    html, body { margin: 0; height: 100%; background: ${ground} }
    body { display: grid; place-items: center }
    svg { width: ${side}px; height: ${side}px }
  </style>${mark}`);
  await page.screenshot({ path: `${root}public/${name}`, omitBackground: true });
}
await browser.close();
