/** Matching a row of a wallet's file to a book entry, and when a person must decide. */
import { expect, test } from 'vitest';
import type { WalletRow } from './csv/format.ts';
import { type Booked, bookedAs, type Candidate, keysOf, planImport } from './rules.ts';

const at = (time: string) => new Date(`2026-10-${time}:00Z`);

const paid = (time: string): WalletRow => ({
  row: 2,
  direction: 'out',
  amountMsat: 5_000_000n,
  feeMsat: 0n,
  amountSats: 5000n,
  feeSats: 0n,
  timestampISO: at(time).toISOString(),
  timeKey: time,
  description: '',
  id: 'a',
});

const entry = (entryId: string, time: string): Candidate => ({
  entryId,
  occurredAt: at(time),
  amountSats: -5000n,
  text: '',
});

function plan(
  row: WalletRow,
  candidates: readonly Candidate[],
  separate: readonly number[] = [],
  booked: Booked = new Map(),
  cut?: Date,
) {
  const [planned] = planImport({
    rows: [{ row, prints: keysOf(row) }],
    answers: { separate },
    known: new Map(),
    candidates,
    booked,
    cut,
    now: at('31T12:00'),
  });
  const { kind, asks, entry } = planned as NonNullable<typeof planned>;
  return { kind, asks, entry: entry?.entryId };
}

const ROW = paid('10T12:00');

test.each([
  ['2009-01-02T23:59:59.999Z', ['date']],
  ['2009-01-03T00:00:00.000Z', []],
  ['2026-11-01T12:00:00.000Z', []],
  ['2026-11-01T12:00:00.001Z', ['date']],
])('a date before Bitcoin or more than a day ahead is asked about: %s (T33)', (time, asks) => {
  expect(plan({ ...ROW, timestampISO: time }, []).asks).toEqual(asks);
});

test('a row from before a correction by hand is history; one of that very moment is new (TXN-07)', () => {
  const cutAt = (ms: number) => new Date(at('10T12:00').getTime() + ms);
  const kindAt = (ms: number) => plan(ROW, [], [], new Map(), cutAt(ms)).kind;
  expect([kindAt(1), kindAt(0)]).toEqual(['history', 'new']);
});

test('an entry within a day, and no other that fits, is the row without a question (TXN-07)', () => {
  const one = [entry('near', '11T12:00')];
  expect(plan(ROW, one)).toEqual({ kind: 'matched', asks: [], entry: 'near' });
});

test('an entry more than a day away is only proposed (TXN-07)', () => {
  const far = [entry('far', '11T12:01')];
  expect(plan(ROW, far)).toEqual({ kind: 'matched', asks: ['match'], entry: 'far' });
});

test('of two entries within a day the nearer is proposed, and a person says (TXN-07)', () => {
  const two = [entry('nearer', '10T13:00'), entry('other', '11T11:00')];
  expect(plan(ROW, two)).toEqual({ kind: 'matched', asks: ['match'], entry: 'nearer' });
  // The other one is too far away to match.
  const apart = [entry('nearer', '10T13:00'), entry('other', '12T11:00')];
  expect(plan(ROW, apart)).toEqual({ kind: 'matched', asks: [], entry: 'nearer' });
});

test('an entry out of reach, or one that a person says is another, is no match (TXN-07)', () => {
  expect(plan(ROW, [entry('out', '13T12:01')])).toMatchObject({ kind: 'new', entry: undefined });
  const near = [entry('near', '10T12:00')];
  expect(plan(ROW, near, [2])).toEqual({ kind: 'new', asks: [], entry: undefined });
});

test('a row with the hash of a booked payment is that payment, whatever else differs (T47)', () => {
  const hash = 'ab'.repeat(32);
  const booked = new Map([[bookedAs('out', hash), entry('booked', '01T00:00')]]);
  const other = { ...ROW, amountSats: 77n, feeSats: 5n };
  const near = [entry('near', '10T12:00')];
  const isBooked = { kind: 'matched', asks: [], entry: 'booked' };
  expect(plan({ ...other, paymentHash: 'cd'.repeat(32) }, [], [], booked).kind).toBe('new');
  expect(plan({ ...other, id: hash, direction: 'in' }, [], [], booked).kind).toBe('new');
  expect(plan({ ...other, id: hash.toUpperCase() }, near, [], booked)).toEqual(isBooked);
  expect(plan({ ...ROW, paymentHash: hash }, near, [2], booked)).toEqual(isBooked);
});

test('a row that is in a sibling’s book, or waits to be booked, is never posted (T47)', () => {
  const hash = 'ab'.repeat(32);
  const booked: Booked = new Map([[bookedAs('in', hash), 'elsewhere']]);
  const row = { ...ROW, paymentHash: hash };
  expect(plan({ ...row, direction: 'out' }, [], [], booked).kind).toBe('new');
  expect(plan({ ...row, direction: 'in' }, [], [], booked).kind).toBe('duplicate');
  expect(plan({ ...row, direction: undefined }, [], [], booked).kind).toBe('duplicate');
});

test('rows from before a correction count toward the opening amount if a person says so; later ones never do', () => {
  const counts = (time: string, includeBeforeCorrection: boolean, cut?: Date) =>
    planImport({
      rows: [{ row: paid(time), prints: keysOf(paid(time)) }],
      answers: { includeBeforeCorrection },
      known: new Map(),
      candidates: [],
      booked: new Map(),
      cut,
      now: at('31T12:00'),
    })[0]?.counts;
  const cut = at('10T12:00');
  expect([counts('09T12:00', false, cut), counts('11T12:00', true, cut)]).toEqual([false, false]);
  expect([counts('09T12:00', true, cut), counts('11T12:00', false)]).toEqual([true, true]);
});

test('two rows of a file never match one entry: the second is new (TXN-07 T47)', () => {
  const hash = 'ab'.repeat(32);
  const kinds = (rows: readonly WalletRow[], booked: Booked = new Map()) =>
    planImport({
      rows: rows.map((row) => ({ row, prints: keysOf(row) })),
      answers: {},
      known: new Map(),
      candidates: [entry('one', '10T12:00')],
      booked,
      cut: undefined,
      now: at('31T12:00'),
    }).map(({ kind }) => kind);
  const other = { ...ROW, row: 3, id: 'b' };
  expect(kinds([ROW, other])).toEqual(['matched', 'new']);
  // The first fits with its fee, the other only without.
  expect(kinds([ROW, { ...other, feeSats: 7n }])).toEqual(['matched', 'new']);
  const byHash = new Map([[bookedAs('out', hash), entry('one', '10T12:00')]]);
  expect(kinds([{ ...ROW, paymentHash: hash }, other], byHash)).toEqual(['matched', 'new']);
});
