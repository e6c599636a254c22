/**
 * docs/schema.md matches the migrated database: each table's owner, its columns, and the other
 * rooms that name it. `npx vitest run --project server tests/server/schema-doc.test.ts -u` writes
 * it.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from '#server/db/database.ts';
import { freshDatabase } from '../support/app.ts';
import { OWNED, owners, words } from '../support/rooms.ts';
import { foreignReferences } from '../support/tables.ts';

let db: Database;
beforeAll(async () => {
  db = connect(await freshDatabase());
});
afterAll(() => db.close());

const HEAD = `# Tables

Generated from the migrated database and the code; a test compares it. A column is set unless it
says *or null*. Tables of a family are under row-level security, but for those in
\`src/server/db/schema-exceptions.ts\`, each with its reason.
`;

type Column = { table: string; column: string; type: string; isSet: boolean };

const inWords = ({ column, type, isSet }: Column) =>
  `\`${column}\` ${type.replace('timestamp with time zone', 'time')}${isSet ? '' : ' or null'}`;

test('docs/schema.md lists each table, its owner, and who else names it', async () => {
  const columns = await db.owner<Column[]>`
    SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type,
      a.attnotnull AS is_set
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'r'
    JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
    WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relname <> 'migration'
    ORDER BY c.relname, a.attnum`;
  const ofTable = Map.groupBy(columns, ({ table }) => table);
  const others = Map.groupBy(foreignReferences(owners), ({ table }) => table);
  const describe = (table: string) => {
    // `core` knows no tables: what looks like one there is an ordinary word.
    const named = (others.get(table) ?? []).flatMap(({ room }) => (room === 'core' ? [] : [room]));
    const also = [...new Set(named)].sort().map((room) => `\`${room}\``);
    const read = also.length > 0 ? `\n\nAlso named by ${also.join(', ')}.` : '';
    return `### ${table}\n\n${(ofTable.get(table) ?? []).map(inWords).join(', ')}${read}\n`;
  };
  const tables = Map.groupBy(OWNED, ([room]) => room);
  const rooms = [...tables].flatMap(([room, lines]) => {
    const own = lines.flatMap(([, names]) => words(names)).sort();
    return own.length > 0 ? [`## ${room}\n\n${own.map(describe).join('\n')}`] : [];
  });
  const text = `${HEAD}\n${rooms.join('\n')}`;
  expect(text.match(/^### /gm)?.length).toBe(ofTable.size);
  await expect(text).toMatchFileSnapshot('../../docs/schema.md');
});
