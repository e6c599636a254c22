/**
 * Dates as phones print them: no zone, no seconds, and the order of day and month by the phone's
 * language. The order is decided once for a file. Pure.
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
};

const PRINTED =
  /^(\d{1,4})([./-]) ?(\d{1,2})\2 ?(\d{1,4})[.,]?(?: г\.)?,? (\d{1,2})[:.](\d{2})(?: ?([\p{L}.]+))?$/u;
const MORNING = ['am', 'πμ', 'fm', 'dop', 'ap'];
const AFTERNOON = ['pm', 'μμ', 'em', 'odp', 'ip'];

export type LocalDates = {
  readonly read: (record: Record) => { timestampISO: string | null; timeKey: string };
  readonly asks: Asks;
};

/** `language` of the header, where it is known: only English prints the month first. */
export function localDates(
  records: readonly Record[],
  column: { place: number; name: string },
  options: ReadOptions,
  language: string | undefined,
): LocalDates {
  const printed = new Map(records.map((record) => [record, printedIn(record, column)]));
  const all = [...printed.values()].filter((one) => one !== null);
  const { order, open } = orderOf(all, options.dateOrder, language);
  const example = open && records.find((record) => printed.get(record));
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
      const text = cellText(record, column);
      const civil = civilOf(one, order);
      if (!civil) throw wrong(text, record.row, column.name, dateIn(order));
      return {
        timestampISO: instantAt(civil.date, civil.hour, civil.minute, options.zone).toISOString(),
        timeKey: `${civil.date}T${civil.hour}:${civil.minute}`,
      };
    },
  };
}

const dateIn = (order: DateOrder) =>
  order === 'dmy' ? 'a date with the day first' : 'a date with the month first';

/** Phones print narrow spaces that look like a space. */
const cellText = ({ cells }: Record, { place }: { place: number }): string =>
  (cells[place] ?? '').replaceAll(/\s+/g, ' ').trim();

/** Null for an empty cell. @throws BadFile */
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
  };
  return printed;
}

/** A dot, a 24-hour clock or a first number above 12 puts the day first. */
function orderOf(
  all: readonly Printed[],
  answer: DateOrder | undefined,
  language: string | undefined,
): { order: DateOrder; open: boolean } {
  const either = all.filter(({ yearFirst }) => !yearFirst);
  const dayFirst =
    either.some(({ dots, clock12, numbers }) => dots || !clock12 || numbers[0] > 12) ||
    (language !== undefined && language !== 'en');
  if (dayFirst) return { order: 'dmy', open: false };
  if (either.some(({ numbers }) => numbers[1] > 12)) return { order: 'mdy', open: false };
  const matters = either.some(({ numbers }) => numbers[0] !== numbers[1]);
  return { order: answer ?? 'mdy', open: matters };
}

/** Undefined when there is no such day or time. */
function civilOf({ numbers: [a, b, c], yearFirst, hour, minute }: Printed, order: DateOrder) {
  const [year, month, day] = yearFirst ? [a, b, c] : order === 'dmy' ? [c, b, a] : [c, a, b];
  const full = year < 100 ? 2000 + year : year;
  const at = moment([full, month, day, hour, minute, 0], 0, 0);
  return at && { date: at.slice(0, 10), hour, minute };
}
