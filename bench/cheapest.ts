/**
 * The cheapest calls: GET /health and a call without a session (401), with all the headers, hooks
 * and ids of any call, against a bare Fastify that says hello. CPU time of the program only.
 */
import fastify from 'fastify';
import { connect } from '#server/db/database.ts';
import { listen, startApp } from './support/app.ts';
import { type BenchServer, startServer } from './support/database.ts';
import { expectOnly, getRequest, startLoader } from './support/load.ts';
import { alternate, log, logMedians, measured, ratio, report } from './support/measure.ts';

const CONNECTIONS = 16;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);

const server = await startServer();
try {
  await bench(server);
} finally {
  await server.close();
}

async function bench(on: BenchServer): Promise<void> {
  const db = connect(await on.fresh());
  const [app, bare] = [await startApp(db), await startBare()];
  const loader = startLoader();
  const against = (port: number, path: string, status: number) => () =>
    measured(on.postmaster, async () => {
      const requests = [getRequest(path)];
      const result = await loader.run({
        port,
        connections: CONNECTIONS,
        seconds: SECONDS,
        staysAwake: true,
        requests,
      });
      expectOnly(status, result);
      return result;
    });
  try {
    const candidates = {
      hello: against(bare.port, '/', 200),
      health: against(app.port, '/health', 200),
      refused: against(app.port, '/api/family', 401),
    };
    await alternate(1, candidates); // warms up
    const { hello, health, refused } = await alternate(ROUNDS, candidates);
    log(`${CONNECTIONS} connections; medians of ${ROUNDS} rounds:`);
    logMedians('bare fastify hello', hello);
    logMedians('GET /health', health);
    logMedians('GET /api/family without a session', refused);
    report('cheapest: CPU time of /health / hello', ratio(health, hello, 'cpu'), '≤ 1.5');
    report('cheapest: CPU time of a 401 / hello', ratio(refused, hello, 'cpu'), '≤ 1.5');
  } finally {
    loader.stop();
    await Promise.all([app.close(), bare.close()]);
    await db.close();
  }
}

function startBare() {
  const bare = fastify();
  bare.get('/', async () => ({ hello: 'world' }));
  return listen(bare);
}
