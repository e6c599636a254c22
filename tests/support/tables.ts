/** The tables named in the code: all of them, their owners, and other readers. */
import { globSync, readFileSync } from 'node:fs';
import { isTest } from './imports.ts';
import { files, source } from './sources.ts';

/** A statement in the code that names a table of another room. */
export type Reference = { file: string; room: string; table: string; owner: string };

const STATEMENT = /\b(?:from|join|into|update|only|using|table)\s+([a-z_]+)\b/gi;
const MIGRATION =
  /create table (?:if not exists )?(\w+)|drop table (?:if exists )?(\w+)|alter table (\w+)\s+rename to (\w+)/gi;

/** All tables after every migration. */
export function tablesOf(migrations = globSync('src/server/db/migrations/*.sql').sort()): string[] {
  const tables = new Set<string>();
  for (const file of migrations)
    for (const [, made, dropped, old, renamed] of readFileSync(file, 'utf8').matchAll(MIGRATION)) {
      if (made) tables.add(made);
      if (dropped) tables.delete(dropped);
      if (old && tables.delete(old) && renamed) tables.add(renamed);
    }
  return [...tables].sort();
}

/** `features/pocket/goals`, or the layer if outside all features. */
export const roomOf = (file: string): string =>
  file
    .split('/')
    .slice(1, file.startsWith('src/features/') ? 4 : 2)
    .join('/');

/** Each file's statements about tables of other rooms, once for each table. */
export function foreignReferences(owners: ReadonlyMap<string, string>): Reference[] {
  return files
    .filter((file) => file.startsWith('src/') && !isTest(file))
    .flatMap((file) => {
      const named = (source.get(file) as string).matchAll(STATEMENT);
      const room = roomOf(file);
      return [...new Set([...named].map(([, table = '']) => table))].flatMap((table) => {
        const owner = owners.get(table);
        return owner && owner !== room ? [{ file, room, table, owner }] : [];
      });
    });
}
