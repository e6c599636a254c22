/** Retention, and our own backup format, read back as written. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine, csvRows } from '#core/csv.ts';
import { MAX_SATS } from '#core/money.ts';
import { RETENTION_CHOICES } from './contract.ts';
import {
  BACKUP_COLUMNS,
  type BackupRow,
  BROUGHT_FORWARD,
  backupHeader,
  backupLine,
  backupName,
  cutFor,
  deletionDue,
  isBackup,
  keepsForever,
  parseBackup,
  pruneMonths,
} from './rules.ts';

test('entries are pruned by 3, 6, 12, 24 or 36 months and nothing else (PRIV-08 T35)', () => {
  expect(RETENTION_CHOICES).toEqual([3, 6, 12, 24, 36, -1]);
  for (const good of [3, 6, 12, 24, 36, '3', '6', '12', '24', '36'])
    expect(pruneMonths(good), String(good)).toBe(Number(good));
  for (const wrong of ['0', '-1', '1.5', '99999', '', '12 ', '012', '1e1', '12.0', '4', 'x', '３'])
    expect(pruneMonths(wrong), wrong).toBeUndefined();
  expect(keepsForever('-1')).toBe(true);
  for (const other of ['1', '-1.0', '-', '', '12']) expect(keepsForever(other)).toBe(false);
});

test('the cut is the family’s midnight of the same day so many months ago; short months end early', () => {
  expect(cutFor(3, '2026-11-21', 'UTC').toISOString()).toBe('2026-08-21T00:00:00.000Z');
  expect(cutFor(12, '2026-11-21', 'America/New_York').toISOString()).toBe(
    '2025-11-21T05:00:00.000Z',
  );
  expect(cutFor(3, '2026-05-31', 'UTC').toISOString()).toBe('2026-02-28T00:00:00.000Z');
  expect(cutFor(3, '2024-05-31', 'UTC').toISOString()).toBe('2024-02-29T00:00:00.000Z');
  expect(cutFor(36, '2026-01-01', 'UTC').toISOString()).toBe('2023-01-01T00:00:00.000Z');
});

test('a family can be kept for 72 hours', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  expect(deletionDue(now).toISOString()).toBe('2026-11-24T12:00:00.000Z');
  expect(backupName('2026-11-21')).toBe('satling-backup-2026-11-21.csv');
});

/** An independent parser of RFC 4180, character by character. */
function strictCells(line: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let inQuotes = false;
  for (let i = 0; i < line.length; i++) {
    const c = line[i] as string;
    if (inQuotes && c === '"' && line[i + 1] === '"') {
      cell += '"';
      i += 1;
    } else if (c === '"') inQuotes = !inQuotes;
    else if (c === ',' && !inQuotes) {
      cells.push(cell);
      cell = '';
    } else cell += c;
  }
  return [...cells, cell];
}

const dangerous = [
  ...['=', '+', '-', '@', '\t', '\r', '\u0000', '＝', '＋', '－', '＠'].flatMap((sign) => [
    sign,
    `${sign}1+1`,
    `${sign}cmd|' /C calc'!A0`,
  ]),
  '=HYPERLINK("https://evil.example","Click")',
  '=1+1,"x"',
  '-2+3+cmd|" /C calc"!A0',
  '@SUM(1+1)*cmd',
  '\n=1+1',
  "'=1+1",
  "''@x",
];
const harmless = [
  '',
  'Leaves',
  'Grüße, 你好',
  "'tis",
  "''",
  'a=b',
  '1-2',
  'say "hi"',
  'a,b',
  'a\nb',
];

