/** Every threat that a test cites stands in docs/threats.md, and each listed one has its test. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readCitations } from '../scripts/requirements-report.ts';

/** Not the hour of a moment, `T00:00`. */
const THREAT = /\bT\d{2}[a-z]?\b(?!:)/g;
const text = readFileSync(new URL('../docs/threats.md', import.meta.url), 'utf8');
const [answered, absent] = text.split('## Against parts that the program does not have') as [
  string,
  string,
];
const idsIn = (part: string) => [...part.matchAll(/\*\*(T\d{2}[a-z]?)\*\*/g)].map(([, id]) => id);
const cited = [...readCitations(THREAT).keys()].sort();

test('every threat that a test cites stands in docs/threats.md, once', () => {
  expect(cited.length).toBeGreaterThan(50);
  expect(idsIn(answered).sort()).toEqual(cited);
});

test('every threat has its test, but for two to parts that do not exist', () => {
  expect(idsIn(absent)).toHaveLength(2);
  expect(idsIn(absent).filter((id) => cited.includes(id as string))).toEqual([]);
});
