/** Wrong, hostile and truncated files: one clear sentence with the row, or every row right. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixture } from '#tests/support/wallet-files.ts';
import { BadFile, MAX_MSAT, type ParsedFile } from './format.ts';
import { pairInTime, WINDOW_MS } from './match.ts';
import { parseFile } from './parse.ts';
import { readTable } from './reader.ts';

const LIMITS = { rows: 5_000, cell: 4_096 };
const FILES = [
  ['Alby', 'alby-hub.csv'],
  ['Phoenix', 'phoenix-new.csv'],
  ['Breez', 'breez.csv'],
  ['Zeus', 'zeus_ln_payments.csv'],
  ['CoinOS', 'coinos.csv'],
] as const;

const parse = (text: string) => parseFile(text, { filename: 'x.csv', zone: 'UTC' }, LIMITS);

/** The rows, or the refusal's sentence; any other exception fails the test. */
function tried(text: string): ParsedFile | string {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof BadFile) return error.message;
    throw error;
  }
}

const nasty = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      '-',
      '1e9',
      'NaN',
      'Infinity',
      '0x10',
      '1.234,56',
      '1,5',
      '１２',
      '-0',
      '+5',
      '5.0000001',
    ],
    ...[
      '99999999999999999999',
      '=1+1',
      '@SUM(A1)',
      '\0',
      '\uFEFF',
      '\u202e',
      '"',
      '""',
      '","',
      '\n',
    ],
    ...['1970-01-01T00:00:00Z', '2999-01-01T00:00:00Z', '2025-02-30T00:00:00Z', '32/13/2025 25:61'],
    ...['$1,234.50', '-€135.00', 'CHF\u00a023.10', 'null', 'undefined', '__proto__', 'constructor'],
  ),
  fc.string({ maxLength: 30 }),
  fc.integer({ min: 4_000, max: 40_000 }).map((size) => 'x'.repeat(size)),
);

/** One change of a good file. */
const change = (good: string): fc.Arbitrary<string> => {
  const lines = good.split('\n');
  const at = fc.nat(good.length - 1);
  const inLine = fc.tuple(fc.nat(lines.length - 1), fc.nat(20), nasty);
  return fc.oneof(
    at.map((end) => good.slice(0, end)),
    fc.tuple(at, nasty).map(([place, text]) => good.slice(0, place) + text + good.slice(place)),
    fc.tuple(at, fc.nat(40)).map(([from, size]) => good.slice(0, from) + good.slice(from + size)),
    inLine.map(([line, cell, text]) =>
      lines
        .map((one, i) =>
          i === line
            ? one
                .split(',')
                .map((c, j) => (j === cell ? text : c))
                .join()
            : one,
        )
        .join('\n'),
    ),
    fc.constantFrom(
      good.replaceAll('\n', '\r'),
      `${lines[0]},${lines[0]}\n${lines.slice(1).join('\n')}`,
      [...good].join('\0'),
      new TextDecoder('latin1').decode(Buffer.from(good, 'utf16le')),
      `\uFEFF\uFEFF${good}`,
      `${lines[0]}\n"${'a'.repeat(100_000)}`,
      `${lines[0]}\n${'"'.repeat(100_000)}`,
      `${lines[0]}\n${','.repeat(100_000)}`,
      `${lines[0]}\n${'\n'.repeat(100_000)}`,
      `${lines[0]}\n${'"\n"'.repeat(50_000)}`,
      `${lines[0]}\n${'x\n'.repeat(100_000)}`,
      `${','.repeat(500)}\n${good}`,
    ),
  );
};

describe('two hundred hostile files of each wallet (T46)', () => {
  test.each(FILES)('%s', (_, file) => {
    const good = fixture(file);
    fc.assert(
      fc.property(change(good), (text) => {
        const result = tried(text);
        if (typeof result === 'string') {
          expect(result.length).toBeLessThan(300);
          expect(result).not.toMatch(/\n|undefined is|cannot read|TypeError/i);
          return;
        }
        for (const { amountMsat, feeMsat, timestampISO, row } of result.rows) {
          expect(amountMsat >= 0n && amountMsat <= MAX_MSAT && feeMsat >= 0n).toBe(true);
          expect(row).toBeGreaterThan(1);
          if (timestampISO) expect(new Date(timestampISO).toISOString()).toBe(timestampISO);
        }
      }),
      { numRuns: 200, seed: 46 },
    );
  });

  test('a file at the limits is read within bounds of memory', () => {
    const line = fixture('phoenix-new.csv').split('\n')[1] as string;
    const text = `${fixture('phoenix-new.csv').split('\n')[0]}\n${`${line}\n`.repeat(5_000)}`;
    const before = process.memoryUsage().heapUsed;
    expect((tried(text) as ParsedFile).rows).toHaveLength(5_000);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(50 * 1024 * 1024);
    expect(tried(`${text}${line}`)).toMatch(/^The file has more than 5,000 rows/);
  });
});

