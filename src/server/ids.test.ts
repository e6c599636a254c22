/** Ids are version 7, unique, and in order. */
import { expect, test } from 'vitest';
import { newId } from './ids.ts';

test('20,000 ids of one millisecond are unique, of version 7, and sort in the order they were made', () => {
  // A time used by no other test of this process.
  const now = Date.parse('2029-11-18T12:00:00Z');
  const ids = Array.from({ length: 20_000 }, () => newId(now));
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
  for (const id of ids.slice(0, 100))
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(parseInt((ids[0] as string).replaceAll('-', '').slice(0, 12), 16)).toBe(now);
});

test('a later time sorts later, an earlier one keeps its true time', () => {
  const at = (ms: number) => newId(Date.parse('2030-01-01T00:00:00Z') + ms);
  const [a, b] = [at(0), at(5000)];
  expect(a < b).toBe(true);
  expect(at(-60_000) < a).toBe(true);
});
