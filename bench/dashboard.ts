/**
 * The first screen, signed in: GET /api/dashboard of a family with three children and a year of
 * history, against a bare Fastify route that sends the same statement through the same pool and
 * returns what comes back. So the ratio is the price of everything else: the session cookie, the
 * transaction that names the family, the rules, the checked answer, headers. And against what the
 * screen would cost as the 16 calls that the specification names, each a bare route of two
 * statements: who asks, and what they asked for. Both read anew, and as the next look of a browser
 * that holds the reply while nothing has changed: 304.
 */
import fastify from 'fastify';
import { askDashboard } from '#screens/dashboard/store.ts';
import { connect, type Database } from '#server/db/database.ts';
import { readSession } from '#server/http/actor.ts';
import { cookieOf, listen, startApp } from './support/app.ts';
import { type BenchServer, nameOf, startServer } from './support/database.ts';
import { liveAYear, type SeededFamily, seedFamilies } from './support/families.ts';
import { expectOnly, getRequest, startLoader } from './support/load.ts';
import { alternate, log, logMedians, measured, ratio, report } from './support/measure.ts';

const CONNECTIONS = 16;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const FAMILIES = 100;
/** The calls that a parent's first screen makes when each of its blocks asks for itself. */
const NAMED_CALLS = 16;

const server = await startServer();
try {
  await bench(server);
} finally {
  await server.close();
}

async function bench(on: BenchServer): Promise<void> {
  const address = await on.fresh();
  const db = connect(address);
  const families = await seedFamilies(db.owner, { count: FAMILIES, children: () => 3 });
  for (const one of families) await liveAYear(db, one);
  await db.owner.unsafe('VACUUM ANALYZE');
  const family = families[0] as SeededFamily;
  // The bare route has no transaction that could name the family.
  await on.run(`ALTER DATABASE ${nameOf(address)} SET app.family_id = '${family.familyId}'`);
  const bareDb = connect(address);
  const [app, bare] = [await startApp(db), await startBare(bareDb, family)];
  const loader = startLoader();
  // All families take turns: one alone would be slowed down as a noisy neighbour.
  const against = (port: number, path: string, tags?: readonly string[]) => () =>
    measured(on.postmaster, async () => {
      const requests = families.map(({ session }, i) =>
        getRequest(path, cookieOf(session), tags?.[i]),
      );
      const result = await loader.run({
        port,
        connections: CONNECTIONS,
        seconds: SECONDS,
        requests,
      });
      expectOnly(tags ? 304 : 200, result);
      return result;
    });
  try {
    const tags = await Promise.all(families.map((one) => etagOf(app.port, one)));
    const candidates = {
      floor: against(bare.port, '/'),
      named: against(bare.port, '/named'),
      ours: against(app.port, '/api/dashboard'),
      again: against(app.port, '/api/dashboard', tags),
    };
    await alternate(1, candidates); // warms up
    const { floor, named, ours, again } = await alternate(ROUNDS, candidates);
    log(`${CONNECTIONS} connections; medians of ${ROUNDS} rounds:`);
    logMedians('bare route, same statement', floor);
    logMedians('bare route of one named call', named);
    logMedians('GET /api/dashboard, read anew', ours);
    logMedians('GET /api/dashboard, 304', again);
    report('dashboard: requests per second / floor', ratio(ours, floor, 'perSecond'), '≥ 0.85');
    report('dashboard: CPU time / floor', ratio(ours, floor, 'cpu'), '≤ 1.2');
    const whole = named.map((one) => ({ ...one, cpu: one.cpu * NAMED_CALLS }));
    log(`  after a change, CPU time / 16 named calls: ${ratio(ours, whole, 'cpu').toFixed(2)}`);
    const unchanged = 'dashboard: 304, CPU time / 16 named calls';
    report(unchanged, ratio(again, whole, 'cpu'), '≤ 0.08');
    report('dashboard: p99 / floor', ratio(ours, floor, 'p99'), '≤ 1.3');
  } finally {
    loader.stop();
    await Promise.all([app.close(), bare.close()]);
    await Promise.all([db.close(), bareDb.close()]);
  }
}

async function etagOf(port: number, { session }: SeededFamily): Promise<string> {
  const headers = { cookie: cookieOf(session) };
  const reply = await fetch(`http://127.0.0.1:${port}/api/dashboard`, { headers });
  const etag = reply.headers.get('etag');
  if (!etag) throw new Error('The dashboard has no ETag');
  return etag;
}

function startBare({ app }: Database, { session }: SeededFamily) {
  const hint = readSession(session);
  if (!hint) throw new Error('No session was seeded');
  const bare = fastify();
  bare.get('/', async () => {
    const [row] = await askDashboard(hint, new Date())(app);
    return row;
  });
  bare.get('/named', async () => {
    const [user] = await app<{ familyId: string }[]>`
      SELECT u.family_id, u.role, u.email FROM session s JOIN users u USING (user_id)
      WHERE s.token_hash = ${hint.tokenHash}`;
    if (!user) throw new Error('No session was seeded');
    const rows = await app`
      SELECT entry_id, type, amount_sats::text, occurred_at FROM entry
      WHERE family_id = ${user.familyId} ORDER BY occurred_at DESC, entry_id DESC LIMIT 5`;
    return rows;
  });
  return listen(bare);
}
