/** PostgreSQL's own plan of each statement that a program sends, read from notices. */
import type { Database } from '../../src/server/db/database.ts';

/** A node of a plan, with EXPLAIN (FORMAT JSON)'s names. */
export type Node = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Alias?: string;
  readonly 'Join Type'?: string;
  readonly Plans?: readonly Node[];
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly 'Actual Rows'?: number;
} & Partial<Record<Condition, string>>;

/** Plan fields with the conditions on rows. */
export const CONDITIONS = [
  'Index Cond',
  'Recheck Cond',
  'Filter',
  'Hash Cond',
  'Merge Cond',
  'Join Filter',
] as const;
type Condition = (typeof CONDITIONS)[number];

export type Explained = { 'Query Text': string; Plan: Node };

/** From now on every new connection gets a notice that explains each statement. */
export async function explainAll({ owner }: Pick<Database, 'owner'>): Promise<void> {
  const settings = Object.entries({
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
  });
  const [database] = await owner<{ name: string }[]>`SELECT current_database() AS name`;
  for (const [name, value] of settings)
    await owner.unsafe(`ALTER DATABASE "${database?.name}" SET ${name} = '${value}'`);
}

/** The statement and plan in a notice, if it is one. */
export function explainedIn(notice: string): Explained | undefined {
  const [, json] = /plan:\n(\{[^\0]*\})\0/.exec(notice) ?? [];
  return json === undefined ? undefined : (JSON.parse(json) as Explained);
}

/** On one line, for comparing and naming. */
export const oneLine = (statement: string) => statement.replaceAll(/\s+/g, ' ').trim();
