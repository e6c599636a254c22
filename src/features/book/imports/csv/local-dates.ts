/**
 * Dates as phones print them: no zone, no seconds, and either the day or the month first. The
 * values decide the order, never the header's language: the app's language and the phone's region
 * may differ. Pure.
 */
import { instantAt } from '#core/time-zone.ts';
import { moment, wrong } from './cells.ts';
import type { Asks, DateOrder, ReadOptions, Record } from './format.ts';

type Printed = {
  readonly numbers: readonly [number, number, number];
  readonly yearFirst: boolean;
  readonly dots: boolean;
  readonly hour: number;
  readonly minute: number;
  readonly clock12: boolean;
  /** `am`, `μμ` … in lower case without dots; empty on a 24-hour clock. */
  readonly mark: string;
};

const PRINTED =
  /^(\d{1,4})([./-]) ?(\d{1,2})\2 ?(\d{1,4})[.,]?(?: г\.)?,? (\d{1,2})[:.](\d{2})(?: ?([\p{L}.]+))?$/u;
const MORNING = ['am', 'πμ', 'fm', 'dop', 'ap'];
const AFTERNOON = ['pm', 'μμ', 'em', 'odp', 'ip'];

export type LocalDates = {
  readonly read: (record: Record) => { timestampISO: string | null; timeKey: string };
  readonly asks: Asks;
};

export function localDates(
  records: readonly Record[],
  column: { place: number; name: string },
  options: ReadOptions,
): LocalDates {
  const printed = new Map(records.map((record) => [record, printedIn(record, column)]));
  const all = [...printed.values()].filter((one) => one !== null);
  const { order, open } = orderOf(all, options.dateOrder);
  const example =
    open && records.find((record) => isAmbiguous(printed.get(record)) && cellText(record, column));
  return {
    asks: {
      zone: true,
      ...(example && {
        dateOrder: { likely: order, example: cellText(example, column) },
      }),
    },
    read: (record) => {
      const one = printed.get(record);
      if (!one) return { timestampISO: null, timeKey: '' };
      const own = provenOrder(one) ?? order;
      const civil = civilOf(one, own);
      if (!civil) throw wrong(cellText(record, column), record.row, column.name, dateIn(own));
      return {
        timestampISO: instantAt(civil.date, civil.hour, civil.minute, options.zone).toISOString(),
        timeKey: `${civil.date}T${civil.hour}:${civil.minute}`,
      };
    },
  };
}

const dateIn = (order: DateOrder) =>
  order === 'dmy' ? 'a date with the day first' : 'a date with the month first';

/** Phones print narrow spaces that look like normal ones. */
const cellText = ({ cells }: Record, { place }: { place: number }): string =>
  (cells[place] ?? '').replaceAll(/\s+/g, ' ').trim();

/** Null if the cell is empty. @throws BadFile */
function printedIn(record: Record, column: { place: number; name: string }) {
  const { row } = record;
  const text = cellText(record, column);
  if (text === '' || text === 'Invalid Date') return null;
  const match = PRINTED.exec(text);
  if (!match) throw wrong(text, row, column.name, 'a date');
  const [, first = '', separator, second, third, hour, minute, half = ''] = match;
  const mark = half.toLowerCase().replaceAll('.', '');
  const clock12 = MORNING.includes(mark) || AFTERNOON.includes(mark);
  if (mark !== '' && mark !== 'ч' && !clock12) throw wrong(text, row, column.name, 'a date');
  if (clock12 && (Number(hour) < 1 || Number(hour) > 12))
    throw wrong(text, row, column.name, 'a time');
  const afternoon = AFTERNOON.includes(mark) ? 12 : 0;
  const printed: Printed = {
    numbers: [Number(first), Number(second), Number(third)],
    yearFirst: first.length === 4,
    dots: separator === '.',
    hour: clock12 ? (Number(hour) % 12) + afternoon : Number(hour),
    minute: Number(minute),
    clock12,
    mark,
  };
  return printed;
}

/** The order proven by this value alone: a dot, a 24-hour clock, or a number above 12. */
function provenOrder({
  yearFirst,
  dots,
  clock12,
  numbers: [a, b],
}: Printed): DateOrder | undefined {
  if (yearFirst) return undefined;
  if (b > 12 && a <= 12 && !dots) return 'mdy';
  return dots || !clock12 || a > 12 ? 'dmy' : undefined;
}

/** Both orders give a day, but different ones. */
const isAmbiguous = (one: Printed | null | undefined): boolean =>
  Boolean(
    one && !one.yearFirst && provenOrder(one) === undefined && one.numbers[0] !== one.numbers[1],
  );

/**
 * Decides for values that are ambiguous on their own: the order proven by the others, otherwise a
 * person's answer. A file that proves both orders was merged from two phones, so it asks too.
 */
function orderOf(
  all: readonly Printed[],
  answer: DateOrder | undefined,
): { order: DateOrder; open: boolean } {
  const proven = new Set(all.map(provenOrder));
  const [dayFirst, monthFirst] = [proven.has('dmy'), proven.has('mdy')];
  if (dayFirst !== monthFirst) return { order: dayFirst ? 'dmy' : 'mdy', open: false };
  return { order: answer ?? likelyOrder(all), open: all.some(isAmbiguous) };
}

/** English am and pm come with the month first; other languages print the day first. */
const likelyOrder = (all: readonly Printed[]): DateOrder =>
  all.some(({ mark }) => mark !== '' && !['am', 'pm'].includes(mark)) ? 'dmy' : 'mdy';

/** Undefined if there is no such day or time. */
function civilOf({ numbers: [a, b, c], yearFirst, hour, minute }: Printed, order: DateOrder) {
  const [year, month, day] = yearFirst ? [a, b, c] : order === 'dmy' ? [c, b, a] : [c, a, b];
  const full = year < 100 ? 2000 + year : year;
  const at = moment([full, month, day, hour, minute, 0], 0, 0);
  return at && { date: at.slice(0, 10), hour, minute };
}
