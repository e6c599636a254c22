/** docs/threats.md and the tests name the same threats. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readCitations } from '../scripts/requirements-report.ts';

/** Not the time in a timestamp, `T00:00`. */
const THREAT = /\bT\d{2}[a-z]?\b(?!:)/g;
const text = readFileSync(new URL('../docs/threats.md', import.meta.url), 'utf8');
const listed = [...text.matchAll(/\*\*(T\d{2}[a-z]?)\*\*/g)].map(([, id]) => id);
const cited = [...readCitations(THREAT).keys()].sort();

test('every threat in docs/threats.md has its test, and a test cites no other', () => {
  expect(cited.length).toBeGreaterThan(50);
  expect(listed.sort()).toEqual(cited);
});
