/**
 * Zeus (since 0.9.2): three files. Quotation marks inside a value aren't doubled. Paid and unpaid
 * invoices look the same, so the screen says so before incoming rows are added. Pure.
 */
import { byName, magnitude, sat, spokenMoment, timed, words } from './cells.ts';
import type { Direction, Draft, Format, Record } from './format.ts';

const INVOICES =
  'Amount Paid (sat),Payment Request,Payment Hash,Memo,Note,Creation Date,Expiry'.split(',');
const PAYMENTS =
  'Destination,Payment Request,Payment Hash,Amount Paid (sat),Memo,Note,Creation Date'.split(',');
const ON_CHAIN = 'Transaction Hash,Amount (sat),Total Fees (sat),Note,Timestamp'.split(',');

type Cell = ReturnType<typeof byName>;

/** Zeus prints 0, null and undefined as '', its first versions as words. */
const text = (cell: Cell, record: Record, name: string): string => {
  const value = cell(record, name);
  return value === 'undefined' ? '' : value;
};

const is = (columns: readonly string[]) => (header: readonly string[]) =>
  header.join() === columns.join()
    ? ('certain' as const)
    : columns.every((name) => header.includes(name))
      ? ('likely' as const)
      : undefined;

const lightning = (name: string, columns: readonly string[], direction: Direction): Format => ({
  wallet: 'zeus',
  version: () => `zeus>=0.10 ${name}`,
  recognise: is(columns),
  unescaped: { freeText: ['Memo', 'Note'] },
  read: (table) => {
    const cell = byName(table);
    return {
      draft: (record): Draft => ({
        direction,
        amountMsat: magnitude(
          sat(text(cell, record, 'Amount Paid (sat)'), record.row, 'Amount Paid (sat)', 0n),
        ),
        feeMsat: 0n,
        ...timed(spokenMoment(cell(record, 'Creation Date'), record.row, 'Creation Date')),
        description: words(text(cell, record, 'Memo'), text(cell, record, 'Note')),
        id: text(cell, record, 'Payment Hash') || null,
      }),
    };
  },
});

export const zeusInvoices = lightning('invoices', INVOICES, 'in');
export const zeusPayments = lightning('payments', PAYMENTS, 'out');

export const zeusOnChain: Format = {
  wallet: 'zeus',
  version: () => 'zeus>=0.10 on-chain',
  recognise: is(ON_CHAIN),
  unescaped: { freeText: ['Note'] },
  read: (table) => {
    const cell = byName(table);
    return {
      draft: (record): Draft => {
        const { row } = record;
        const amount = sat(text(cell, record, 'Amount (sat)'), row, 'Amount (sat)', 0n);
        const fee = sat(text(cell, record, 'Total Fees (sat)'), row, 'Total Fees (sat)', 0n);
        return {
          direction: amount < 0n ? 'out' : 'in',
          amountMsat: magnitude(amount),
          feeMsat: magnitude(fee),
          ...timed(spokenMoment(cell(record, 'Timestamp'), row, 'Timestamp')),
          description: words(text(cell, record, 'Note')),
          id: text(cell, record, 'Transaction Hash') || null,
        };
      },
    };
  },
};
