/**
 * The PostgreSQL of a bench run: the embedded one in a temporary folder, or the server in
 * DATABASE_URL. Every figure gets its own databases, which are dropped with the run.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { addressOf, prepareAppRole } from '#server/db/app-role.ts';
import { connect, type Database } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Address } from '#server/db/sql.ts';
import { adminOf, inDatabase } from '#tests/support/address.ts';

export type BenchServer = {
  /** A new database: a copy of `template`, else migrated and empty. */
  fresh(template?: Address): Promise<Address>;
  drop(address: Address): Promise<void>;
  /** A superuser connection without the product's settings. */
  plain(address: Address, options?: Record<string, unknown>): postgres.Sql;
  /** Runs one statement as the superuser. */
  run(statement: string): Promise<void>;
  /** Process id of the postmaster; undefined if it is not on this machine. */
  postmaster: number | undefined;
  close(): Promise<void>;
};

export async function startServer(): Promise<BenchServer> {
  const { address, stop } = await start();
  const admin = postgres(adminOf(address));
  const made: string[] = [];
  const run = async (statement: string) => {
    await admin.unsafe(statement);
  };
  const drop = (name: string) => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  return {
    run,
    postmaster: await postmasterOf(admin),
    plain: (of, options = {}) =>
      postgres({ ...adminOf(of), ...options } as postgres.Options<Record<string, never>>),
    fresh: async (template) => {
      const name = `bench_${process.pid}_${made.length}`;
      const from = template
        ? `TEMPLATE ${nameOf(template)} STRATEGY FILE_COPY`
        : "TEMPLATE template0 ENCODING 'UTF8'";
      await run(`CREATE DATABASE ${name} ${from}`);
      made.push(name);
      const fresh = inDatabase(address, name);
      if (!template)
        await withDatabase(fresh, async (db) => {
          await migrate(db.owner);
          await prepareAppRole(db.owner, fresh);
        });
      return fresh;
    },
    drop: (of) => drop(nameOf(of)),
    close: async () => {
      for (const name of made) await drop(name);
      await admin.end();
      await stop();
    },
  };
}

/** The product's own connections, always closed again. */
export async function withDatabase<T>(
  address: Address,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = connect(address);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

const nameOf = (address: Address): string =>
  'url' in address ? new URL(address.url).pathname.slice(1) : address.database;

async function start(): Promise<{ address: Address; stop: () => Promise<void> }> {
  const url = process.env.DATABASE_URL;
  const app = { databaseAppUrl: undefined, secretKey: Buffer.alloc(32) };
  if (url) return { address: addressOf(url, app), stop: () => Promise.resolve() };
  const dataDir = mkdtempSync(join(tmpdir(), 'satling-bench-'));
  const { stop, ...address } = await startEmbedded({ dataDir, log: () => undefined });
  return {
    address,
    stop: async () => {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The parent of our own back end, if it is a process of this machine. */
async function postmasterOf(admin: postgres.Sql): Promise<number | undefined> {
  const [row] = await admin<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  const status = `/proc/${row?.pid}/status`;
  if (!existsSync(status)) return undefined;
  const text = readFileSync(status, 'utf8');
  if (!/^Name:\s*postgres/m.test(text)) return undefined;
  return Number(/^PPid:\s*(\d+)/m.exec(text)?.[1]);
}
