/** Phoenix (ACINQ), both forms of its file. Amounts are millisatoshis, negative when sent. Pure. */
import {
  byName,
  feesInside,
  isoMoment,
  magnitude,
  msat,
  sat,
  timed,
  words,
  wrong,
} from './cells.ts';
import type { Draft, Format, Record } from './format.ts';

const NEW =
  'date,id,type,amount_msat,amount_fiat,fee_credit_msat,mining_fee_sat,mining_fee_fiat,service_fee_msat,service_fee_fiat,payment_hash,tx_id,destination,description';

const TYPES = new Set([
  'legacy_swap_in',
  'legacy_swap_out',
  'legacy_pay_to_open',
  'swap_in',
  'swap_out',
  'fee_bumping',
  'lightning_received',
  'lightning_sent',
  'liquidity_purchase',
  'channel_close',
]);

/** Since 2.5.0 (2025): always 14 columns; the export's switches only empty them. */
export const phoenixNew: Format = {
  wallet: 'phoenix',
  version: () => 'phoenix>=2.5.0',
  recognise: (header) =>
    header.join() === NEW
      ? 'certain'
      : [
            'date',
            'id',
            'type',
            'amount_msat',
            'mining_fee_sat',
            'service_fee_msat',
            'description',
          ].every((name) => header.includes(name))
        ? 'likely'
        : undefined,
  read: (table) => {
    const cell = byName(table);
    return { draft: (record) => successful(cell, record, cell(record, 'description')) };
  },
};

/** Columns shared by Phoenix and phoenixd. Only successful payments are in the file. */
export function successful(
  cell: ReturnType<typeof byName>,
  record: Record,
  description: string,
): Draft {
  const { row } = record;
  const type = cell(record, 'type');
  if (!TYPES.has(type)) throw wrong(type, row, 'type', 'a type that Phoenix writes');
  const fee =
    sat(cell(record, 'mining_fee_sat'), row, 'mining_fee_sat', 0n) +
    msat(cell(record, 'service_fee_msat'), row, 'service_fee_msat', 0n);
  const paymentHash = cell(record, 'payment_hash');
  return {
    ...feesInside(msat(cell(record, 'amount_msat'), row, 'amount_msat'), magnitude(fee)),
    ...timed(isoMoment(cell(record, 'date'), row, 'date')),
    description,
    id: cell(record, 'id') || null,
    ...(paymentHash !== '' && { paymentHash }),
  };
}

const OLD_NEEDED = ['Date', 'Amount Millisatoshi', 'Fees Millisatoshi'];
const OLD_OPTIONAL = ['Amount Fiat', 'Fees Fiat', 'Context', 'Description', 'Notes'];

/** 1.6 and 2.0 to 2.4 (2023 and 2024): switched-off columns are missing; no id. */
export const phoenixOld: Format = {
  wallet: 'phoenix',
  version: () => 'phoenix<2.5.0',
  recognise: (header) => {
    if (!OLD_NEEDED.every((name) => header.includes(name))) return undefined;
    const known = header.every((name) => [...OLD_NEEDED, ...OLD_OPTIONAL].includes(name));
    return known ? 'certain' : 'likely';
  },
  read: (table) => {
    const cell = byName(table);
    const number = (record: Record, column: string) =>
      msat(cell(record, column), record.row, column);
    return {
      draft: (record) => ({
        ...feesInside(
          number(record, 'Amount Millisatoshi'),
          magnitude(number(record, 'Fees Millisatoshi')),
        ),
        ...timed(isoMoment(cell(record, 'Date'), record.row, 'Date')),
        description: words(cell(record, 'Description'), cell(record, 'Notes')),
        id: null,
      }),
    };
  },
};