test('40 cells that a spreadsheet would run begin with an apostrophe, and come back exact (T45)', () => {
  expect(dangerous.length).toBeGreaterThanOrEqual(40);
  for (const text of dangerous) {
    const line = csvLine(['x', text, 'y']);
    expect(strictCells(line.slice(0, -2))[1], JSON.stringify(text)).toMatch(/^'/);
    expect(csvRows(line), JSON.stringify(text)).toEqual([['x', text, 'y']]);
  }
  for (const text of harmless) {
    expect(strictCells(csvLine([text, 'y']).slice(0, -2))).toEqual([text, 'y']);
    expect(csvRows(csvLine([text, 'y']))).toEqual([[text, 'y']]);
  }
  expect(csvLine(['a', 'b'])).toBe('a,b\r\n');
});

test.each([';', '\t'])(
  'split at %j too, no cell of a hostile text is a formula (T45)',
  (separator) => {
    const danger = /^"?'*[=+\-@＝＋－＠]/;
    const mark = fc.constantFrom(...';\t\r\n,\'"=+-@＝ a1('.split(''));
    const text = fc.array(mark, { maxLength: 12 }).map((marks) => marks.join(''));
    fc.assert(
      fc.property(text, (hostile) => {
        const cells = csvLine(['x', hostile, 'y'])
          .split(/\r\n|\r|\n/)
          .join(separator)
          .split(separator);
        for (const cell of cells)
          if (danger.test(cell)) expect(cell, JSON.stringify(hostile)).toMatch(/^"?'/);
      }),
      { numRuns: 2_000 },
    );
    expect(csvLine(['x', `hello${separator}=HYPERLINK("h")`])).toContain(`${separator}'=HYPERLINK`);
  },
);

test('any text is read back unchanged (T45)', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 4 })),
      (rows) => {
        expect(csvRows(rows.map(csvLine).join(''))).toEqual(rows);
      },
    ),
  );
  expect(csvRows('a,"b')).toBeUndefined();
  expect(csvRows('\ufeffa,b\nc,d')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

const id = '0190c6e4-1a2b-7c3d-8e4f-0123456789ab';
const example: BackupRow = {
  entryId: id,
  occurredAt: new Date('2026-01-01T12:00:00Z'),
  recordedAt: new Date('2026-01-01T12:00:01Z'),
  child: '=Mia',
  childId: id,
  type: 'spending',
  amountSats: -1n,
  description: '-5 "sats", she said',
  madeBy: 'Anna',
  reverses: null,
  movements: 'outside +1; spending -1',
};

test('an amount never begins like a formula: the sign is a separate word (T45)', () => {
  const cells = strictCells(backupLine(example).slice(0, -2));
  expect(cells.slice(6, 8)).toEqual(['minus', '0.00000001']);
  expect(cells[3]).toBe("'=Mia");
  expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
});

test('a backup is recognised and read back row by row, to the sat (PRIV-14)', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 20 });
  const moments = fc.date({
    min: new Date('2009-01-03T00:00:00Z'),
    max: new Date('2100-01-01T00:00:00Z'),
    noInvalidDate: true,
  });
  const row = fc.record({
    entryId: fc.constant(id),
    occurredAt: moments,
    recordedAt: moments,
    child: texts,
    childId: fc.constantFrom(id, null),
    type: fc.constantFrom('bonus', 'earned'),
    amountSats: fc.bigInt({ min: -MAX_SATS, max: MAX_SATS }),
    description: texts,
    madeBy: texts,
    reverses: fc.constantFrom(id, null),
    movements: fc.constant('outside -1; savings +1'),
  });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 8 }), (rows) => {
      const file = backupHeader() + rows.map(backupLine).join('');
      expect(isBackup(file)).toBe(true);
      expect(parseBackup(file)).toEqual({ rows });
    }),
  );
});

test('a file that is no backup, cut off, or changed is refused whole, with the number of the row', () => {
  const file = (line: string) => backupHeader() + backupLine(example) + line;
  const good = backupLine(example);
  const cases: [string, string][] = [
    ['', 'This is not a Satling backup'],
    ['date,amount\r\n1,2\r\n', 'This is not a Satling backup'],
    [file('"abc'), 'The file ends in the middle of a quoted text'],
    [file(good.slice(0, 70)), 'Row 3: expected 12 columns, found 3'],
    [file(good.replace(id, 'x')), 'Row 3: expected the id of an entry'],
    [file(good.replace(id, '')), 'Row 3: expected the id of an entry'],
    [
      file(backupLine({ ...example, reverses: 'x' })),
      'Row 3: expected the id of the entry that was taken back',
    ],
    [
      file(good.replace('2026-01-01T', '2026-13-01T')),
      'Row 3: expected a date such as 2026-11-21T12:00:00.000Z',
    ],
    [file(good.replace('minus', 'less')), 'Row 3: expected plus or minus as the sign'],
    [
      file(good.replace('0.00000001', '-0.00000001')),
      'Row 3: expected an amount in BTC with 8 decimals, without a sign',
    ],
  ];
  for (const [text, problem] of cases)
    expect(parseBackup(text)).toMatchObject({ problem: { english: problem } });
  const carried = { ...example, entryId: null, type: BROUGHT_FORWARD };
  expect(parseBackup(backupHeader() + backupLine(carried))).toEqual({ rows: [carried] });
  expect(BACKUP_COLUMNS[0]).toBe('satling_entry_id');
});
