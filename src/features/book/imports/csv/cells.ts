/** Reads amounts, times and texts from cells. Refuses invalid cells. Pure. */
import { because } from '#contract/reasons.ts';
import {
  BadFile,
  type Direction,
  type Draft,
  MAX_MSAT,
  type Record,
  type Table,
} from './format.ts';

/** A cell by column name; '' if the column is missing. */
export function byName({ header }: Pick<Table, 'header'>) {
  const places = new Map(header.map((name, i) => [name, i]));
  return (record: Record, name: string): string => {
    const place = places.get(name);
    return place === undefined ? '' : (record.cells[place] as string).trim();
  };
}

const MSAT = /^-?\d{1,19}$/;
const SAT = /^-?\d{1,16}(?:\.\d{1,3}0{0,9})?$/;

/** Whole millisatoshis. An empty cell is 0 only if the wallet writes 0 that way. @throws BadFile */
export function msat(text: string, row: number, column: string, empty?: 0n): bigint {
  if (text === '' && empty !== undefined) return empty;
  if (!MSAT.test(text)) throw wrong(text, row, column, 'a whole number of millisatoshis');
  return bounded(BigInt(text), text, row, column);
}

/** Satoshis, with up to three decimals, as millisatoshis. @throws BadFile */
export function sat(text: string, row: number, column: string, empty?: 0n): bigint {
  if (text === '' && empty !== undefined) return empty;
  if (!SAT.test(text)) throw wrong(text, row, column, 'a number of satoshis');
  const [whole = '', decimals = ''] = text.split('.');
  const magnitude =
    BigInt(whole.replace('-', '')) * 1000n + BigInt(decimals.slice(0, 3).padEnd(3, '0'));
  return bounded(text.startsWith('-') ? -magnitude : magnitude, text, row, column);
}

function bounded(value: bigint, text: string, row: number, column: string): bigint {
  if (value > MAX_MSAT || value < -MAX_MSAT)
    throw wrong(text, row, column, 'an amount of bitcoin that exists');
  return value;
}

export function wrong(text: string, row: number, column: string, expected: string): BadFile {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const shown = text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, ' ').slice(0, 40);
  return new BadFile(because('COLUMN_WRONG', { value: shown, column, expected }), row);
}

export const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/**
 * For wallets that include fees in a negative amount: the recipient's amount plus the fee. An
 * incoming amount already has fees deducted.
 */
export function feesInside(amountMsat: bigint, feeMsat: bigint) {
  const direction: Direction = amountMsat < 0n ? 'out' : 'in';
  if (direction === 'in') return { direction, amountMsat, feeMsat };
  const all = magnitude(amountMsat);
  const fee = feeMsat < all ? feeMsat : all;
  return { direction, amountMsat: all - fee, feeMsat: fee };
}

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,3})\d{0,6})?(?:Z|([+-])(\d\d):?(\d\d))$/;
const SPOKEN =
  /^[A-Za-z]{3} ([A-Za-z]{3}) (\d{1,2}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT([+-])(\d\d):?(\d\d)(?: \(.*\))?$/;
const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** RFC 3339 as UTC with milliseconds. @throws BadFile */
export function isoMoment(text: string, row: number, column: string): string | null {
  if (text === '' || text === 'Invalid Date') return null;
  const match = ISO.exec(text);
  const found =
    match &&
    moment(
      match.slice(1, 7).map(Number),
      Number((match[7] ?? '').padEnd(3, '0')),
      offset(match[8], match[9], match[10]),
    );
  if (!found) throw wrong(text, row, column, 'a date');
  return found;
}

/**
 * JavaScript's `Date.toString()`; the name of the zone is in the browser's language and ignored.
 */
export function spokenMoment(text: string, row: number, column: string): string | null {
  if (text === '' || text === 'Invalid Date' || text === 'undefined') return null;
  const match = SPOKEN.exec(text);
  if (!match) throw wrong(text, row, column, 'a date');
  const [, name = '', day, year, hour, minute, second, sign, hours, minutes] = match;
  const month = MONTHS.indexOf(name) / 3 + 1;
  const parts = [year, month, day, hour, minute, second].map(Number);
  const found = moment(parts, 0, offset(sign, hours, minutes));
  if (!Number.isInteger(month) || !found) throw wrong(text, row, column, 'a date');
  return found;
}

const offset = (sign = '+', hours = '0', minutes = '0') =>
  (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));

/** Undefined if there is no such day or time. */
export function moment(
  [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0]: readonly number[],
  ms: number,
  offsetMinutes: number,
): string | undefined {
  const local = Date.UTC(year, month - 1, day, hour, minute, second, ms);
  const back = new Date(local);
  const same = back.getUTCMonth() === month - 1 && back.getUTCDate() === day;
  if (!same || year < 1970 || hour > 23 || minute > 59 || second > 59) return undefined;
  return new Date(local - offsetMinutes * 60_000).toISOString();
}

/** Trimmed, without empty ones and repetitions, one per line. */
export const words = (...texts: readonly string[]): string =>
  [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))].join('\n');

/** The remaining fields of a draft whose time includes a zone. */
export const timed = (timestampISO: string | null): Pick<DraftRow, 'timestampISO' | 'timeKey'> => ({
  timestampISO,
  timeKey: timestampISO ?? '',
});

type DraftRow = Exclude<Draft, { skip: string }>;
