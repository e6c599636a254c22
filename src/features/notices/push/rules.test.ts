/** When a device may be notified, and how long its message may wait. */
import { expect, test } from 'vitest';
import { isDaytime, secondsToLive } from './rules.ts';

const at = (time: string) => new Date(`2026-11-18T${time}:00+01:00`);
const ZONE = 'Europe/Berlin';

test('day is from 08:00 until 20:00 where the family lives', () => {
  const day = ['07:59', '08:00', '19:59', '20:00'].map((time) => isDaytime(at(time), ZONE));
  expect(day).toEqual([false, true, true, false]);
  expect(isDaytime(at('10:00'), 'America/New_York')).toBe(false);
});

test('a message to a child ends with its day; an adult’s waits 12 hours', () => {
  expect(secondsToLive('parent', at('19:00'), ZONE)).toBe(12 * 3600);
  expect(secondsToLive('child', at('19:00'), ZONE)).toBe(3600);
  expect(secondsToLive('child', at('08:00'), ZONE)).toBe(12 * 3600);
  expect(secondsToLive('child', at('19:59'), ZONE)).toBe(60);
});
