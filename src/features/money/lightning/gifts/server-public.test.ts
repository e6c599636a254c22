/** Servers on which a child's Lightning address is offered. */
import { expect, test } from 'vitest';
import { isPublic } from './public-url.ts';

test('an address is offered under a public name over https, and nowhere else (T20)', () => {
  for (const inside of [
    'http://localhost:3000',
    'http://book.satling.org',
    'https://localhost',
    'https://192.168.1.20',
    'https://[::1]',
    'https://nas.local',
    'https://book.satling.org:8443',
    'https://satling',
  ])
    expect(isPublic(inside), inside).toBe(false);
  expect(isPublic('https://book.satling.org')).toBe(true);
});
