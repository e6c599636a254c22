/**
 * Arrays are written to PostgreSQL and read back unchanged, without the driver's look-up of types.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/app.ts';
import { connect, type Database } from './database.ts';

let db: Database;
beforeAll(async () => {
  db = connect(await freshDatabase(), 1);
});
afterAll(() => db.close());

test('any array is written to PostgreSQL and read back unchanged', async () => {
  const texts = ['', 'a,b', '{}', '"', '\\', 'NULL', 'line\nbreak', 'ü €', "it's", null];
  const ids = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002'];
  const sats = ['0', '-1', '2100000000000000'];
  const moment = '2026-11-22T09:00:00.000Z';
  const [row] = await db.app`SELECT
    ${texts}::text[] AS texts, ${ids}::uuid[] AS ids, ${[]}::uuid[] AS none,
    ${sats}::bigint[] AS sats, ${[1, 2]}::integer[] AS numbers, ${[3]}::smallint[] AS small,
    ${['2026-11-22']}::date[] AS dates, ${[moment]}::timestamptz[] AS moments,
    ARRAY[true, false] AS flags, ${ids}::uuid[] = ARRAY[${ids[0] as string}::uuid] AS same`;
  expect(row).toEqual({
    texts,
    ids,
    none: [],
    sats: sats.map(BigInt),
    numbers: [1, 2],
    small: [3],
    dates: ['2026-11-22'],
    moments: [new Date(moment)],
    flags: [true, false],
    same: false,
  });
});
