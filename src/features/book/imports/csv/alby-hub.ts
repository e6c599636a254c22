/**
 * Alby Hub (since 1.20). Finds columns by name: the header is that of the newest transaction. Pure.
 */
import { byName, isoMoment, msat, timed, wrong } from './cells.ts';
import type { Direction, Draft, Format, Record } from './format.ts';

const NEEDED = ['type', 'state', 'paymentHash', 'amount', 'feesPaid', 'createdAt', 'settledAt'];
const KNOWN = new Set([
  ...NEEDED,
  'id',
  'invoice',
  'description',
  'descriptionHash',
  'preimage',
  'amountSat',
  'amountMsat',
  'feesPaidSat',
  'feesPaidMsat',
  'updatedAt',
  'appId',
  'metadata',
  'boostagram',
  'failureReason',
]);
const DIRECTIONS = new Map<string, Direction>([
  ['incoming', 'in'],
  ['outgoing', 'out'],
]);
const UNSETTLED = ['pending', 'failed', 'accepted'];

type Cell = ReturnType<typeof byName>;

export const albyHub: Format = {
  wallet: 'alby-hub',
  version: (header) => (header.includes('amountMsat') ? 'alby-hub>=1.22' : 'alby-hub>=1.20'),
  recognise: (header) => {
    if (!NEEDED.every((name) => header.includes(name))) return undefined;
    return header.every((name) => KNOWN.has(name) || name.startsWith('label_'))
      ? 'certain'
      : 'likely';
  },
  read: (table) => {
    const cell = byName(table);
    const since122 = table.header.includes('amountMsat');
    return { draft: (record) => draft(cell, record, since122) };
  },
};

function draft(cell: Cell, record: Record, since122: boolean): Draft {
  const { row } = record;
  const direction = DIRECTIONS.get(cell(record, 'type'));
  if (!direction) throw wrong(cell(record, 'type'), row, 'type', '“incoming” or “outgoing”');
  const state = cell(record, 'state');
  if (UNSETTLED.includes(state)) return { skip: `state ${state}` };
  if (state !== 'settled') throw wrong(state, row, 'state', 'a state that Alby Hub writes');
  const amountMsat = amount(cell, record, 'amount', since122);
  const settled = isoMoment(cell(record, 'settledAt'), row, 'settledAt');
  return {
    direction,
    amountMsat,
    feeMsat: amount(cell, record, 'feesPaid', since122),
    ...timed(settled ?? isoMoment(cell(record, 'createdAt'), row, 'createdAt')),
    // Since 1.22, cells that a spreadsheet would take for a formula start with an apostrophe.
    description: cell(record, 'description').replace(/^'(?=[\t\r ]?[=+\-@])/, ''),
    id: cell(record, 'paymentHash') || null,
  };
}

/**
 * `amount` is in millisatoshis in all versions; if there is also a column in satoshis, they must
 * agree.
 */
function amount(cell: Cell, record: Record, name: string, since122: boolean): bigint {
  const { row } = record;
  const value = msat(cell(record, name), row, name, 0n);
  if (value < 0n) throw wrong(cell(record, name), row, name, 'zero or more');
  if (!since122) return value;
  const other = cell(record, `${name}Msat`);
  const sats = cell(record, `${name}Sat`);
  if (other !== '' && msat(other, row, `${name}Msat`) !== value)
    throw wrong(other, row, `${name}Msat`, `the same as “${name}”`);
  if (sats !== '' && msat(sats, row, `${name}Sat`) !== value / 1000n)
    throw wrong(sats, row, `${name}Sat`, `“${name}” in satoshis`);
  return value;
}
