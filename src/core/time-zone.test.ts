/** Local dates against the platform's own formatter, in every zone it knows. */
import { expect, test } from 'vitest';
import { addDays } from './calendar.ts';
import { instantOf, isTimeZone, localDate } from './time-zone.ts';

const zones = Intl.supportedValuesOf('timeZone');
const HOUR_MS = 3_600_000;

test('an offset, a date with a zone in it or an unknown id is no time zone', () => {
  for (const zone of [
    '',
    ' ',
    'Z',
    '+01:00',
    '-05',
    '+0100',
    'UTC+1',
    'Foo/Bar',
    'Europe/',
    '/London',
    'Europe London',
    '2026-01-01T00:00Z[Europe/London]',
    'Europe/London\n',
    '../UTC',
    'Europe/Londοn',
    'local',
    'A'.repeat(65),
    `UTC${'/A'.repeat(40)}`,
  ])
    expect(isTimeZone(zone), JSON.stringify(zone)).toBe(false);
  expect(() => localDate(new Date(0), 'Foo/Bar')).toThrow(RangeError);
  expect(() => localDate(new Date(Number.NaN), 'UTC')).toThrow(RangeError);
  expect(() => instantOf('2026-02-29', 6, 'UTC')).toThrow(RangeError);
  for (const hour of [24, -1])
    expect(() => instantOf('2026-01-01', hour, 'UTC')).toThrow(RangeError);
});

test('every id of the platform is a time zone, links and legacy names too', () => {
  for (const zone of [...zones, 'UTC', 'Etc/GMT+5', 'US/Pacific', 'Asia/Calcutta', 'EST5EDT'])
    expect(isTimeZone(zone), zone).toBe(true);
});

test('the date is the one on the wall, in every zone, asked again or not', () => {
  const format = (timeZone: string) =>
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
  for (const [index, zone] of zones.entries()) {
    const wall = format(zone);
    for (let step = 0; step < 24; step++) {
      // 365 h 7 min apart from a start per zone: the hours of the day and the seasons all come up.
      const at = new Date(Date.UTC(2026, 0, 1) + index * 37 * 60_000 + step * 365.117 * HOUR_MS);
      expect(localDate(at, zone), `${zone} ${at.toISOString()}`).toBe(wall.format(at));
      expect(localDate(at, zone)).toBe(wall.format(at));
    }
  }
});

test('the date changes at midnight, even in a zone whose midnight is no full hour elsewhere (T33)', () => {
  for (const [zone, before] of [
    ['UTC', '2026-03-01T23:59:59.999Z'],
    ['Asia/Kolkata', '2026-03-01T18:29:59.999Z'],
    ['Asia/Kathmandu', '2026-03-01T18:14:59.999Z'],
  ] as const) {
    const at = new Date(before);
    expect(localDate(at, zone), zone).toBe('2026-03-01');
    expect(localDate(new Date(at.getTime() + 1), zone), zone).toBe('2026-03-02');
  }
});

test('at one instant it can be three dates, and a date can be missing altogether', () => {
  const at = new Date('2026-03-01T10:30:00Z');
  expect(localDate(at, 'Pacific/Pago_Pago')).toBe('2026-02-28');
  expect(localDate(at, 'UTC')).toBe('2026-03-01');
  expect(localDate(at, 'Pacific/Kiritimati')).toBe('2026-03-02');
  expect(localDate(new Date('2011-12-30T09:59:59Z'), 'Pacific/Apia')).toBe('2011-12-29');
  expect(localDate(new Date('2011-12-30T10:00:00Z'), 'Pacific/Apia')).toBe('2011-12-31');
});

test('a skipped hour is read as later, and a repeated hour as the first of the two', () => {
  const iso = (date: string, hour: number, zone: string) =>
    instantOf(date, hour, zone).toISOString();
  expect(iso('2026-03-29', 2, 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z');
  expect(iso('2026-10-25', 2, 'Europe/Berlin')).toBe('2026-10-25T00:00:00.000Z');
  expect(iso('2026-07-01', 6, 'Asia/Kathmandu')).toBe('2026-07-01T00:15:00.000Z');
  expect(iso('2011-12-30', 6, 'Pacific/Apia')).toBe('2011-12-30T16:00:00.000Z');
});

test('six in the morning of a date is on that date, in every zone', () => {
  for (const zone of zones)
    for (let date = '2026-01-01'; date < '2027-01-01'; date = addDays(date, 19))
      expect(localDate(instantOf(date, 6, zone), zone), zone).toBe(date);
});
