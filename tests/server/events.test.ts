/** The live stream that announces changes: who may listen, for how long, and across instances. */
import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '../../src/server/live.ts';
import { until } from '../../testkit/chain/until.ts';
import { newVisitor, startApp, type TestApp, type Visitor } from '../support/app.ts';
import { addChild, record } from '../support/family.ts';
import { ACTORS, type ActorName, type ActorsWorld, makeActors } from '../support/world.ts';

let world: ActorsWorld;
/** A second instance of the program on the same database. */
let other: TestApp;
let ports: [number, number];
beforeAll(async () => {
  world = await makeActors();
  other = await startApp({ address: world.address });
  other.clock.now = world.clock.now;
  ports = [await listen(world), await listen(other)];
  await world.db.owner`UPDATE session SET last_seen_at = ${world.clock.now}`;
});
afterAll(async () => {
  for (const stream of open) stream.close();
  await other.close();
  await world.close();
});

async function listen({ app }: TestApp): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

type Watched = {
  status: number;
  type: string | undefined;
  text: () => string;
  changes: () => number;
  ended: () => boolean;
  close: () => void;
};
const open = new Set<Watched>();
beforeEach(async () => {
  for (const stream of open) stream.close();
  open.clear();
  // Streams are removed when their sockets have closed.
  await until(() => world.app.live.count() + other.app.live.count() === 0);
});

/** Opens a stream like a browser. */
async function watch(visitor: Visitor, port = ports[0], headers = {}): Promise<Watched> {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const asked = request({ port, path: '/api/events', headers: { cookie, ...headers } }).end();
  const [reply] = await once(asked, 'response');
  let text = '';
  let ended = false;
  reply.on('data', (data: Buffer) => {
    text += data.toString();
  });
  for (const end of ['end', 'close', 'error'])
    reply.on(end, () => {
      ended = true;
    });
  const stream: Watched = {
    status: reply.statusCode,
    type: reply.headers['content-type'],
    text: () => text,
    changes: () => text.split('event: changed').length - 1,
    ended: () => ended,
    close: () => asked.destroy(),
  };
  open.add(stream);
  return stream;
}

const bonus = (who: Visitor) => record(who, world.mia, 'bonus', '0.00000001');
/** Another family's change: when its stream gets it, its instance has handled all earlier ones. */
async function laterChange(foreign: Watched): Promise<void> {
  const told = foreign.changes();
  await addChild(await world.as('otherParent'));
  await until(() => foreign.changes() > told);
}
/** When the next heartbeat arrives, everything sent before it has arrived. */
async function heardAll(streams: readonly Watched[]): Promise<void> {
  const beats = (one: Watched) => one.text().split(': still here').length;
  const before = streams.map(beats);
  await Promise.all([world.app.live.beat(), other.app.live.beat()]);
  await until(() => streams.every((one, i) => beats(one) > (before[i] as number)));
}

describe('who may listen (T58)', () => {
  const allowed = new Set<ActorName>(ACTORS.filter((a) => !['anonymous', 'removed'].includes(a)));
  test.each(ACTORS)('as %s', async (actor) => {
    const stream = await watch(await world.as(actor));
    expect(stream.status).toBe(allowed.has(actor) ? 200 : 401);
    if (allowed.has(actor)) expect(stream.type).toBe('text/event-stream; charset=utf-8');
  });

  test('not from a page of another site, not with fields', async () => {
    const parent = await world.as('parent');
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ])
      expect((await watch(parent, ports[0], headers)).status, JSON.stringify(headers)).toBe(403);
    expect((await parent.get('/api/events?family=x')).status).toBe(400);
    const own = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' };
    expect((await watch(parent, ports[0], own)).status).toBe(200);
  });
});

test('a change reaches the family on every instance, and nobody else (T58)', async () => {
  const parent = await world.as('parent');
  const [here, there, child, foreign] = await Promise.all([
    watch(parent, ports[0]),
    watch(await world.as('spouse'), ports[1]),
    watch(await world.as('child'), ports[1]),
    watch(await world.as('otherParent'), ports[1]),
  ]);
  await bonus(parent);
  await until(() => [here, there, child].every((one) => one.changes() > 0));
  await heardAll([foreign]);
  expect(foreign.changes()).toBe(0);
  // It says only that something changed.
  for (const { text } of [here, there, child])
    expect(text().replaceAll(/: here\n\n|: still here\n\n|event: changed\ndata\n\n/g, '')).toBe('');
});

test('a refused call, or one that only reads, is no change', async () => {
  const parent = await world.as('parent');
  const [stream, foreign] = [await watch(parent), await watch(await world.as('otherParent'))];
  await parent.get('/api/children');
  expect((await record(parent, world.mia, 'spending', '20000000')).status).toBe(409);
  await laterChange(foreign);
  await heardAll([stream]);
  expect(stream.changes()).toBe(0);
  await bonus(parent);
  await until(() => stream.changes() === 1);
});

