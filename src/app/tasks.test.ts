/** No task writes anything once a newer run of it has begun. */
import { expect, test } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { checkOf } from '#server/task-runs.ts';
import { PUBLIC_URL, SEAL_KEY, startApp } from '#tests/support/app.ts';
import { everyRow } from '#tests/support/every-row.ts';
import { addChild, record } from '#tests/support/family.ts';
import { DAY } from '#tests/support/paydays.ts';
import { tasks } from './tasks.ts';

test('a run that is no longer the newest of its task writes nothing, and the newest does (PLAT-26)', async () => {
  const app = await startApp();
  const anna = await app.signIn('anna@example.com');
  const mia = await addChild(anna, { name: 'Mia', weeklyAllowance: '0.00001' });
  await record(anna, mia.id, 'bonus', '0.001');
  await anna.send('PATCH', '/api/family/settings', { payAutomatically: true });
  await anna.send('PUT', '/api/privacy/settings', {
    ...{ dataRetentionMonths: 3, autoDataPruningEnabled: true },
  });
  const kim = await addChild(anna, { name: 'Kim', weeklyAllowance: '0' });
  await anna.send('DELETE', `/api/children/${kim.id}`);
  const gone = await app.signIn('gone@example.com');
  await gone.send('POST', '/api/family/deletion');
  app.clock.advance(20 * DAY);
  const all = tasks(app.db, SEAL_KEY, PUBLIC_URL, () => app.clock.now, app.services);
  await app.db.owner`
    INSERT INTO task_run (name, run_no) SELECT unnest(${all.map(({ name }) => name)}::text[]), 7`;
  const changing: string[] = [];
  for (const { name, run } of all) {
    const before = await whatStands(app.db);
    for (const no of [6n, 8n])
      await run(app.services.jobs, checkOf(name, no)).catch(({ message }: Error) =>
        expect(message).toContain(`run 7 of ${name} has begun`),
      );
    expect(await whatStands(app.db), name).toBe(before);
    await run(app.services.jobs, checkOf(name, 7n));
    if ((await whatStands(app.db)) !== before) changing.push(name);
  }
  expect(changing).toEqual(
    expect.arrayContaining(['seal', 'pay-allowances', 'erase-families', 'erase-books', 'sweep']),
  );
  await app.close();
});

/** Written by the monitor on its own timer. */
const MONITOR = ['request_figure', 'incident', 'error_note'];

/** Only additions to the queue: mails are sent in the meantime, but by no task. */
async function whatStands(db: Database): Promise<string> {
  const [queued] = await db.owner<{ ids: string }[]>`
    SELECT string_agg(id::text, ' ' ORDER BY id) AS ids FROM pgboss.job`;
  return `${queued?.ids}\n${await everyRow(db, 'public', MONITOR)}`;
}