test.each([
  ['a quotation mark is opened and never closed', (s: string) => `${s}"`],
  ['it has 1 cell, the header has 9', (s: string) => `${s}x`],
  ['it holds a NUL character', (s: string) => `${s}a\0,,,,,,,,`],
  ['there is text behind a closing quotation mark', (s: string) => `${s}"a"b,,,,,,,,`],
  ['a cell has more than 4,096 characters', (s: string) => `${s}${'x'.repeat(5_000)},,,,,,,,`],
  [
    '“12,5” in the column “amount_msat” is not a whole number',
    (s: string) => `${s}2025-01-01T00:00:00Z,a,swap_in,"12,5",0,0,0,,`,
  ],
  [
    '“2025-02-30T00:00:00Z” in the column “date” is not a date',
    (s: string) => `${s}2025-02-30T00:00:00Z,a,swap_in,5000,0,0,0,,`,
  ],
  ['“gift” in the column “type”', (s: string) => `${s}2025-01-01T00:00:00Z,a,gift,5000,0,0,0,,`],
])('the row is named: %s (T46)', (sentence, spoil) => {
  const header =
    'date,id,type,amount_msat,fee_credit_msat,mining_fee_sat,service_fee_msat,payment_hash,tx_id';
  const good = `${header}\n2025-01-01T00:00:00Z,a,swap_in,5000,0,0,0,,\n`;
  expect(tried(spoil(good))).toContain(`Row 3: ${sentence}`);
});

test('what is written by RFC 4180 is read back, cell by cell (T45)', () => {
  const cell = fc.string({ unit: 'binary', maxLength: 40 }).filter((text) => !text.includes('\0'));
  const table = fc.integer({ min: 2, max: 6 }).chain((width) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
      minLength: 1,
      maxLength: 8,
    }),
  );
  fc.assert(
    fc.property(table, fc.constantFrom('\n', '\r\n'), (rows, end) => {
      const names = (rows[0] ?? []).map((_, i) => `c${i}`);
      const text = [names, ...rows]
        .map((cells) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join())
        .join(end);
      const read = readTable(text, LIMITS);
      expect(read.header).toEqual(names);
      expect(read.records.map(({ cells }) => cells)).toEqual(rows);
    }),
  );
});

test('matching finds as many pairs as there can be, and of those the nearest (TXN-07)', () => {
  const DAY = WINDOW_MS / 3;
  const moments = fc
    .array(fc.integer({ min: 0, max: 12 }), { maxLength: 6 })
    .map((days) => days.map((day) => day * DAY).sort((a, b) => a - b));
  fc.assert(
    fc.property(moments, moments, (rows, entries) => {
      const pairs = pairInTime(rows, entries);
      const cost = (all: readonly (readonly [number, number])[]) =>
        all.reduce(
          (sum, [i, j]) => sum + Math.abs((rows[i] as number) - (entries[j] as number)),
          0,
        );
      expect(new Set(pairs.map(([i]) => i)).size).toBe(pairs.length);
      expect(new Set(pairs.map(([, j]) => j)).size).toBe(pairs.length);
      const best = search(rows, entries, 0, new Set());
      expect([pairs.length, cost(pairs)]).toEqual(best);
    }),
  );
});

/** Every way to pair: the most pairs, then the least distance. */
function search(
  rows: readonly number[],
  entries: readonly number[],
  i: number,
  used: ReadonlySet<number>,
): [number, number] {
  if (i === rows.length) return [0, 0];
  let best = search(rows, entries, i + 1, used);
  for (const [j, entry] of entries.entries()) {
    const apart = Math.abs((rows[i] as number) - entry);
    if (used.has(j) || apart > WINDOW_MS) continue;
    const [count, cost] = search(rows, entries, i + 1, new Set([...used, j]));
    if (count + 1 > best[0] || (count + 1 === best[0] && cost + apart < best[1]))
      best = [count + 1, cost + apart];
  }
  return best;
}
