/** The list of drawings and the file that draws them. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DRAWINGS } from './drawings.ts';

const sheet = readFileSync(new URL('../web/ui/drawings.svg', import.meta.url), 'utf8');

test('the sheet has each drawing once, and no other', () => {
  const drawn = [...sheet.matchAll(/<symbol id="([^"]+)"/g)].map(([, name]) => name);
  expect(drawn).toEqual([...DRAWINGS].sort());
});

test('no drawing has its own color: both inks come from the page', () => {
  const paints = [...sheet.matchAll(/(?:fill|stroke|style)="([^"]+)"/g)].map(([, paint]) => paint);
  expect(new Set(paints)).toEqual(new Set(['var(--wash)', 'none']));
});
