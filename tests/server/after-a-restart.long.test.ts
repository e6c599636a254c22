/** Throughput for two thousand families behind one address, just after a restart. */
import { expect, test } from 'vitest';
import { newToken, sessionCookie, sha256 } from '../../src/server/http/actor.ts';
import { newVisitor, startApp, type TestApp, type Visitor } from '../support/app.ts';

const FAMILIES = 2_000;

async function signedIn({ db, clock }: TestApp): Promise<string[]> {
  const made = Array.from({ length: FAMILIES }, (_, at) => ({
    ...{ familyId: crypto.randomUUID(), userId: crypto.randomUUID() },
    ...{ token: newToken(), email: `p${at}@example.com` },
  }));
  const ids = made.map(({ familyId }) => familyId);
  const people = made.map(({ userId }) => userId);
  await db.owner`
    INSERT INTO family (family_id, time_zone, created_at)
    SELECT f, 'UTC', ${clock.now} FROM unnest(${ids}::uuid[]) AS f`;
  await db.owner`
    INSERT INTO users (user_id, family_id, email, role, created_at, last_active_at)
    SELECT u, f, e, 'parent', ${clock.now}, ${clock.now} FROM unnest(${people}::uuid[],
      ${ids}::uuid[], ${made.map(({ email }) => email)}::text[]) AS x (u, f, e)`;
  await db.owner`
    INSERT INTO session (token_hash, session_id, user_id, device, created_at, last_seen_at)
    SELECT decode(h, 'hex'), gen_random_uuid(), u, '', ${clock.now}, ${clock.now}
    FROM unnest(${made.map(({ token }) => Buffer.from(sha256(token)).toString('hex'))}::text[],
      ${people}::uuid[]) AS x (h, u)`;
  return made.map(({ familyId, token }) => sessionCookie(familyId, token));
}

function visitorOf(app: TestApp, cookie: string, ip: string): Visitor {
  const visitor = newVisitor(app.app, ip);
  visitor.cookies.set('__Host-session', cookie);
  return visitor;
}

/** Each visitor makes one call, a hundred at a time; @returns calls per second */
async function ask(visitors: readonly Visitor[]): Promise<number> {
  const waiting = [...visitors];
  const began = performance.now();
  const line = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop())
      expect((await next.get('/api/auth/user')).status).toBe(200);
  };
  await Promise.all(Array.from({ length: 100 }, line));
  return Math.round((1_000 * visitors.length) / (performance.now() - began));
}

async function p95(other: Visitor, until: Promise<unknown>): Promise<number> {
  const times: number[] = [];
  let isOver = false;
  void until.finally(() => (isOver = true));
  while (!isOver || times.length < 40) {
    const began = performance.now();
    await other.get('/api/auth/user');
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] as number;
}

test('2,000 families behind one address are served after a restart as fast as later (T54)', async () => {
  const first = await startApp();
  const cookies = await signedIn(first);
  const app = await startApp({ address: first.address });
  const [own = '', ...others] = cookies;
  const other = visitorOf(app, own, '198.51.100.7');
  const idle = await p95(other, Promise.resolve());
  const all = others.map((cookie) => visitorOf(app, cookie, '203.0.113.10'));
  const unknown = ask(all);
  const busy = await p95(other, unknown);
  const known = await ask(all);
  const found = { unknown: await unknown, known, idleP95: idle, othersP95: busy };
  process.stdout.write(`${JSON.stringify(found)}\n`);
  expect(found.unknown).toBeGreaterThan(known / 3);
  await app.close();
  await first.close();
});
