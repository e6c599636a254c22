/** How often an idle server asks its database. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newScanner } from '#features/money/wallet/scan/scanner.ts';
import { scanContext } from '../../src/app/workers.ts';
import { connect } from '../../src/server/db/database.ts';
import { startJobs } from '../../src/server/jobs.ts';
import { freshDatabase, startApp } from '../support/app.ts';
import { startRelay } from '../support/statements.ts';

/** A queue polled every two seconds is polled five times in it. */
const WINDOW_MS = 10_000;
const TASKS = 13;

test('queues of scheduled tasks are polled every 15 seconds, that of mails as often as ever (T54)', async () => {
  const relay = await startRelay(await freshDatabase());
  const db = connect(relay.address);
  const names = Array.from({ length: TASKS }, (_, at) => `task-${String.fromCharCode(97 + at)}`);
  const jobs = await startJobs({
    ...{ address: relay.address, owner: db.owner, key: new Uint8Array(32) },
    mailer: { send: () => Promise.resolve(), close: () => undefined },
    tasks: names.map((name) => ({ name, cron: '0 0 1 1 *', run: () => Promise.resolve() })),
    onError: (error) => expect.unreachable(error.message),
  });
  const sent = await relay.during(() => sleep(WINDOW_MS));
  const asked = sent
    .flatMap(({ statements }) => statements)
    .filter((text) => text.includes('SKIP LOCKED'));
  const ofTasks = asked.filter((text) => names.some((name) => text.includes(`'${name}'`)));
  const ofMails = asked.filter((text) => text.includes(`'mail'`));
  expect(ofTasks.length).toBeLessThanOrEqual(TASKS);
  expect(ofMails.length).toBeGreaterThanOrEqual(2);
  await jobs.stop();
  await db.close();
  await relay.close();
}, 120_000);

test('scans are looked for in one round of four, and in the round after a change (T54)', async () => {
  const relay = await startRelay(await freshDatabase());
  const app = await startApp({ address: relay.address });
  const anna = await app.signIn('anna@example.com');
  const round = newScanner(scanContext(app.services, app.services.jobs), (error) =>
    expect.unreachable(error.message),
  );
  const looks = async (rounds: number) => {
    const sent = await relay.during(async () => {
      for (let done = 0; done < rounds; done += 1) await round();
    });
    return sent
      .flatMap(({ statements }) => statements)
      .filter((text) => text.includes('UPDATE wallet_scan')).length;
  };
  expect(await looks(1)).toBe(1);
  expect(await looks(12)).toBe(3);
  expect(await looks(1)).toBe(0);
  await anna.send('PATCH', '/api/auth/user', { firstName: 'Anna' });
  await anna.send('POST', '/api/children', { name: 'Mia', age: 9 });
  expect(await looks(1), 'somebody may be waiting').toBe(1);
  expect(await looks(3)).toBe(0);
  await app.close();
  await relay.close();
});
