/**
 * A small program with an embedded PostgreSQL, for tests that really kill one.
 *
 *   node tests/support/embedded-driver.ts <data folder> [insert]
 *
 * Prints one JSON line for each event: {log}, {ready, ms}, {row} for each acknowledged insert,
 * {failed, code}, {stopped}. SIGTERM stops it properly.
 */
import postgres from 'postgres';
import { startEmbedded } from '../../src/server/db/embedded.ts';

const [dataDir = '', mode = ''] = process.argv.slice(2);

function send(event: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

/** Several connections, so that commits are also grouped. */
async function insertForEver(options: postgres.Options<Record<string, never>>): Promise<void> {
  const sql = postgres({ ...options, max: 4 });
  await sql`CREATE TABLE IF NOT EXISTS kept (id bigint GENERATED ALWAYS AS IDENTITY, at text)`;
  const insert = async () => {
    for (;;) {
      const [row] = await sql`INSERT INTO kept (at) VALUES (now()) RETURNING id::text AS id`;
      send({ row: row?.id });
    }
  };
  await Promise.all([insert(), insert(), insert(), insert()]);
}

async function main(): Promise<void> {
  const begun = performance.now();
  const server = await startEmbedded({
    dataDir,
    log: (line) => send({ log: line }),
    giveUp: (why) => {
      send({ failed: why });
      process.exit(1);
    },
  });
  const { stop, ...ready } = server;
  let stopping = false;
  process.once('SIGTERM', async () => {
    stopping = true;
    await stop();
    send({ stopped: true });
    process.exit(0);
  });
  // Only now, because the reader may send SIGTERM at once.
  send({ ready, ms: Math.round(performance.now() - begun) });
  const awake = setInterval(() => {}, 1_000);
  if (mode !== 'insert') return;
  await insertForEver({ ...ready, host: ready.socketDir, onnotice: () => {} }).catch((error) => {
    if (!stopping) send({ log: String(error) });
  });
  clearInterval(awake);
}

try {
  await main();
} catch (error) {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  send({ failed: error instanceof Error ? error.message : String(error), code });
  process.exitCode = 1;
}
