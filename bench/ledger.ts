/**
 * Ledger transfers. At the SQL level: our unit of work with one posted entry, against pgbench's
 * TPC-B-like transaction on the same engine with the same number of clients (where pgbench is
 * missing, the same seven statements through postgres.js). Through the HTTP API: POST
 * /api/transactions with an Idempotency-Key, against the raw one-statement double entry.
 */
import { transfer } from '#core/ledger.ts';
import { connect, type Database } from '#server/db/database.ts';
import { newId } from '#server/ids.ts';
import { post } from '#server/ledger/post.ts';
import { cookieOf, startApp } from './support/app.ts';
import { loop, prepareBare, type Rate } from './support/bare-ledger.ts';
import { type BenchServer, findPgbench, startServer } from './support/database.ts';
import { type SeededFamily, seedFamilies } from './support/families.ts';
import { expectOnly, postRequest, startLoader } from './support/load.ts';
import {
  alternate,
  log,
  logMedians,
  type Measured,
  measured,
  ratio,
  report,
} from './support/measure.ts';
import { prepareOwnSql } from './support/own-sql.ts';

const CLIENTS = 8;
const CONNECTIONS = 16;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const FAMILIES = 2_000;

const server = await startServer();
try {
  await bench(server);
} finally {
  await server.close();
}

async function bench(on: BenchServer): Promise<void> {
  const address = await on.fresh();
  const db = connect(address, CONNECTIONS);
  const families = await seedFamilies(db.owner, {
    count: FAMILIES,
    children: () => 2,
  });
  await db.owner.unsafe('VACUUM ANALYZE');
  const bare = await prepareBare(on, { clients: CLIENTS, address, families });
  const own = findPgbench() ? await prepareOwnSql(on, address, families, CLIENTS) : undefined;
  const app = await startApp(db);
  const loader = startLoader();
  const posting = (seconds: number) =>
    loop(CLIENTS, seconds, () => transferOnce(db, pick(families)));
  const overHttp = () =>
    measured(on.postmaster, async () => {
      const load = { port: app.port, connections: CONNECTIONS, seconds: SECONDS };
      const result = await loader.run({ ...load, requests: families.map(asRequest) });
      expectOnly(200, result);
      return result;
    });
  try {
    await overHttp(); // warms up
    const by = (run: (seconds: number) => Promise<Rate>) => () =>
      measured(on.postmaster, () => run(SECONDS));
    const { tpcb, tpcbPrepared, raw, same, prepared, ours, posted, http } = await alternate(
      ROUNDS,
      {
        tpcb: by(bare.tpcb),
        ours: by(own?.run ?? posting),
        tpcbPrepared: by(bare.tpcbPrepared),
        posted: by(posting),
        raw: by(bare.oneStatement),
        http: overHttp,
        same: by(bare.sameRows),
        prepared: by(bare.prepared),
      },
    );
    log(`Anchors by ${bare.by}, ${CLIENTS} clients; medians of ${ROUNDS} rounds:`);
    logMedians('TPC-B-like', tpcb);
    logMedians('TPC-B-like, prepared', tpcbPrepared);
    logMedians('the statements of our transfer', ours);
    logMedians('raw double entry, bare tables', raw);
    logMedians('raw double entry, our rows and indexes', same);
    logMedians('raw double entry, bare tables, prepared', prepared);
    logMedians('changeFamily + post', posted);
    logMedians(`POST /api/transactions, ${CONNECTIONS} connections`, http);
    const times = (ours: Measured[], anchor: Measured[]) =>
      ratio(ours, anchor, 'perSecond').toFixed(2);
    log(`  raw / TPC-B-like ${times(raw, tpcb)}; HTTP / raw prepared ${times(http, prepared)}`);
    log(`  our statements / TPC-B-like, both prepared ${times(ours, tpcbPrepared)}`);
    log(`  changeFamily + post / TPC-B-like ${times(posted, tpcb)}`);
    report('ledger: SQL of a transfer / TPC-B-like', ratio(ours, tpcb, 'perSecond'), '≥ 1.2');
    report('ledger: HTTP / raw double entry', ratio(http, raw, 'perSecond'), '≥ 0.25');
    log(`  HTTP / raw double entry of our rows ${times(http, same)}`);
  } finally {
    loader.stop();
    own?.close();
    await app.close();
    await db.close();
    await bare.close();
  }
}

/** Some sats into a savings account: the unit of work of every change, without a request. */
function transferOnce(db: Database, { familyId, userId, outside, children }: SeededFamily) {
  const now = new Date();
  const child = pick(children);
  const entry = {
    entryId: newId(now.getTime()),
    familyId,
    type: 'bonus',
    childId: child.childId,
    amountSats: 21n,
    occurredAt: now,
    madeBy: userId,
    postings: transfer(outside, child.savings, 21n),
  };
  return db.changeFamily(familyId, async (tx, last) => last(post(tx, [entry], now)));
}

function asRequest({ session, children }: SeededFamily): string {
  return postRequest(
    '/api/transactions',
    cookieOf(session),
    JSON.stringify({
      childId: pick(children).childId,
      type: 'bonus',
      amount: '0.00000021',
      description: 'Helped in the garden',
    }),
  );
}

function pick<T>(from: readonly T[]): T {
  return from[Math.floor(Math.random() * from.length)] as T;
}
