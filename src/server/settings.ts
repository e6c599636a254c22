/**
 * Settings that the operator stores in the database, under their names in the environment. A
 * variable that is set and not empty wins, so a page never changes an installation configured from
 * files.
 */

import { seal, unseal } from './box.ts';
import type { Sql, Tx } from './db/sql.ts';
import type { Signups } from './env.ts';
import type { Given } from './setting-values.ts';

export const SETTABLE = [
  ...(['BITCOIN_NETWORK', 'SIGNUPS', 'CHAIN_URL', 'SMTP_URL', 'MAIL_FROM', 'PUBLIC_URL'] as const),
  ...(['SOURCE_URL', 'DONATION_ADDRESS', 'DONATION_LIGHTNING'] as const),
];
export type Settable = (typeof SETTABLE)[number];

/** They may hold a password, so they are stored encrypted and no page shows them again. */
export const SECRET: ReadonlySet<Settable> = new Set(['CHAIN_URL', 'SMTP_URL']);

export type Kept = {
  /** The settings in effect: the environment, then stored values for those that it doesn't set. */
  readonly given: Given;
  readonly kept: ReadonlySet<Settable>;
  /** Changes with any stored value. */
  readonly version: string;
};

/** How this program was started, to the extent that the operator can change it on a page. */
export type ServerSettings = {
  readonly signups: Signups;
  /** The environment; stored values come second. */
  readonly environment: Given;
  readonly startedAt: Date;
  /** Stored values have changed: the program restarts with them. */
  readonly changed: () => void;
};

/** For a program without any settings. */
export const NOTHING_SET: ServerSettings = {
  ...{ signups: 'open', environment: {}, startedAt: new Date(0), changed: () => undefined },
};

const boundTo = (name: string) => `setting ${name}`;

/** @throws Error with one line if a box doesn't open with this key */
export async function readSettings(sql: Sql, key: Uint8Array, environment: Given): Promise<Kept> {
  const given: Record<string, string | undefined> = { ...environment };
  const kept = new Set<Settable>();
  const rows = await sql<{ name: Settable; value: string }[]>`
    SELECT name, value FROM server_setting WHERE name = ANY (${SETTABLE}::text[]) ORDER BY name`;
  for (const { name, value } of rows) {
    kept.add(name);
    if (!given[name]) given[name] = SECRET.has(name) ? opened(key, name, value) : value;
  }
  return { given, kept, version: rows.map(({ name, value }) => `${name} ${value}`).join('\n') };
}

function opened(key: Uint8Array, name: Settable, box: string): string {
  try {
    return unseal(key, boundTo(name), box) as string;
  } catch (cause) {
    throw new Error(
      `This SECRET_KEY does not open the ${name} that is kept. Set the right key, or ${name} itself`,
      { cause },
    );
  }
}

/** @param values null resets a value, as if it had never been set */
export async function keepSettings(
  tx: Tx,
  key: Uint8Array,
  values: Readonly<Partial<Record<Settable, string | null>>>,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  for (const [name, value] of Object.entries(values) as [Settable, string | null][]) {
    if (value === null) await tx`DELETE FROM server_setting WHERE name = ${name}`;
    else {
      const kept = SECRET.has(name) ? seal(key, boundTo(name), value) : value;
      await tx`
        INSERT INTO server_setting (name, value, set_by, set_at)
        VALUES (${name}, ${kept}, ${by}, ${now})
        ON CONFLICT (name) DO UPDATE SET value = excluded.value, set_by = excluded.set_by,
          set_at = excluded.set_at`;
    }
  }
}

/** Reseals them with another key. @throws Error if one doesn't open with the old key */
export async function resealSettings(
  tx: Tx,
  { from, to }: { from: Uint8Array; to: Uint8Array },
): Promise<void> {
  for (const name of SECRET) {
    const [row] = await tx<{ value: string }[]>`
      SELECT value FROM server_setting WHERE name = ${name}`;
    if (row)
      await tx`
        UPDATE server_setting SET value = ${seal(to, boundTo(name), opened(from, name, row.value))}
        WHERE name = ${name}`;
  }
}
