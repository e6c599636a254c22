/** Upgrades that are killed at any moment, on a real PostgreSQL. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { connect, type Database } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { SEAL_KEY } from '#tests/support/app.ts';
import { everything } from '#tests/support/backups.ts';
import { END_WITH_RUN } from '#tests/support/program.ts';
import { databaseOf090 } from '#tests/support/upgrades.ts';
import { copiesIn } from '#tools/nightly-backup/folder.ts';

const PROGRAM = join(import.meta.dirname, '../../tests/support/upgrade-program.ts');
const KILLS = 50;
const LATEST_MS = 400;

test('an upgrade from 0.9.0 that is killed 50 times is not begun or whole each time, and then goes through', async () => {
  let address = await databaseOf090();
  let db = connect(address, 1);
  const namesIn = async ({ owner }: Database) =>
    (await owner`SELECT name FROM migration ORDER BY name`).map(({ name }) => name as string);
  const before = await namesIn(db);
  const upToDate = connect(await databaseOf090(), 1);
  await migrate(upToDate.owner);
  const [whole, book] = [await namesIn(upToDate), await everything(upToDate)];
  await upToDate.close();
  const begin = async () => {
    await db.close();
    address = await databaseOf090();
    db = connect(address, 1);
  };
  const folder = join(mkdtempSync(join(tmpdir(), 'satling-kills-')), 'backups');
  const start = () => {
    const given = JSON.stringify({ address, folder });
    return spawn(process.execPath, ['--import', END_WITH_RUN, PROGRAM, given], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  };
  let [killed, done] = [0, 0];
  for (let no = 0; no < KILLS; no += 1) {
    const program = start();
    const ended = once(program, 'exit');
    await once(program.stdout, 'data');
    await sleep((no * LATEST_MS) / KILLS);
    program.kill('SIGKILL');
    await ended;
    const found = await namesIn(db);
    expect([before, whole]).toContainEqual(found);
    if (found.length === whole.length) {
      done += 1;
      await begin();
    } else killed += 1;
  }
  expect([killed + done, killed > 0]).toEqual([KILLS, true]);
  const [code] = await once(start(), 'exit');
  expect([code, await namesIn(db)]).toEqual([0, whole]);
  expect(copiesIn(folder).length).toBeGreaterThan(0);
  expect(await everything(db)).toEqual(book);
  expect((await verifyLedger(db.owner, SEAL_KEY, new Date())).problems).toEqual([]);
  await db.close();
  rmSync(folder, { recursive: true });
});