test('many simultaneous changes are announced together', async () => {
  const parent = await world.as('parent');
  const stream = await watch(parent, ports[1]);
  const foreign = await watch(await world.as('otherParent'), ports[1]);
  await Promise.all(Array.from({ length: 30 }, () => bonus(parent)));
  await until(() => stream.changes() > 0);
  await laterChange(foreign);
  await heardAll([stream]);
  expect(stream.changes()).toBeLessThan(30);
});

test('a stream ends when its session is revoked or signed out (T58)', async () => {
  const [leaving, staying] = [await world.as('parent'), await world.as('parent')];
  const [first, second] = [await watch(leaving, ports[1]), await watch(staying, ports[1])];
  await leaving.send('POST', '/api/auth/logout');
  await until(() => first.ended());
  expect(second.ended()).toBe(false);
  const third = await world.as('parent');
  const stream = await watch(third, ports[1]);
  const sessions = (await third.get('/api/auth/sessions')).body as { id: string; current: true }[];
  const { id } = sessions.find(({ current }) => current) as { id: string };
  await staying.send('DELETE', `/api/auth/sessions/${id}`);
  await until(() => stream.ended());
});

test('a stream ends when the person’s role changes (T58)', async () => {
  const stream = await watch(await world.as('sibling'), ports[1]);
  const userId = await world.userId('sibling');
  await world.db.owner`UPDATE users SET child_id = ${world.mia} WHERE user_id = ${userId}`;
  await bonus(await world.as('parent'));
  await until(() => stream.ended());
  expect(stream.changes()).toBe(0);
  await world.db.owner`UPDATE users SET child_id = ${world.leo} WHERE user_id = ${userId}`;
});

test('a session that ended without notice loses its stream at the next heartbeat (T58)', async () => {
  const spouse = await world.as('spouse');
  const stream = await watch(spouse);
  await world.app.live.beat();
  await until(() => stream.text().includes(': still here'));
  expect(stream.ended()).toBe(false);
  world.clock.advance(15 * 86_400_000);
  await world.app.live.beat();
  await until(() => stream.ended());
  world.clock.advance(-15 * 86_400_000);
});

test('a stream ends 90 days after its person signed in, however much the session is used (T58)', async () => {
  const spouse = await world.as('spouse');
  const stream = await watch(spouse);
  const sessions = (await spouse.get('/api/auth/sessions')).body as { id: string; current: true }[];
  const { id } = sessions.find(({ current }) => current) as { id: string };
  const madeAgo = (ms: number) => world.db.owner`
    UPDATE session SET last_seen_at = ${world.clock.now},
      created_at = ${new Date(world.clock.now.getTime() - ms)} WHERE session_id = ${id}`;
  await madeAgo(90 * 86_400_000 - 1);
  await world.app.live.beat();
  await until(() => stream.text().includes(': still here'));
  expect(stream.ended()).toBe(false);
  await madeAgo(90 * 86_400_000);
  await world.app.live.beat();
  await until(() => stream.ended());
});

test('one person has a limited number of streams; a closed one makes room (T58)', async () => {
  const parent = await world.as('parent');
  const streams: Watched[] = [];
  for (let i = 0; i < LIMITS.ofOnePerson; i++) streams.push(await watch(parent));
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  expect((await watch(parent)).status).toBe(429);
  expect((await watch(await world.as('spouse'))).status).toBe(200);
  const before = world.app.live.count();
  streams[0]?.close();
  await until(() => world.app.live.count() < before);
  expect((await watch(parent)).status).toBe(200);
});

test('a broken connection between the instances is reopened, and everybody is notified once', async () => {
  const parent = await world.as('parent');
  const foreign = await watch(await world.as('otherParent'), ports[1]);
  const stream = await watch(await world.as('spouse'), ports[1]);
  const ears = () => world.db.owner<{ pid: number }[]>`
    SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND (query LIKE 'LISTEN%' OR query LIKE '%pg_notify($1%')
      AND pid <> pg_backend_pid()`;
  const before = await ears();
  expect(before.length).toBe(2);
  for (const { pid } of before) await world.db.owner`SELECT pg_terminate_backend(${pid})`;
  await until(() => foreign.changes() === 1 && stream.changes() >= 1);
  const told = stream.changes();
  await bonus(parent);
  await until(() => stream.changes() > told);
  expect(foreign.changes()).toBe(1);
});

test('a program that stops closes its streams at once', async () => {
  const third = await startApp({ address: world.address });
  third.clock.now = world.clock.now;
  const port = await listen(third);
  const stream = await watch(await world.as('spouse'), port);
  expect(stream.status).toBe(200);
  await third.close();
  await until(() => stream.ended());
});

test('nobody loses a stream because of somebody else’s session', async () => {
  const visitor = newVisitor(world.app);
  visitor.cookies.set('__Host-session', `${world.familyId}.${'x'.repeat(43)}`);
  expect((await watch(visitor)).status).toBe(401);
});
