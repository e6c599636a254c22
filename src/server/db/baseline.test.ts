/**
 * The single-file schema equals that of 0.9.0, whose book opens here; anything older is refused.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upgrade } from '#app/backups.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { freshDatabase } from '#tests/support/app.ts';
import { everything } from '#tests/support/backups.ts';
import { catalogue } from '#tests/support/catalogue.ts';
import { databaseBefore090, databaseOf090, OLD_BACKUP } from '#tests/support/upgrades.ts';
import { dumpDatabase } from '#tools/database-backup/dump.ts';
import { restoreDatabase } from '#tools/database-backup/restore.ts';
import { connect, type Database } from './database.ts';
import { migrate, steps } from './migrate.ts';
import type { Address } from './sql.ts';

const OLDER =
  /is older than Satling 0\.9\.0, and nothing was changed\. 0\.9\.0 \(commit dd124af4e1ae4869241655f97660fdc9e72f7680\) opens it .*[^\n]$/;
const { file, passphrase, secretKey } = OLD_BACKUP;
const origin = { secretKey, program: '0.8.0', now: new Date('2026-11-01T12:00:00Z') };
const folder = mkdtempSync(join(tmpdir(), 'satling-baseline-'));
const opened: Database[] = [];
const open = (address: Address) => {
  const db = connect(address, 2);
  opened.push(db);
  return db;
};
const applied = async ({ owner }: Database) =>
  JSON.stringify(await owner`SELECT name, hash FROM migration ORDER BY name`);
/** Tables with changed columns, with every row (their migrations' own tests say how). */
const REWRITTEN = ['goal_allocation'];
/** Tables with additional columns, with their initial values. */
const WIDENED: Record<string, string> = {
  ...{ child: '', coverage_point: 'chain', lightning_connection: '' },
  ...{ entry: ',', family_rate: 'f,' },
};
/** Everything that would show a change of the database. */
const whole = async (db: Database) => [
  await applied(db),
  await everything(db),
  await catalogue(db.owner),
];

const widened = (name: string, row: string) =>
  name in WIDENED ? row.replace(/\)$/, `,${WIDENED[name]})`) : row;

let upToDate: Database;
beforeAll(async () => {
  upToDate = open(await databaseOf090());
  await migrate(upToDate.owner);
});
afterAll(async () => {
  await Promise.all(opened.map((db) => db.close()));
  rmSync(folder, { recursive: true, force: true });
});

test('the commit that the refusal names is the one that the list of changes has for 0.9.0', () => {
  const [, section = ''] = readFileSync('CHANGELOG.md', 'utf8').split('## 0.9.0 ');
  expect(OLDER.source).toContain(/^Commit ([0-9a-f]{40})\.$/m.exec(section)?.[1]);
});

test('the schema of a new database is that of 0.9.0 brought up to date, object by object', async () => {
  const fresh = await catalogue(open(await freshDatabase()).owner);
  const former = await catalogue(upToDate.owner);
  for (const kind of Object.keys(former)) expect(fresh[kind], kind).toEqual(former[kind]);
  expect(former.tables?.length).toBeGreaterThan(60);
  expect(former.grants?.length).toBeGreaterThan(200);
});

describe('a database older than 0.9.0 is refused and stays unchanged', () => {
  test('a database, before any copy of it is made', async () => {
    const old = await databaseBefore090();
    const db = open(old);
    const before = await whole(db);
    await expect(migrate(db.owner)).rejects.toThrow(OLDER);
    const around = { clock: () => new Date(), log: () => undefined };
    const started = upgrade({ backupDir: folder, secretKey }, db, old, around);
    await expect(started).rejects.toThrow(/^The database is older/);
    await expect(started).rejects.toThrow(OLDER);
    expect(await whole(db)).toEqual(before);
  });

  test('its backup, and files of formats that were written before', async () => {
    const old = join(folder, 'old.backup');
    await dumpDatabase(open(await databaseBefore090()), old, origin);
    const target = open(await freshDatabase('template0'));
    const refused = async (path: string, given?: string) => {
      const restored = restoreDatabase(target, path, secretKey, { passphrase: given });
      await expect(restored).rejects.toThrow(OLDER);
      await expect(restored).rejects.toMatchObject({ kind: 'OLDER' });
      expect((await catalogue(target.owner)).tables).toEqual([]);
    };
    await refused(old);
    for (const title of ['database backup 1', 'encrypted database backup 1']) {
      const first = join(folder, `${title}.backup`);
      writeFileSync(first, `Satling ${title}\n{}\nwhatever follows`);
      await refused(first);
      await refused(first, passphrase);
    }
  });
});

test('a backup of 0.9.0 is restored whole, and its book adds up', async () => {
  const target = open(await freshDatabase('template0'));
  await restoreDatabase(target, file, secretKey, { passphrase });
  expect(await everything(target)).toEqual(await everything(upToDate));
  const { problems, entries } = await verifyLedger(target.owner, secretKey, new Date());
  expect([problems, entries > 250]).toEqual([[], true]);
  expect(await applied(target)).toEqual(await applied(open(await freshDatabase())));
});

test('a database of 0.9.0 is taken over with every row, and is from then on like a new one', async () => {
  const db = open(await databaseOf090());
  const before = await everything(db);
  await migrate(db.owner);
  const after = await everything(db);
  for (const name of REWRITTEN) expect(after[name]?.length, name).toBe(before[name]?.length);
  for (const [name, rows] of Object.entries(before))
    if (!REWRITTEN.includes(name))
      expect(after[name], name).toEqual(rows.map((row) => widened(name, row)));
  expect(await applied(db)).toEqual(await applied(open(await freshDatabase())));
  const [row] = await db.owner`SELECT count(*)::int AS n FROM migration WHERE name <> 'lock'`;
  expect(row?.n).toBe(steps().length);
  const { problems } = await verifyLedger(db.owner, secretKey, new Date());
  expect(problems).toEqual([]);
});
