/**
 * Breez (breezmobile and c-breez). The files have no signs and no types: rows with a destination
 * were sent, unless the file name says otherwise. Headers are in the app's language. Pure.
 */

import { HEADERS, isClosedChannel, languageOf } from './breez-words.ts';
import { sat } from './cells.ts';
import type { Direction, Draft, Format, Record } from './format.ts';
import { localDates } from './local-dates.ts';

const [DATE, TITLE, DESCRIPTION, NODE, AMOUNT, , HASH, FEE] = [0, 1, 2, 3, 4, 5, 6, 7];
const SEVEN = [0, 1, 2, 3, 4, 5, 6];
const FIAT = /^[A-Z]{3}$/;

const hasFee = (header: readonly string[]) =>
  Object.values(HEADERS).some((words) => words[FEE] === header[FEE]);

export const breez: Format = {
  wallet: 'breez',
  version: (header) => (hasFee(header) ? 'breezmobile>=2022-09' : 'breezmobile>=2019-11'),
  recognise: (header) => {
    if (languageOf(header, SEVEN) === undefined) return undefined;
    const rest = header.slice(hasFee(header) ? 8 : 7);
    return rest.every((name) => FIAT.test(name)) ? 'certain' : 'likely';
  },
  read: (table, options) => {
    const { header, records } = table;
    const dates = localDates(records, { place: DATE, name: header[DATE] as string }, options);
    const fee = hasFee(header);
    const named = directionInName(options.filename);
    const amount = (record: Record, place: number) =>
      sat((record.cells[place] as string).trim(), record.row, header[place] as string, 0n);
    return {
      asks: dates.asks,
      draft: (record): Draft => {
        const text = (place: number) => (record.cells[place] as string).trim();
        if (isClosedChannel(text(TITLE)))
          return { skip: 'closed channel: please check it by hand' };
        return {
          direction: named ?? (text(NODE) === '' ? 'in' : 'out'),
          amountMsat: positive(amount(record, AMOUNT)),
          feeMsat: fee ? positive(amount(record, FEE)) : 0n,
          ...dates.read(record),
          description: text(DESCRIPTION) || text(TITLE),
          id: text(HASH) || null,
        };
      },
    };
  },
};

const positive = (value: bigint) => (value < 0n ? -value : value);

/** `BreezPayments_sent_1.1.25-2.1.25.csv`: the name is a hint, and here the only one. */
export function directionInName(filename: string): Direction | undefined {
  const match = /_(sent|received)(?![a-z])/i.exec(filename);
  return match ? (match[1]?.toLowerCase() === 'sent' ? 'out' : 'in') : undefined;
}
