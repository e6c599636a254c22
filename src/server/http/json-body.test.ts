/** The depth of JSON without parsing it: the same result as for the parsed value. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDeeper } from './json-body.ts';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
    : 0;

test('the depth of any JSON text is that of its value (T54)', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 12 }), fc.integer({ min: 0, max: 12 }), (json, levels) => {
      expect(isDeeper(json, levels)).toBe(depthOf(JSON.parse(json)) > levels);
    }),
  );
});

test.each([
  ['{"a":{"b":1}}', 1, true],
  ['{"a":{"b":1}}', 2, false],
  ['{"a":"[[[["}', 1, false],
  [String.raw`{"a":"\"[[[\\"}`, 1, false],
  [String.raw`{"a":"\\","b":[1]}`, 1, true],
  ['{"a":"[[[[', 1, false],
])('%s is deeper than %i: %s (T54)', (json, levels, deeper) => {
  expect(isDeeper(json, levels)).toBe(deeper);
});
