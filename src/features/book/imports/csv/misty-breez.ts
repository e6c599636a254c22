/** Misty Breez, before and since 0.3.0. Older files don't say which way a payment went. Pure. */

import { directionInName } from './breez.ts';
import { languageOf } from './breez-words.ts';
import { magnitude, sat, words, wrong } from './cells.ts';
import type { Direction, Draft, Format, Record } from './format.ts';
import { localDates } from './local-dates.ts';

const DIRECTIONS = new Map<string, Direction>([
  ['receive', 'in'],
  ['send', 'out'],
]);
const NOT_COMPLETE = [
  'created',
  'pending',
  'failed',
  'timedOut',
  'refundable',
  'refundPending',
  'refunded',
  'waitingFeeAcceptance',
];

/** The translated columns in order, as positions in Breez's header (breez-words.ts). */
const NEW = [0, 1, 4, 7, 5, 6];
const OLD = [0, 1, 4, 5, 6, 7];
const untranslated = (header: readonly string[]) =>
  [0, 1, 4, 5, 7, 8].map((place) => header[place] ?? '');

export const mistyBreez: Format = {
  wallet: 'misty-breez',
  version: () => 'misty-breez>=0.3.0',
  recognise: (header) => {
    const fixed = header[2] === 'Status' && header[3] === 'Type' && header[6] === 'Refund Amount';
    if (header.length !== 9 || !fixed) return undefined;
    return languageOf(untranslated(header), NEW) === undefined ? 'likely' : 'certain';
  },
  read: (table, options) => {
    const { header, records } = table;
    const column = { place: 0, name: header[0] as string };
    const dates = localDates(records, column, options);
    return {
      asks: dates.asks,
      draft: (record): Draft => {
        const text = (place: number) => (record.cells[place] as string).trim();
        if (NOT_COMPLETE.includes(text(2))) return { skip: `status ${text(2)}` };
        if (text(2) !== 'complete')
          throw wrong(text(2), record.row, 'Status', 'a status that Misty Breez writes');
        const direction = DIRECTIONS.get(text(3));
        if (!direction) throw wrong(text(3), record.row, 'Type', '“send” or “receive”');
        return {
          direction,
          amountMsat: amount(record, 4, header),
          feeMsat: amount(record, 5, header),
          ...dates.read(record),
          description: words(text(1)),
          id: text(8) || null,
        };
      },
    };
  },
};

export const mistyBreezOld: Format = {
  wallet: 'misty-breez',
  version: () => 'misty-breez<0.3.0',
  recognise: (header) =>
    header.length === 6 && languageOf(header, OLD) !== undefined ? 'certain' : undefined,
  read: (table, options) => {
    const { header, records } = table;
    const column = { place: 0, name: header[0] as string };
    const dates = localDates(records, column, options);
    const direction = directionInName(options.filename);
    return {
      asks: dates.asks,
      draft: (record): Draft => {
        const text = (place: number) => (record.cells[place] as string).trim();
        return {
          direction,
          amountMsat: amount(record, 2, header),
          feeMsat: amount(record, 5, header),
          ...dates.read(record),
          description: words(text(1)),
          id: text(4) || null,
        };
      },
    };
  },
};

/** Amount and fee have the payment's sign; `Type` repeats it. */
const amount = ({ cells, row }: Record, place: number, header: readonly string[]): bigint =>
  magnitude(sat((cells[place] as string).trim(), row, header[place] as string, 0n));
