/** The lists of our drawings and faces, and the files that draw them. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DRAWINGS } from './drawings.ts';
import { FACES } from './faces.ts';

const read = (name: string) => readFileSync(new URL(`../web/ui/${name}`, import.meta.url), 'utf8');
const sheet = read('drawings.svg');

test('the sheet has each drawing once, and no other', () => {
  const drawn = [...sheet.matchAll(/<symbol id="([^"]+)"/g)].map(([, name]) => name);
  expect(drawn).toEqual([...DRAWINGS].sort());
});

test('no drawing brings a colour of its own: both inks come from the page', () => {
  const paints = [...sheet.matchAll(/(?:fill|stroke|style)="([^"]+)"/g)].map(([, paint]) => paint);
  expect(new Set(paints)).toEqual(new Set(['var(--wash)', 'none']));
});

test('each face but the letter has its own part of one sheet', () => {
  const views = [...read('faces.svg').matchAll(/<view id="([^"]+)" viewBox="([^"]+)"/g)];
  expect(views.map(([, name]) => name)).toEqual(FACES.filter((name) => name !== 'letter'));
  expect(new Set(views.map(([, , box]) => box)).size).toBe(views.length);
});
