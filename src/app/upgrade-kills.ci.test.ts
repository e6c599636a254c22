/** Upgrades that are killed at any moment, on a real PostgreSQL. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { connect } from '#server/db/database.ts';
import { sealAll } from '#server/ledger/seal.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { SEAL_KEY, startApp } from '#tests/support/app.ts';
import { addChild, record } from '#tests/support/family.ts';
import { END_WITH_RUN } from '#tests/support/program.ts';
import { copiesIn } from '#tools/nightly-backup/folder.ts';

const PROGRAM = join(import.meta.dirname, '../../tests/support/upgrade-program.ts');
const KILLS = 20;
const LATEST_MS = 400;

test('an upgrade that is killed 20 times is not begun or whole each time, and then goes through', async () => {
  const app = await startApp();
  const anna = await app.signIn('anna@example.com');
  const { id } = await addChild(anna, { age: 9 });
  await record(anna, id, 'bonus', '0.0001');
  await app.close();
  const { address } = app;
  const db = connect(address, 1);
  const names = async () =>
    (await db.owner<{ name: string }[]>`SELECT name FROM migration ORDER BY name`).map(
      ({ name }) => name,
    );
  const whole = await names();
  const back = async () => {
    await db.owner`DROP TABLE backup_run`;
    await db.owner`DELETE FROM migration WHERE name LIKE '%backup_run%'`;
  };
  await back();
  const before = await names();
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
    const isThere = await db.owner`SELECT FROM pg_tables WHERE tablename = 'backup_run'`;
    expect(isThere).toHaveLength(found.length === whole.length ? 1 : 0);
    if (found.length === whole.length) {
      done += 1;
      await back();
    } else killed += 1;
  }
  expect([killed + done, killed > 0]).toEqual([KILLS, true]);
  const [code] = await once(start(), 'exit');
  expect([code, await names()]).toEqual([0, whole]);
  expect(copiesIn(folder).length).toBeGreaterThan(0);
  await sealAll(db.owner, SEAL_KEY);
  expect((await verifyLedger(db.owner, SEAL_KEY, new Date())).problems).toEqual([]);
  await db.close();
  rmSync(folder, { recursive: true });
});
