/**
 * Lets the owner of a setting that decides where money goes have it saved and restored. `app`
 * passes in the list.
 */
import type { Tx } from '#server/db/sql.ts';
import type { Services } from '#server/http/context.ts';

export type Keeping = {
  readonly tx: Tx;
  readonly familyId: string;
  readonly services: Pick<Services, 'secretsKey' | 'chain' | 'jobs'>;
};

export type Restoring = Keeping & {
  /** The person restoring it. */
  readonly by: string;
  readonly now: Date;
  /** True if an adult who knew it has since left the family. */
  readonly adultLeft: boolean;
};

/** Plain JSON throughout. */
export type Kept = {
  /** The part compared to detect a change. */
  readonly seen: unknown;
  /** Input for `write` to restore it. */
  readonly rows: unknown;
  /** Data that is never saved along with an encrypted wallet. */
  readonly plain?: unknown;
};

export type Keeper = {
  readonly kind: string;
  /** By subject: a child's id, or an empty string if the family has only one. */
  readonly read: (keeping: Keeping) => Promise<ReadonlyMap<string, Kept>>;
  /** `kept` is undefined if there was nothing. `plain` may have been erased. */
  readonly write: (
    restoring: Restoring,
    subject: string,
    kept: Pick<Kept, 'rows' | 'plain'> | undefined,
  ) => Promise<unknown>;
};

/** For a setting that each family has only once. */
export const one = (kept: Kept | undefined): ReadonlyMap<string, Kept> =>
  new Map(kept ? [['', kept]] : []);

/** A row as JSON, by column name. */
export type Row = Readonly<Record<string, unknown>>;

/** A family's rows in one of its tables. */
export async function readRows(tx: Tx, table: string, familyId: string): Promise<Row[]> {
  const rows = await tx<{ row: string }[]>`
    SELECT to_jsonb(t)::text AS row FROM ${tx(table)} t WHERE family_id = ${familyId}`;
  return rows.map(({ row }) => JSON.parse(row));
}

/** Restores a row. Columns added since then get the defaults of a new row. */
export const putRow = (tx: Tx, table: string, row: Row) => {
  const columns = tx(Object.keys(row));
  return tx`
    INSERT INTO ${tx(table)} (${columns})
    SELECT ${columns} FROM jsonb_populate_record(
      NULL::${tx(table)}, ${JSON.stringify(row)}::text::jsonb)`;
};
