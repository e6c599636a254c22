/**
 * Live updates across instances: two servers on one PostgreSQL, a change through the first, a
 * stream at the second. Measured is the time from the reply of the change to the event, so the
 * price of NOTIFY, the gathering of changes at the wire and the question who may still listen. An
 * event that comes before the reply counts as 0.
 */
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '#server/db/database.ts';
import { newId } from '#server/ids.ts';
import { cookieOf, startApp } from './support/app.ts';
import { type BenchServer, startServer } from './support/database.ts';
import { type SeededFamily, seedFamilies } from './support/families.ts';
import { median, report } from './support/measure.ts';

const CHANGES = Number(process.env.BENCH_ROUNDS ?? 30);
const GIVE_UP_MS = 20_000;

const server = await startServer();
try {
  await bench(server);
} finally {
  await server.close();
}

async function bench(on: BenchServer): Promise<void> {
  const address = await on.fresh();
  const [dbOne, dbTwo] = [connect(address), connect(address)];
  const [family] = await seedFamilies(dbOne.owner, {
    count: 1,
    children: () => 1,
  });
  if (!family) throw new Error('No family was seeded');
  const [one, two] = [await startApp(dbOne), await startApp(dbTwo)];
  try {
    const stream = await listenAt(two.port, family);
    const times: number[] = [];
    for (let i = 0; i < CHANGES; i += 1) {
      const before = stream.events();
      await change(one.port, family);
      const replied = performance.now();
      const notified = await stream.after(before);
      times.push(Math.max(0, notified - replied));
      // What the change may still bring belongs to it, not to the next one.
      await sleep(1_200);
    }
    stream.close();
    const sorted = times.toSorted((a, b) => a - b);
    const p95 = sorted[Math.ceil(0.95 * sorted.length) - 1] ?? Number.NaN;
    report('live: ms from a reply to the event elsewhere, median', median(times), '≤ 1000');
    report('live: … p95', p95, '≤ 1000');
  } finally {
    await Promise.all([one.close(), two.close()]);
    await Promise.all([dbOne.close(), dbTwo.close()]);
  }
}

/** An open stream, and when its events came. */
async function listenAt(port: number, { session }: SeededFamily) {
  const headers = { cookie: cookieOf(session) };
  const asked = request({ port, path: '/api/events', headers }).end();
  const [reply] = await once(asked, 'response');
  if (reply.statusCode !== 200) throw new Error(`The stream answered ${reply.statusCode}`);
  const came: number[] = [];
  reply.on('data', (data: Buffer) => {
    if (data.includes('event: changed')) came.push(performance.now());
  });
  // The end of the bench cuts it.
  for (const end of [asked, reply]) end.on('error', () => undefined);
  return {
    events: () => came.length,
    close: () => asked.destroy(),
    /** When the next event after the first `count` came. */
    after: async (count: number): Promise<number> => {
      const until = performance.now() + GIVE_UP_MS;
      while (came.length <= count) {
        if (performance.now() > until) throw new Error('No event came');
        await sleep(1);
      }
      return came[count] as number;
    },
  };
}

async function change(port: number, { session, children }: SeededFamily): Promise<void> {
  const reply = await fetch(`http://localhost:${port}/api/transactions`, {
    method: 'POST',
    headers: {
      cookie: cookieOf(session),
      'content-type': 'application/json',
      'idempotency-key': newId(Date.now()),
    },
    body: JSON.stringify({
      childId: children[0]?.childId,
      type: 'bonus',
      amount: '0.00000100',
      description: 'Bench',
    }),
  });
  if (reply.status !== 200) throw new Error(`The change answered ${reply.status}`);
  await reply.arrayBuffer();
}
