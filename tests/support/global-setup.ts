/**
 * One real PostgreSQL for a test run: the server named by TEST_DATABASE_URL, else the embedded one
 * in a temporary folder. Every test file gets a fresh copy of a migrated template.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { type Address, connect } from '../../src/server/db/database.ts';
import { startEmbedded } from '../../src/server/db/embedded.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { startJobs } from '../../src/server/jobs.ts';
import { adminOf, inDatabase } from './address.ts';

declare module 'vitest' {
  interface ProvidedContext {
    database: Address;
    template: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { address, stop } = await start();
  const template = `satling_template_${process.pid}_${project.name}`;
  const admin = postgres(adminOf(address));
  await admin.unsafe(`DROP DATABASE IF EXISTS ${template}`);
  await admin.unsafe(`CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8'`);
  await prepare(inDatabase(address, template));
  project.provide('database', address);
  project.provide('template', template);
  return async () => {
    const left = await admin<{ datname: string }[]>`
      SELECT datname FROM pg_database WHERE datname LIKE ${`t_${process.pid}_%`} OR datname = ${template}`;
    for (const { datname } of left) await admin.unsafe(`DROP DATABASE ${datname} WITH (FORCE)`);
    await admin.end();
    await stop();
  };
}

async function start(): Promise<{ address: Address; stop: () => Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { address: { url }, stop: () => Promise.resolve() };
  const dataDir = mkdtempSync(join(tmpdir(), 'satling-test-'));
  const server = await startEmbedded({ dataDir, log: () => undefined });
  const { stop, ...address } = server;
  return {
    address,
    stop: async () => {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Schema and job queues once, so that the copies start quickly. */
async function prepare(address: Address): Promise<void> {
  const db = connect(address);
  await migrate(db.owner);
  const mailer = { send: () => Promise.resolve(), close: () => undefined };
  const onError = (error: Error) => {
    throw error;
  };
  const key = new Uint8Array(32);
  const jobs = await startJobs({ address, owner: db.owner, key, mailer, tasks: [], onError });
  await jobs.stop();
  await db.close();
}
