/** A large result read page by page, and its connection afterwards. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/app.ts';
import { connect, type Database } from './database.ts';
import { pages } from './pages.ts';

const ANSWER_MS = 1_000;
const NOBODY = '0198c0de-0000-7000-8000-000000000001';

let db: Database;
beforeAll(async () => {
  db = connect(await freshDatabase(), 1, ANSWER_MS);
});
afterAll(() => db.close());

const read = (count: number) =>
  db.readFamily(NOBODY, async (tx) => {
    const found: number[] = [];
    const sizes: number[] = [];
    const rows = tx`SELECT i FROM generate_series(1, ${count}::integer) AS i ORDER BY i`;
    for await (const page of pages<{ i: number }>(tx, rows)) {
      found.push(...page.map(({ i }) => i));
      sizes.push(page.length);
    }
    return { found, sizes };
  });

test.each([
  [0, []],
  [1, [1]],
  [5_000, [5_000]],
  [12_345, [5_000, 5_000, 2_345]],
])('%i rows come in order, each once, in pages of %j', async (count, sizes) => {
  const { found, sizes: seen } = await read(count);
  expect(seen).toEqual(sizes);
  expect(found).toEqual(Array.from({ length: count }, (_, i) => i + 1));
});

test('results of different columns are read after each other in one transaction', async () => {
  const found = await db.readFamily(NOBODY, async (tx) => {
    const rows: object[] = [];
    const queries = [
      tx`SELECT ${'1'}::integer AS one_sats, 'a' AS two`,
      tx`SELECT ${'b'}::text AS other`,
      tx`SELECT 1::bigint AS a, now() - now() AS b, true AS c`,
    ];
    for (const query of queries) for await (const page of pages(tx, query)) rows.push(...page);
    return rows;
  });
  expect(found).toEqual([
    { oneSats: 1, two: 'a' },
    { other: 'b' },
    { a: 1n, b: '00:00:00', c: true },
  ]);
});

test('whoever has the connection next keeps it, however long after the last page', async () => {
  await read(10);
  const pids = await db.readFamily(NOBODY, async (tx) => {
    const seen = new Set<number>();
    for (const began = performance.now(); performance.now() - began < ANSWER_MS * 2; ) {
      const [row] = await tx<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
      seen.add(row?.pid as number);
      await sleep(50);
    }
    return seen.size;
  });
  expect(pids).toBe(1);
});
