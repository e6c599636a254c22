/** Months, and the statement as a file for a spreadsheet. Pure. */
import type { CivilDate } from '#core/calendar.ts';
import { csvLine } from '#core/csv.ts';
import type { Statement } from './contract.ts';

/** `2026-12` → `2027-01`; -1 goes back. */
export function monthBeside(month: string, step: 1 | -1): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + step;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`;
}

export const firstDay = (month: string): CivilDate => `${month}-01`;

export const fileName = ({ childName, month }: Pick<Statement, 'childName' | 'month'>): string =>
  `${childName.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'book'}-${month}.csv`;

const HEAD = [
  'Date',
  'Line',
  'Type',
  'State',
  'Savings +/-',
  'Savings BTC',
  'Spending +/-',
  'Spending BTC',
  'Id',
];

const BROUGHT = 'Brought forward instead of removed lines';

/**
 * Each amount has a separate column for its sign: a cell that begins with a minus could be run as a
 * formula, and with an apostrophe it would no longer be a number.
 */
export function statementCsv(statement: Statement, dayOf: (moment: string) => string): string {
  const { savings, spending, lines, seal, removedUpTo } = statement;
  const end = (label: string, day: string, part: 'opening' | 'closing') =>
    csvLine([day, label, '', '', '', savings[part] ?? '', '', spending[part] ?? '', '']);
  const removedDay = removedUpTo && dayOf(removedUpTo);
  return [
    csvLine(HEAD),
    ...(removedDay
      ? [
          csvLine([removedDay, 'Lines up to this day were removed', ...Array(7).fill('')]),
          end(
            savings.opening === null ? 'Opening balance not known' : BROUGHT,
            removedDay,
            'opening',
          ),
        ]
      : [end('Opening balance', statement.from, 'opening')]),
    ...lines.map((line) =>
      csvLine([
        dayOf(line.createdAt),
        line.description,
        line.type,
        line.state,
        ...signed(line.savingsChange),
        ...signed(line.spendingChange),
        line.id,
      ]),
    ),
    end(
      savings.closing === null ? 'Closing balance not known' : 'Closing balance',
      statement.to,
      'closing',
    ),
    ...(seal ? [csvLine(['', `Seal ${seal.number}`, '', '', '', '', '', '', seal.mac])] : []),
  ].join('');
}

function signed(change: string | null): [string, string] {
  if (change === null) return ['', ''];
  return change.startsWith('-') ? ['out', change.slice(1)] : ['in', change];
}
