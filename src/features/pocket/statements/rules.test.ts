/** The statement as a file: nothing in it runs, and harmless words are unchanged. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvRows } from '#core/csv.ts';
import type { Statement } from './contract.ts';
import { fileName, monthBeside, statementCsv } from './rules.ts';

const ID = '0190c6e4-1a2b-7c3d-8e4f-0123456789ab';
const balance = {
  accountId: ID,
  opening: '0.00000000',
  in: '0.00000001',
  out: '0.00000001',
  closing: '0.00000000',
};
const line = (description: string): Statement['lines'][number] => ({
  id: ID,
  childId: ID,
  type: 'spending',
  amount: '-0.00000001',
  description,
  childName: 'Mia',
  createdAt: '2026-11-18T12:00:00.000Z',
  state: 'recorded',
  reverses: null,
  undoneBy: null,
  from: 'spending',
  to: null,
  savingsChange: null,
  spendingChange: '-0.00000001',
  rate: null,
});
const statement = (descriptions: string[]): Statement => ({
  childId: ID,
  childName: 'Mia',
  month: '2026-11',
  from: '2026-11-01',
  to: '2026-11-30',
  timeZone: 'Europe/Berlin',
  savings: balance,
  spending: balance,
  lines: descriptions.map(line),
  seal: { number: '12', mac: 'ab'.repeat(32) },
  removedUpTo: null,
  madeAt: '2026-11-30T12:00:00.000Z',
});
const dayOf = (moment: string) => moment.slice(0, 10);
const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '\u0000=1', '＝1', '＠x'];

test('no cell of a statement can be run by a spreadsheet, and amounts stay numbers (T45)', () => {
  const bare = (cell: string) => cell.replace(/^"/, '');
  const cells = (csv: string) => csv.split(/,|\r\n/).map(bare);
  const csv = statementCsv(statement([...FORMULAS, "'=1+1", '=HYPERLINK("https://evil")']), dayOf);
  for (const cell of cells(csv)) expect('=+-@\t\r\n\u0000＝＋－＠').not.toContain(cell[0] ?? '?');
  const rows = csvRows(csv) as string[][];
  expect(rows[2]?.slice(6, 8)).toEqual(['out', '0.00000001']);
  expect(rows.map((row) => row.length)).toEqual(rows.map(() => 9));
});

test('every text is read back as it was written (T45)', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 40 })), (texts) => {
      const rows = csvRows(statementCsv(statement(texts), dayOf)) as string[][];
      expect(rows.slice(2, 2 + texts.length).map((row) => row[1])).toEqual(texts);
    }),
  );
});

test('a statement begins with the opening balance and ends with the closing one and the seal', () => {
  const rows = csvRows(statementCsv(statement(['Ice cream']), dayOf)) as string[][];
  expect(rows.map((row) => row[1])).toEqual([
    'Line',
    'Opening balance',
    'Ice cream',
    'Closing balance',
    'Seal 12',
  ]);
  expect(rows.at(-1)?.at(-1)).toBe('ab'.repeat(32));
});

test('the file of a month with removed lines says so, with no figure for what is not known (PRIV-15)', () => {
  const removedUpTo = '2026-11-10T12:00:00.000Z';
  const balances = (opening: string | null, closing: string | null) => {
    const one = { ...balance, in: null, out: null, opening, closing };
    return { ...statement([]), savings: one, spending: one, removedUpTo };
  };
  const rowsOf = (one: Statement) => csvRows(statementCsv(one, dayOf)) as string[][];
  const part = rowsOf(balances('0.00000120', '0.00000123')).slice(1, 4);
  expect(part.map(([day, label, , , , savings]) => [day, label, savings])).toEqual([
    ['2026-11-10', 'Lines up to this day were removed', ''],
    ['2026-11-10', 'Brought forward instead of removed lines', '0.00000120'],
    ['2026-11-30', 'Closing balance', '0.00000123'],
  ]);
  const whole = rowsOf(balances(null, null)).slice(1, 4);
  expect(whole.map(([, label, , , , savings]) => [label, savings])).toEqual([
    ['Lines up to this day were removed', ''],
    ['Opening balance not known', ''],
    ['Closing balance not known', ''],
  ]);
});

test('months follow each other over the years; a file has a harmless name', () => {
  expect(monthBeside('2026-12', 1)).toBe('2027-01');
  expect(monthBeside('2027-01', -1)).toBe('2026-12');
  expect(monthBeside('2026-05', 1)).toBe('2026-06');
  expect(fileName({ childName: '../Mia & "Zoë"', month: '2026-11' })).toBe('Mia-Zoë-2026-11.csv');
  expect(fileName({ childName: '..', month: '2026-11' })).toBe('book-2026-11.csv');
});
