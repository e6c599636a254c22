/** A statement written once says the same as the driver's own tag, with other values each time. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/app.ts';
import { connect, type Database, type Sql } from './database.ts';
import { writtenOnce } from './written-once.ts';

let db: Database;
beforeAll(async () => {
  db = connect(await freshDatabase(), 1);
});
afterAll(() => db.close());

type Values = { word: string; bytes: Uint8Array; at: Date };
const inner = (sql: Sql, at: (name: 'word') => never) => sql`(SELECT ${at('word')}::text) AS word`;
const write = (sql: Sql, at: (name: keyof Values) => never) => sql`
  SELECT ${inner(sql, at)}, ${7}::integer AS fixed, ${at('bytes')}::bytea AS bytes,
    ${at('at')}::timestamptz AS moment_of, ${at('word')}::text || ${sql`'!'`} AS again`;

test('a statement written once takes its values at their places, each time anew', async () => {
  const ask = writtenOnce<Record<string, unknown>, Values>(write);
  for (const word of [`'; DROP TABLE family; --`, '$1', '']) {
    const values = { word, bytes: Buffer.from(word), at: new Date('2026-11-18T12:00:00Z') };
    const [once] = await ask(db.app, values);
    expect({ ...once }).toEqual({
      word,
      fixed: 7,
      bytes: Buffer.from(word),
      momentOf: values.at,
      again: `${word}!`,
    });
    const own = await write(db.app, (name) => values[name] as never);
    expect({ ...once }).toEqual({ ...(own as unknown as object[])[0] });
  }
});
