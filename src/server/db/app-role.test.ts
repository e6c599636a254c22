/** The app role's login where PostgreSQL asks for its password. */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/app.ts';
import { type Relay, startRelay } from '#tests/support/statements.ts';
import { addressOf, prepareAppRole } from './app-role.ts';
import { connect, type Database } from './database.ts';

/** The tests' own key (tests/support/run-server.ts) comes first and last: roles are shared. */
const [SECRET, ROTATED] = [Buffer.alloc(32), Buffer.alloc(32, 1)];

type Guarded = { url: string; db: Database; relay: Relay };
let one: Guarded;
let two: Guarded;
let hba: { file: string; text: string };
beforeAll(async () => {
  one = await guarded();
  two = await guarded();
});
afterAll(async () => {
  await one.db.owner`COMMENT ON ROLE satling_app IS NULL`;
  await prepareAppRole(one.db.owner, at(one, SECRET));
  writeFileSync(hba.file, hba.text);
  await one.db.owner`SELECT pg_reload_conf()`;
  for (const { db, relay } of [one, two]) {
    await db.close();
    await relay.close();
  }
});

/** A database that asks only this role for a password. */
async function guarded(): Promise<Guarded> {
  const relay = await startRelay(await freshDatabase());
  const db = connect(relay.address, 1);
  const [row] = await db.owner<{ file: string; name: string }[]>`
    SELECT current_setting('hba_file') AS file, current_database() AS name`;
  const { file = '', name = '' } = row ?? {};
  const text = readFileSync(file, 'utf8');
  hba ??= { file, text };
  const asks = `${name} satling_app`;
  const lines = `local ${asks} scram-sha-256\nhost ${asks} all scram-sha-256\n`;
  writeFileSync(file, lines + text); // the first match applies
  await db.owner`SELECT pg_reload_conf()`;
  return { url: (relay.address as { url: string }).url, db, relay };
}

const at = ({ url }: Guarded, secretKey: Uint8Array, databaseAppUrl?: string) =>
  addressOf(url, { databaseAppUrl, secretKey });
const prepare = (where: Guarded, secretKey: Uint8Array, appUrl?: string) =>
  prepareAppRole(where.db.owner, at(where, secretKey, appUrl));

async function whoServes(where: Guarded, secretKey: Uint8Array, appUrl?: string) {
  const db = connect(at(where, secretKey, appUrl), 1);
  try {
    const [row] = await db.app<{ name: string }[]>`SELECT session_user AS name`;
    return row?.name;
  } finally {
    await db.close();
  }
}

test('the password is derived from SECRET_KEY; a different key is accepted only by the same database (T61)', async () => {
  await one.db.owner`ALTER ROLE satling_app PASSWORD NULL`;
  await expect.poll(() => whoServes(one, SECRET).catch((error) => error.code)).toBe('28P01');
  await prepare(one, SECRET);
  await prepare(one, SECRET);
  expect(await whoServes(one, SECRET)).toBe('satling_app');

  await expect(prepare(two, ROTATED)).rejects.toThrow(
    /serves the database \S+ under another SECRET_KEY.* set DATABASE_APP_URL/,
  );
  expect(await whoServes(one, SECRET)).toBe('satling_app');
  await prepare(one, ROTATED);
  expect(await whoServes(one, ROTATED)).toBe('satling_app');
  await expect(whoServes(one, SECRET)).rejects.toMatchObject({ code: '28P01' });
});

test('a role made by hand serves; one with the owner’s rights, without any, or unknown does not (T61)', async () => {
  const as = (role: string) => {
    const url = new URL(one.url);
    url.username = role;
    return url.href;
  };
  await expect(prepare(one, SECRET, one.url)).rejects.toThrow('has the rights of the owner');
  await expect(prepare(one, SECRET, as('satling_nobody'))).rejects.toThrow(
    /^Requests cannot be served: .*satling_nobody.*set DATABASE_APP_URL/,
  );
  const role = `satling_hand_${process.pid}`;
  await one.db.owner.unsafe(`CREATE ROLE ${role} LOGIN`);
  try {
    await expect(prepare(one, SECRET, as(role))).rejects.toThrow('GRANT satling_app TO');
    await one.db.owner.unsafe(`GRANT satling_app TO ${role}`);
    await prepare(one, SECRET, as(role));
    expect(await whoServes(one, SECRET, as(role))).toBe(role);
  } finally {
    await one.db.owner.unsafe(`DROP ROLE ${role}`);
  }
});
