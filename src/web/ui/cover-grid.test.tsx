/** Every color of a book has its words, in light and dark. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COVERS } from '#core/covers.ts';

const sheet = readFileSync('src/web/styles/covers.css', 'utf8');
const tokens = readFileSync('src/web/styles/tokens.css', 'utf8');
/** The large words on a cover, and the button that acts there, are the same for all colors. */
const SHARED = { 'on-hero': 4.5, gold: 3 } as const;

const inBlock = (css: string, name: string) =>
  new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css)?.slice(1) ?? [];

function light(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [light(a), light(b)].toSorted((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

test.each(COVERS)('on %s words have 4.5 to 1 and the button 3 to 1, in both themes', (cover) => {
  const block = sheet.split(`[data-cover="${cover}"]`)[1]?.split('}')[0] ?? '';
  const ground = inBlock(block, 'hero');
  const words = inBlock(block, 'on-hero-2');
  expect(ground).toHaveLength(2);
  for (const theme of [0, 1]) {
    const under = ground[theme] as string;
    expect(contrast(under, words[theme] as string)).toBeGreaterThanOrEqual(4.5);
    for (const [name, least] of Object.entries(SHARED))
      expect(contrast(under, inBlock(tokens, name)[theme] as string), name).toBeGreaterThanOrEqual(
        least,
      );
  }
});
