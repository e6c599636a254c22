/** Upgrades that are killed at any moment, on a real PostgreSQL. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Applied } from '#server/db/baseline.ts';
import { connect } from '#server/db/database.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { freshDatabase, SEAL_KEY } from '#tests/support/app.ts';
import { everything } from '#tests/support/backups.ts';
import { END_WITH_RUN } from '#tests/support/program.ts';
import { databaseOf090 } from '#tests/support/upgrades.ts';
import { copiesIn } from '#tools/nightly-backup/folder.ts';

const PROGRAM = join(import.meta.dirname, '../../tests/support/upgrade-program.ts');
const KILLS = 20;
const LATEST_MS = 400;

test('an upgrade from 0.9.0 that is killed 20 times is not begun or whole each time, and then goes through', async () => {
  const address = await databaseOf090();
  const db = connect(address, 1);
  const list = () => db.owner<Applied[]>`SELECT name, hash FROM migration ORDER BY name`;
  const names = async () => (await list()).map(({ name }) => name);
  const fresh = connect(await freshDatabase(), 1);
  const whole = (await fresh.owner`SELECT name FROM migration ORDER BY name`).map(
    (row) => row.name,
  );
  await fresh.close();
  const former = await list();
  const [before, book] = [await names(), await everything(db)];
  const back = () =>
    db.owner.begin(async (tx) => {
      await tx`DELETE FROM migration`;
      await tx`INSERT INTO migration ${tx(former.map((row) => ({ ...row, applied_at: new Date() })))}`;
    });
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
    const found = await names();
    expect([before, whole]).toContainEqual(found);
    if (found.length === whole.length) {
      done += 1;
      await back();
    } else killed += 1;
  }
  expect([killed + done, killed > 0]).toEqual([KILLS, true]);
  const [code] = await once(start(), 'exit');
  expect([code, await names()]).toEqual([0, whole]);
  expect(copiesIn(folder).length).toBeGreaterThan(0);
  expect(await everything(db)).toEqual(book);
  expect((await verifyLedger(db.owner, SEAL_KEY, new Date())).problems).toEqual([]);
  await db.close();
  rmSync(folder, { recursive: true });
});
