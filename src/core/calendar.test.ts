/** Civil dates against the platform's own UTC calendar, which shares no code with ours. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ageOn, birthMonthFor } from './ages.ts';
import {
  addDays,
  addMonths,
  daysBetween,
  earlierOf,
  isCivilDate,
  isYearMonth,
  maxDate,
  weekdayOf,
  weekStartOf,
} from './calendar.ts';

const DAY_MS = 86_400_000;
const FIRST = -719_162;
const LAST = 2_932_896;
const dayNumbers = fc.integer({ min: FIRST, max: LAST });
const platformDate = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

test('what is not a date is refused', () => {
  for (const text of [
    '',
    '2026-02-29',
    '1900-02-29',
    '2026-00-01',
    '2026-13-01',
    '2026-01-00',
    '2026-01-32',
    '2026-04-31',
    '0000-01-01',
    '2026-1-1',
    '26-01-01',
    '+002026-01-01',
    '2026-01-01T00:00',
    ' 2026-01-01',
    '2026-01-01\n',
    '２０２６-01-01',
    '-001-01-01',
  ]) {
    expect(isCivilDate(text), JSON.stringify(text)).toBe(false);
    expect(() => addDays(text, 0), JSON.stringify(text)).toThrow(RangeError);
  }
  for (const text of ['2026-00', '2026-13', '0000-01', '2026-1', '2026-01-01', ''])
    expect(isYearMonth(text), text).toBe(false);
});

test('a day outside the years 1 to 9999, or half a day, is refused', () => {
  expect(addDays('9999-12-30', 1)).toBe('9999-12-31');
  expect(addDays('0001-01-02', -1)).toBe('0001-01-01');
  expect(() => addDays('9999-12-31', 1)).toThrow(RangeError);
  expect(() => addDays('0001-01-01', -1)).toThrow(RangeError);
  for (const days of [0.5, Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => addDays('2026-01-01', days)).toThrow(RangeError);
});

test('leap days follow the 4, 100 and 400 year rules', () => {
  for (const date of ['2024-02-29', '2000-02-29']) expect(isCivilDate(date)).toBe(true);
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  expect(addDays('2100-02-28', 1)).toBe('2100-03-01');
  expect(daysBetween('2024-01-01', '2025-01-01')).toBe(366);
});

test('every date, distance and weekday agrees with the platform', () => {
  fc.assert(
    fc.property(dayNumbers, dayNumbers, (a, b) => {
      const [from, to] = [platformDate(a), platformDate(b)];
      expect(isCivilDate(from)).toBe(true);
      expect(addDays(from, b - a)).toBe(to);
      expect(daysBetween(from, to)).toBe(b - a);
      expect(weekdayOf(from)).toBe(new Date(a * DAY_MS).getUTCDay());
      expect(maxDate(from, to)).toBe(a > b ? from : to);
      expect(earlierOf(from, to)).toBe(a < b ? from : to);
    }),
    { numRuns: 3000 },
  );
});

test('no day of 400 years is missing or repeated', () => {
  let date = '1900-01-01';
  for (let day = -25_567; day < -25_567 + 146_097; day++) {
    if (date !== platformDate(day)) expect(date).toBe(platformDate(day));
    date = addDays(date, 1);
  }
  expect(date).toBe('2300-01-01');
});

test('a week starts on the Sunday on or before', () => {
  expect(weekStartOf('2026-03-01')).toBe('2026-03-01');
  expect(weekStartOf('2026-03-07')).toBe('2026-03-01');
  expect(weekStartOf('2026-01-01')).toBe('2025-12-28');
  expect(weekdayOf('2026-03-01')).toBe(0);
});

test('a birthday is the first of the month', () => {
  expect(ageOn('2016-06', '2026-05-31')).toBe(9);
  expect(ageOn('2016-06', '2026-06-01')).toBe(10);
  expect(ageOn('2016-06', '2026-12-31')).toBe(10);
  expect(ageOn('2026-06', '2026-05-31')).toBe(0);
  for (const month of ['2016-13', '2016', '2016-06-01'])
    expect(() => ageOn(month, '2026-05-31')).toThrow(RangeError);
});

test('an age entered today is that age today', () => {
  expect(birthMonthFor(9, '2026-05-31')).toBe('2017-05');
  expect(birthMonthFor(0, '2026-05-31')).toBe('2026-05');
  for (const age of [-1, 1.5, Number.NaN, 2026])
    expect(() => birthMonthFor(age, '2026-05-31')).toThrow(RangeError);
  fc.assert(
    fc.property(fc.nat(120), fc.nat(60_000), (age, day) => {
      const today = platformDate(day);
      expect(ageOn(birthMonthFor(age, today), today)).toBe(age);
    }),
  );
});

test('months on or back end on the last day where the month is shorter', () => {
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
  expect(addMonths('2027-11-30', 3)).toBe('2028-02-29');
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
});
