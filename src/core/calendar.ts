/**
 * Civil dates: a day on the family's wall calendar, as ISO text `YYYY-MM-DD`, years 0001 to 9999.
 * Such texts sort as dates, so `<` and `>` compare them. Whole-number arithmetic only: no clock, no
 * time zone, no library. `time-zone.ts` finds the date of a moment in a time zone. Anything but a
 * date throws RangeError: check input with `isCivilDate` first.
 */

export type CivilDate = string;
/** `YYYY-MM`. */
export type YearMonth = string;
/** 0 Sunday to 6 Saturday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const YEAR_MONTH = /^(\d{4})-(\d{2})$/;
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const DAYS_IN_400_YEARS = 146_097;
/** 1970-01-01 counted from 0000-03-01, the day the arithmetic below starts from. */
const EPOCH = 719_468;
const FIRST_DAY = -719_162;
const LAST_DAY = 2_932_896;

export function isCivilDate(text: string): boolean {
  const match = DATE.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return isYearAndMonth(year, month) && day >= 1 && day <= daysInMonth(year, month);
}

export function isYearMonth(text: string): boolean {
  const match = YEAR_MONTH.exec(text);
  return match !== null && isYearAndMonth(Number(match[1]), Number(match[2]));
}

/** `days` may be negative. */
export function addDays(date: CivilDate, days: number): CivilDate {
  return fromDayNumber(dayNumber(date) + days);
}

/** The same day that many months later (or earlier); a day the month lacks becomes its last. */
export function addMonths(date: CivilDate, months: number): CivilDate {
  const [year, month] = yearAndMonth(date.slice(0, 7));
  const count = year * 12 + (month - 1) + months;
  const [newYear, newMonth] = [Math.floor(count / 12), (count % 12) + 1];
  const day = Math.min(Number(date.slice(8)), daysInMonth(newYear, newMonth));
  return `${yearMonthText(newYear, newMonth)}-${String(day).padStart(2, '0')}`;
}

/** Days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: CivilDate, to: CivilDate): number {
  return dayNumber(to) - dayNumber(from);
}

export function weekdayOf(date: CivilDate): Weekday {
  // 1970-01-01 was a Thursday (4). The second modulo makes the result positive for earlier dates.
  return ((((dayNumber(date) + 4) % 7) + 7) % 7) as Weekday;
}

/** The Sunday on or before the date. */
export function weekStartOf(date: CivilDate): CivilDate {
  return addDays(date, -weekdayOf(date));
}

export function maxDate(a: CivilDate, b: CivilDate): CivilDate {
  return a > b ? a : b;
}

export function earlierOf(a: CivilDate, b: CivilDate): CivilDate {
  return a < b ? a : b;
}

export function yearAndMonth(text: YearMonth): [number, number] {
  if (!isYearMonth(text)) throw new RangeError(`no year and month: ${text}`);
  return [Number(text.slice(0, 4)), Number(text.slice(5, 7))];
}

function isYearAndMonth(year: number, month: number): boolean {
  return year >= 1 && month >= 1 && month <= 12;
}

function daysInMonth(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && leap ? 29 : (DAYS_IN_MONTH[month - 1] as number);
}

/**
 * Days since 1970-01-01. Years start in March, which puts the leap day last (Howard Hinnant,
 * "chrono-Compatible Low-Level Date Algorithms", days_from_civil).
 */
function dayNumber(date: CivilDate): number {
  const known = numbers.get(date);
  if (known !== undefined) return known;
  const number = countDays(date);
  remember(number, date);
  return number;
}

/**
 * Recently used days, both ways. A program deals with a few weeks, and a run over 100,000 children
 * needs the same days a million times: this cache cuts the time of a calculation to a tenth.
 */
const numbers = new Map<CivilDate, number>();
const dates = new Map<number, CivilDate>();
const MAX_REMEMBERED = 4_000;

function remember(number: number, date: CivilDate): void {
  if (numbers.size >= MAX_REMEMBERED) {
    numbers.clear();
    dates.clear();
  }
  numbers.set(date, number);
  dates.set(number, date);
}

function countDays(date: CivilDate): number {
  if (!isCivilDate(date)) throw new RangeError(`no date: ${date}`);
  const month = Number(date.slice(5, 7));
  const year = Number(date.slice(0, 4)) - (month <= 2 ? 1 : 0);
  const monthFromMarch = (month + 9) % 12;
  const dayOfYear = Math.floor((153 * monthFromMarch + 2) / 5) + Number(date.slice(8)) - 1;
  const leapDays = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
  return year * 365 + leapDays + dayOfYear - EPOCH;
}

function fromDayNumber(number: number): CivilDate {
  const known = dates.get(number);
  if (known !== undefined) return known;
  const date = dateOf(number);
  remember(number, date);
  return date;
}

/** The inverse (civil_from_days). */
function dateOf(number: number): CivilDate {
  if (!Number.isInteger(number) || number < FIRST_DAY || number > LAST_DAY)
    throw new RangeError(`no day between the years 1 and 9999: ${number}`);
  const days = number + EPOCH;
  const era = Math.floor(days / DAYS_IN_400_YEARS);
  const dayOfEra = days - era * DAYS_IN_400_YEARS;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${yearMonthText(year, month)}-${String(day).padStart(2, '0')}`;
}

export function yearMonthText(year: number, month: number): YearMonth {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
}
